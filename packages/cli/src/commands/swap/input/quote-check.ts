import { type QuoteInputs, quoteInputsIn, quoteOf, type SwapQuote } from '@vaultwright/swap'
import { swapQuoteOf } from '@vaultwright/wire'
import type { QuoteFile } from './quote-file.ts'
import { isOwnId, ownIdOf } from './quote-record.ts'

/** Where a file says something else than its receipt gives. */
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
  /** Whether the id follows from the receipt: that of a service does not, nor do its times. */
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
  const id = isIdComputed ? ownIdOf(quote.receipt, record) : record.id
  const { quote_id, receipt: computed, ...shown } = swapQuoteOf(quote, { ...record, id })
  const { quote_id: writtenId, receipt: writtenReceipt, ...written } = fields
  // What a person reads comes first; the id differs with everything.
  const difference =
    differenceIn(written, shown, '') ??
    differenceIn(writtenReceipt, computed, 'receipt') ??
    differenceIn(writtenId, quote_id, 'quote_id')
  return { inputs, quote, difference, isIdComputed }
}

/** Finds the first field in which two JSON values differ, in the order of the computed one. */
export function differenceIn(
  written: unknown,
  computed: unknown,
  path: string,
): FieldDifference | null {
  if (
    !isBranch(written) ||
    !isBranch(computed) ||
    Array.isArray(written) !== Array.isArray(computed)
  ) {
    return Object.is(written, computed) ? null : { path, written, computed }
  }
  for (const key of new Set([...Object.keys(computed), ...Object.keys(written)])) {
    const place = Array.isArray(computed) ? `${path}[${key}]` : path === '' ? key : `${path}.${key}`
    const difference = differenceIn(ownOf(written, key), ownOf(computed, key), place)
    if (difference !== null) return difference
  }
  return null
}

type Branch = Readonly<Record<string, unknown>>

function isBranch(value: unknown): value is Branch {
  return typeof value === 'object' && value !== null
}

function ownOf(branch: Branch, key: string): unknown {
  return Object.hasOwn(branch, key) ? branch[key] : undefined
}
