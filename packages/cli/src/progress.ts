import type { Context } from './context.ts'
import { coloured, plain } from './print/ink.ts'
import { printSafely } from './print/table.ts'

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
  const columns = config.progress
  if (quiet || columns === null) return { step: () => {}, end: () => {} }
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
      const count = `${done}/${total}`
      // A line that wraps cannot be taken away again.
      const room = Math.max(0, columns - width - count.length - 3)
      const shown = room === 0 ? '' : ink.dim(printSafely(name).slice(-room))
      stderr.write(`\r\u001b[K${bar} ${count} ${shown}`)
    },
    end: () => {
      if (isShown) stderr.write('\r\u001b[K')
    },
  }
}
