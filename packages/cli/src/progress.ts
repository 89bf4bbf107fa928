import type { Context } from './context.ts'
import { coloured, plain } from './print/ink.ts'

/** A bar on a terminal that shows how far a long work is. */
export type Progress = {
  /** Says that one more piece is done. */
  readonly step: (name: string) => void
  /** Takes the bar away. */
  readonly end: () => void
}

const patienceMs = 300
const intervalMs = 80
const width = 24

/**
 * Starts a progress bar, which shows itself only where it helps: on a terminal, after a moment.
 *
 * @param total - pieces of work.
 * @param context - the terminal and the clock.
 * @param quiet - true draws nothing.
 * @returns the bar.
 */
export function buildProgress(total: number, context: Context, quiet: boolean): Progress {
  const { config, stderr, now } = context
  if (quiet || !config.progress) return { step: () => {}, end: () => {} }
  const ink = config.color.stderr ? coloured : plain
  const started = now()
  let drawn = started + patienceMs - intervalMs
  let done = 0
  let isShown = false
  return {
    step: (name) => {
      done++
      const at = now()
      if (at - drawn < intervalMs) return
      drawn = at
      isShown = true
      const full = Math.round((done / total) * width)
      const bar = `${ink.green('█'.repeat(full))}${ink.dim('░'.repeat(width - full))}`
      stderr.write(`\r\u001b[K${bar} ${done}/${total} ${ink.dim(name.slice(-60))}`)
    },
    end: () => {
      if (isShown) stderr.write('\r\u001b[K')
    },
  }
}
