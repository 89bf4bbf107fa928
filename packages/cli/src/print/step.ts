import { printYield } from './fraction.ts'
import type { Ink } from './ink.ts'
import { printTable } from './table.ts'

/** A step from what was read to a value: its name, how it is made, and what came out. */
export type Step = readonly [name: string, how: string, result: string]

/** Prints steps below the name of their formula. */
export function* printSteps(formula: string, steps: readonly Step[], ink: Ink): Iterable<string> {
  yield `\n${ink.cyan(`how it is computed, by ${formula}`)}\n`
  yield* printTable([{ title: 'value' }, { title: 'how' }, { title: 'result' }], steps, ink)
}

/** Names the growth of a share between two ends, as both yields are made of it. */
export function growthSteps(ends: {
  readonly from: string
  readonly to: string
  readonly days: number
  readonly apr: Parameters<typeof printYield>[0]
  readonly apy: Parameters<typeof printYield>[0]
}): readonly Step[] {
  const { from, to, days, apr, apy } = ends
  const [times, power] = days === 1 ? ['365', '365'] : [`365 / ${days}`, `(365 / ${days})`]
  return [
    ['growth', `share price after ${days} × 86,400 s`, `${from} → ${to}`],
    ['APR', `(to / from − 1) × ${times}`, printYield(apr)],
    ['APY', `(to / from) ^ ${power} − 1`, printYield(apy)],
  ]
}
