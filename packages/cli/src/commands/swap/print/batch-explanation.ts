import { type BatchReceipt, batchInputsIn, batchOf } from '@vaultwright/swap'
import { batchDifferencesOf } from '@vaultwright/wire'
import { type Fields, fieldsOf } from '../../../input/shape.ts'
import type { Answer, Json } from '../../../terminal/context.ts'
import { printBatch } from './batch.ts'
import { printVerdict } from './explanation.ts'

/** The fields of a batch in a document: a quote of one, or a transaction that was built; null where it is none. */
export function batchFileOf(document: unknown): Fields | null {
  const whole = objectOrNull(document)
  const data = objectOrNull(whole?.data) ?? whole
  const batch = objectOrNull(data?.batch) ?? data
  const formula = objectOrNull(batch?.receipt)?.formula
  return typeof formula === 'string' && formula.startsWith('swap-batch@') ? batch : null
}

/** Recomputes a batch from its receipt, and compares every field of the file with what follows. */
export function explainBatch(fields: Fields): Answer {
  const receipt = fieldsOf(fields.receipt, 'receipt')
  const inputs = batchInputsIn({
    formula: receipt.formula as BatchReceipt['formula'],
    inputs: fieldsOf(receipt.inputs, 'receipt.inputs'),
    result: fieldsOf(receipt.result, 'receipt.result'),
  })
  const batch = batchOf(inputs)
  const [first] = batchDifferencesOf(fields, batch)
  const difference =
    first === undefined
      ? null
      : { path: first.place, written: first.right as Json, computed: first.left as Json }
  const { formula, result } = batch.receipt
  return {
    json: () => ({
      formula,
      is_equal: difference === null,
      first_difference: difference,
      result: result as Json,
    }),
    *text(style) {
      yield* printBatch(batch, style)
      yield '\n'
      yield* printVerdict({ difference, isIdComputed: true, formula }, style)
    },
    exit: () => (difference === null ? 0 : 1),
  }
}

function objectOrNull(value: unknown): Fields | null {
  return typeof value === 'object' && value !== null && !Array.isArray(value)
    ? (value as Fields)
    : null
}
