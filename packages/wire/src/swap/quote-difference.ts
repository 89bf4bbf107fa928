import type { SwapBatch, SwapQuote } from '@vaultwright/swap'
import { type JsonDifference, jsonDifferencesOf } from '@vaultwright/valuation'
import { swapBatchOf, swapQuoteOf } from './quote-print.ts'
import type { SwapQuoteData } from './swap-quote.ts'

/** The names and times of a quote: nothing of it follows from a receipt of a service. */
export type QuoteNames = Pick<SwapQuoteData, 'quote_id' | 'created_at' | 'expires_at'>

/**
 * Compares every field that a quote states with what was computed from its receipt.
 *
 * @param stated - the quote as it came: nothing in it is believed.
 * @param quote - computed from the inputs of its receipt.
 * @param names - what the id and the times have to be.
 * @returns what a person reads first, then the receipt, the id last; `left` is computed, `right` stated.
 */
export function quoteDifferencesOf(
  stated: Readonly<Record<string, unknown>>,
  quote: SwapQuote,
  names: QuoteNames,
): readonly JsonDifference[] {
  const { created_at, expires_at } = names
  const printed = swapQuoteOf(quote, { id: names.quote_id, createdAtUnix: 0n, expiresAtUnix: 0n })
  const { quote_id, receipt, ...shown } = { ...printed, created_at, expires_at }
  const { quote_id: statedId, receipt: statedReceipt, ...statedShown } = stated
  return [
    ...jsonDifferencesOf(shown, statedShown),
    ...jsonDifferencesOf({ receipt }, { receipt: statedReceipt }),
    ...jsonDifferencesOf({ quote_id }, { quote_id: statedId }),
  ]
}

/**
 * Compares every field that a batch states with what was computed from its receipt.
 *
 * @param stated - the batch as it came: nothing in it is believed.
 * @returns what a person reads first, then the receipt; `left` is computed, `right` stated.
 */
export function batchDifferencesOf(
  stated: Readonly<Record<string, unknown>>,
  batch: SwapBatch,
): readonly JsonDifference[] {
  const { receipt, ...shown } = swapBatchOf(batch)
  const { receipt: statedReceipt, ...statedShown } = stated
  return [
    ...jsonDifferencesOf(shown, statedShown),
    ...jsonDifferencesOf({ receipt }, { receipt: statedReceipt }),
  ]
}
