import type { SwapReceipt } from '@vaultwright/swap'
import { readJson } from '../../../input/input.ts'
import { type Fields, fieldsOf, ShapeError, textAt } from '../../../input/shape.ts'
import type { Context } from '../../../terminal/context.ts'
import type { QuoteRecord } from './quote-record.ts'

/** A quote as a file has it: nothing in it is believed but what its receipt gives. */
export type QuoteFile = {
  readonly name: string
  /** Every field, as it is written. */
  readonly fields: Fields
  readonly record: QuoteRecord
  readonly receipt: SwapReceipt
}

/** Reads a quote: the answer of the API, or what `swap quote --json` prints. */
export async function readQuoteFile(name: string, context: Context): Promise<QuoteFile> {
  return quoteFileOf(await readJson(name, context), name)
}

/** Takes a quote out of a document; `name` says in refusals where it is from. */
export function quoteFileOf(document: unknown, name: string): QuoteFile {
  const whole = fieldsOf(document, name)
  const isAnswer = whole.data !== undefined && whole.receipt === undefined
  const place = isAnswer ? `${name}: data` : name
  const fields = isAnswer ? fieldsOf(whole.data, place) : whole
  const pathOf = (field: string) => `${place}.${field}`
  const receipt = fieldsOf(fields.receipt, pathOf('receipt'))
  return {
    name,
    fields,
    record: {
      id: textAt(fields.quote_id, pathOf('quote_id')),
      createdAtUnix: unixAt(fields.created_at, pathOf('created_at')),
      expiresAtUnix: unixAt(fields.expires_at, pathOf('expires_at')),
    },
    receipt: {
      // Another formula is refused by who computes.
      formula: textAt(receipt.formula, pathOf('receipt.formula')) as SwapReceipt['formula'],
      inputs: fieldsOf(receipt.inputs, pathOf('receipt.inputs')),
      result: fieldsOf(receipt.result, pathOf('receipt.result')),
    },
  }
}

/** Reads a time to the second: ISO-8601 in UTC. */
function unixAt(value: unknown, place: string): bigint {
  const text = textAt(value, place)
  const ms = /^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d(\.\d{1,6})?Z$/.test(text)
    ? Date.parse(text)
    : Number.NaN
  if (!Number.isNaN(ms)) return BigInt(Math.floor(ms / 1000))
  throw new ShapeError(place, 'a time as in 2026-02-14T12:00:00Z', value)
}
