import { type QuoteInputs, quoteInputsIn, quoteOf, type SwapQuote } from '@vaultwright/swap'
import { quoteDifferencesOf } from '@vaultwright/wire'
import { printTime } from '../../../terminal/table.ts'
import type { QuoteFile } from './quote-file.ts'
import { isOwnId, ownIdOf } from './quote-record.ts'

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
  const quote = quoteOf(inputs)
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
