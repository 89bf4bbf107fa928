import { printHex } from '@vaultwright/base'
import { printCanonical } from '@vaultwright/chain'
import { keccak256 } from '@vaultwright/merkle'
import {
  type QuoteInputs,
  quoteInputsIn,
  quoteOf,
  type SwapQuote,
  type SwapReceipt,
} from '@vaultwright/swap'
import { quoteDifferencesOf } from '@vaultwright/wire'
import { readJson } from '../../../input/input.ts'
import { type Fields, fieldsOf, ShapeError, textAt } from '../../../input/shape.ts'
import type { Context } from '../../../terminal/context.ts'
import { printTime } from '../../../terminal/table.ts'

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

/** By what a quote is known. Unix seconds, of the chain's clock. */
type QuoteRecord = {
  readonly id: string
  readonly createdAtUnix: bigint
  readonly expiresAtUnix: bigint
}

type QuoteTimes = Pick<QuoteRecord, 'createdAtUnix' | 'expiresAtUnix'>

/** A quote that no service made: its id is the hash of all that it follows from. */
const ownPrefix = 'local_'

/** Names a quote that was made here, and says how long it counts. */
export function quoteRecordOf(quote: SwapQuote, ttlSeconds: number): QuoteRecord {
  const createdAtUnix = quote.blockUnix
  const times = { createdAtUnix, expiresAtUnix: createdAtUnix + BigInt(ttlSeconds) }
  return { id: ownIdOf(quote.receipt, times), ...times }
}

/** True if an id was made here, from what it names. */
function isOwnId(id: string): boolean {
  return id.startsWith(ownPrefix)
}

/** Names a receipt and the times of its quote: another input gives another name. */
function ownIdOf({ formula, inputs }: SwapReceipt, times: QuoteTimes): string {
  const { createdAtUnix, expiresAtUnix } = times
  const text = printCanonical({ formula, inputs, createdAtUnix, expiresAtUnix })
  const hash = printHex(keccak256(new TextEncoder().encode(text)))
  return `${ownPrefix}${hash.slice(2, 34)}`
}

/** The difference between a file and its receipt. */
export type FieldDifference = {
  /** As in `candidates[0].raw_buy_amount`. */
  readonly path: string
  /** Undefined where one of the two has no such field. */
  readonly written: unknown
  readonly computed: unknown
}

/** A quote that was computed once more, without a chain. */
export type RecomputedQuote = {
  readonly inputs: QuoteInputs
  readonly quote: SwapQuote
  /** The first; null where every field is equal. */
  readonly difference: FieldDifference | null
  /** True if the id follows from the receipt: that of a service does not, nor do its times. */
  readonly isIdComputed: boolean
}

/**
 * Computes a quote from the inputs of its receipt, and compares every field that the file has.
 *
 * @throws {QuoteReceiptDamagedError} if the inputs cannot be read.
 */
export function checkQuote({ fields, record, receipt }: QuoteFile): RecomputedQuote {
  const inputs = quoteInputsIn(receipt)
  const quote = quoteOf(inputs, receipt.formula)
  const isIdComputed = isOwnId(record.id)
  const [first] = quoteDifferencesOf(fields, quote, {
    quote_id: isIdComputed ? ownIdOf(quote.receipt, record) : record.id,
    created_at: printTime(record.createdAtUnix),
    expires_at: printTime(record.expiresAtUnix),
  })
  const difference =
    first === undefined ? null : { path: first.place, written: first.right, computed: first.left }
  return { inputs, quote, difference, isIdComputed }
}
