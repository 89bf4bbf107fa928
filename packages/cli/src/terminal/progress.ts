import type { Context } from './context.ts'
import { coloured, plain } from './style.ts'
import { printSafely } from './table.ts'

/** A bar on a terminal that shows how far a long work is. */
export type Progress = {
  /** Says that one more piece is done, or more of them. */
  readonly step: (name: string, pieces?: number) => void
  /** Says that there is more to do than was known. */
  readonly grow: (chunks: number) => void
  /** Takes the bar away. */
  readonly end: () => void
}

const patienceMs = 300
const intervalMs = 80
const width = 24
/** Before that the speed is not known. */
const steadyMs = 1_000

/**
 * Starts a progress bar, which shows itself only where it helps: on a terminal, after a moment. What takes
 * longer says how many pieces it does a second, and how much time is left at that rate.
 */
export function buildProgress(total: number, context: Context, quiet: boolean): Progress {
  const { config, stderr, now } = context
  const columns = config.progress
  if (quiet || columns === null) return { step: () => {}, grow: () => {}, end: () => {} }
  const style = config.color.stderr ? coloured : plain
  const started = now()
  let drawn = started + patienceMs - intervalMs
  let all = total
  let done = 0
  let isShown = false
  return {
    step: (name, pieces = 1) => {
      done += pieces
      const time = now()
      if (time - drawn < intervalMs) return
      drawn = time
      isShown = true
      const full = Math.min(width, Math.round((done / all) * width))
      const bar = `${style.green('█'.repeat(full))}${style.dim('░'.repeat(width - full))}`
      const count = `${done}/${all}${paceOf({ done, all, elapsedMs: time - started })}`
      // A line that wraps cannot be taken away again.
      const room = Math.max(0, columns - width - count.length - 3)
      const shown = room === 0 ? '' : style.dim(printSafely(name).slice(-room))
      stderr.write(`\r\u001b[K${bar} ${count} ${shown}`)
    },
    grow: (chunks) => {
      all += chunks
    },
    end: () => {
      if (isShown) stderr.write('\r\u001b[K')
    },
  }
}

type Pace = { readonly done: number; readonly all: number; readonly elapsedMs: number }

function paceOf({ done, all, elapsedMs }: Pace): string {
  if (elapsedMs < steadyMs) return ''
  const rate = (done * 1_000) / elapsedMs
  const shown = rate >= 10 ? rate.toFixed(0) : rate.toFixed(1)
  return ` ${shown}/s, ${printDuration(Math.ceil(Math.max(0, all - done) / rate))} left`
}

export function printDuration(seconds: number): string {
  const parts: string[] = []
  let remaining = seconds
  for (const [unit, size] of units) {
    const count = Math.floor(remaining / size)
    remaining -= count * size
    if (count > 0) parts.push(`${count} ${unit}`)
  }
  return parts.slice(0, 2).join(' ') || '0 s'
}

const units = [
  ['d', 86_400],
  ['h', 3_600],
  ['min', 60],
  ['s', 1],
] as const
