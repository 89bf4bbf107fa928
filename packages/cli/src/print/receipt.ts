import {
  type AnyReceipt,
  type DailyReceipt,
  type DayReceipt,
  dailyFormula,
  dayFormula,
  type Flag,
  type PerformanceReceipt,
  performanceFormula,
} from '@vaultwright/valuation'
import { printDailyReceipt } from './daily-receipt.ts'
import { printDayReceipt } from './day-receipt.ts'
import type { Ink } from './ink.ts'
import { printPerformanceReceipt } from './performance-receipt.ts'
import { printTable } from './table.ts'

/**
 * Prints a receipt for a person: what was read, each step with its numbers, and what a reader must know.
 */
export function* printReceipt(receipt: AnyReceipt, ink: Ink): Iterable<string> {
  const { formula, result } = receipt
  if (isDaily(receipt)) yield* printDailyReceipt(receipt, ink)
  else if (isPerformance(receipt)) yield* printPerformanceReceipt(receipt, ink)
  else if (isDay(receipt)) yield* printDayReceipt(receipt, ink)
  // Kept by another version: only that one can say what its inputs are.
  else return yield `${JSON.stringify(formula)} is of another version; --json shows the receipt.\n`
  yield* flagLines(result.flags, ink)
}

function* flagLines(flags: readonly Flag[], ink: Ink): Iterable<string> {
  if (flags.length === 0) return
  yield `\n${ink.cyan('to be known')}\n`
  const rows = flags.map(({ flag, reason }) => [flag.replaceAll('_', ' '), reason])
  yield* printTable([{ title: 'flag' }, { title: 'why' }], rows, ink)
}

function isDay(receipt: AnyReceipt): receipt is DayReceipt {
  return receipt.formula === dayFormula
}

function isDaily(receipt: AnyReceipt): receipt is DailyReceipt {
  return receipt.formula === dailyFormula
}

function isPerformance(receipt: AnyReceipt): receipt is PerformanceReceipt {
  return receipt.formula === performanceFormula
}
