import { BaseError } from '@vaultwright/base'
import type { Receipt } from '../base/known-value.ts'
import type {
  DailyInputs,
  DailyReceipt,
  DayInputs,
  DayReceipt,
  FirstDayReceipt,
  PerformanceInputs,
  PerformanceReceipt,
} from '../base/result.ts'
import type { VaultState } from '../base/vault-state.ts'
import { dailyFormula, growDay } from '../day/daily.ts'
import { dayFormula, firstDayFormula, valueDay, valueFirstDay } from '../day/day-value.ts'
import {
  isPerformanceFormula,
  performanceFormula,
  performanceFormulas,
  performBy,
} from './performance.ts'

/** A receipt of any formula. */
export type AnyReceipt = DayReceipt | FirstDayReceipt | DailyReceipt | PerformanceReceipt

/** Names of formulas that gave way to a newer version, by what they compute; each still makes its own results. */
export const olderFormulas = {
  snapshot: [firstDayFormula],
  daily: [],
  performance: performanceFormulas.filter((name) => name !== performanceFormula),
} as const satisfies Readonly<Record<string, readonly string[]>>

/**
 * Computes a receipt's values again, from nothing but its inputs.
 *
 * @param receipt - formula and inputs, as they were once given out; the result is not looked at.
 * @returns the receipt as the version of the formula gives it that it names: the same JSON, or the receipt was changed.
 * @throws {UnknownFormulaError} when there is no such formula.
 */
export function recompute({
  formula,
  inputs,
}: Omit<Receipt<unknown, unknown>, 'result'>): AnyReceipt {
  if (formula === dayFormula) return valueDay(inputs as DayInputs)
  if (formula === firstDayFormula) return valueFirstDay(inputs as VaultState)
  if (formula === dailyFormula) return growDay(inputs as DailyInputs)
  if (isPerformanceFormula(formula)) return performBy(formula, inputs as PerformanceInputs)
  throw new UnknownFormulaError(formula)
}

/** A receipt names a formula that is not known. */
export class UnknownFormulaError extends BaseError {
  override readonly code = 'unknown_formula'
  override readonly kind = 'damaged_data'

  constructor(formula: string) {
    const shown = String(formula).slice(0, 40)
    super({
      message: `${JSON.stringify(shown)} is not a formula of this version. Use the version that wrote the receipt, or a newer one.`,
      facts: {
        formula: shown,
        known: [firstDayFormula, dayFormula, dailyFormula, ...performanceFormulas],
      },
    })
  }
}
