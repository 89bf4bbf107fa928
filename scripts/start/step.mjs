// The lines of `npm start`: what it does, and how many seconds that took. Built-ins only.
const out = process.stderr

/** A step that failed for a reason that the person can mend. */
export class StepError extends Error {}

/**
 * Runs a step, and prints its name when it begins and its seconds when it ends; on a terminal they count up.
 *
 * @param late - what is said each minute that it takes longer.
 */
export async function runStep(name, work, { late } = {}) {
  const from = performance.now()
  const seconds = () => ((performance.now() - from) / 1000).toFixed(0)
  const isLive = out.isTTY === true
  out.write(`${name} …`)
  const ticks = isLive && setInterval(() => out.write(`\r${name} … ${seconds()} s`), 1_000)
  const minutes = late && setInterval(() => out.write(`\n${late} … ${seconds()} s `), 60_000)
  try {
    const result = await work()
    out.write(`${isLive ? `\r${name} …` : ''} ${seconds()} s\n`)
    return result
  } catch (error) {
    out.write(`${isLive ? `\r${name} …` : ''} failed after ${seconds()} s\n`)
    throw error
  } finally {
    clearInterval(ticks)
    clearInterval(minutes)
  }
}
