import Type, { type TSchema } from 'typebox'
import Value from 'typebox/value'
import {
  firstSvmDailyFormula,
  growSvmDay,
  type SvmDailyReceipt,
  svmDailyFormula,
} from './svm-day.ts'
import { performSvm, type SvmPerformanceReceipt, svmPerformanceFormula } from './svm-performance.ts'
import {
  type SvmDailyInputs,
  type SvmPerformanceInputs,
  svmDailyInputsSchema,
  svmPerformanceInputsSchema,
} from './svm-state.ts'

/** A receipt of a value of a Solana vault. */
export type SvmReceipt = SvmDailyReceipt | SvmPerformanceReceipt

/**
 * Computes a receipt of a Solana vault's value again, from nothing but its inputs.
 *
 * @param receipt - of any shape, as from a file; its result is not looked at.
 * @returns the receipt as its formula gives it: the same JSON, or the receipt was changed. Null when it is not a
 * receipt of a Solana vault's value.
 */
export function recomputeSvm(receipt: unknown): SvmReceipt | null {
  if (!Value.Check(outer, receipt)) return null
  const { formula, inputs } = receipt
  const schema = inputSchemas.get(formula)
  if (schema === undefined || !Value.Check(schema, inputs)) return null
  if (formula === svmPerformanceFormula) return performSvm(inputs as SvmPerformanceInputs)
  const again = growSvmDay(inputs as SvmDailyInputs)
  // A version is of days with holdings, or of days without.
  return again.formula === formula ? again : null
}

const outer = Type.Object({ formula: Type.String(), inputs: Type.Unknown() })

const inputSchemas: ReadonlyMap<string, TSchema> = new Map<string, TSchema>([
  [firstSvmDailyFormula, svmDailyInputsSchema],
  [svmDailyFormula, svmDailyInputsSchema],
  [svmPerformanceFormula, svmPerformanceInputsSchema],
])
