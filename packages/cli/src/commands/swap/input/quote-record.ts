import { printHex } from '@vaultwright/base'
import { printCanonical } from '@vaultwright/chain'
import { keccak256 } from '@vaultwright/merkle'
import type { SwapQuote, SwapReceipt } from '@vaultwright/swap'

/** By what a quote is known. Unix seconds, of the chain's clock. */
export type QuoteRecord = {
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
export function isOwnId(id: string): boolean {
  return id.startsWith(ownPrefix)
}

/** Names a receipt and the times of its quote: another input gives another name. */
export function ownIdOf({ formula, inputs }: SwapReceipt, times: QuoteTimes): string {
  const { createdAtUnix, expiresAtUnix } = times
  const text = printCanonical({ formula, inputs, createdAtUnix, expiresAtUnix })
  const hash = printHex(keccak256(new TextEncoder().encode(text)))
  return `${ownPrefix}${hash.slice(2, 34)}`
}
