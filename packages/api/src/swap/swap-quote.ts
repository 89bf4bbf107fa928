import { randomBytes } from 'node:crypto'
import { BaseError } from '@vaultwright/base'
import { quoteSwap } from '@vaultwright/operations'
import type { Store, StoredSwapQuote } from '@vaultwright/store'
import type { SwapQuote } from '@vaultwright/swap'
import { type QuoteOrBatchRequest, type SwapQuoteData, swapQuoteOf } from '@vaultwright/wire'
import { openSwapChain, type StrategistSwap, swapMarketOf } from './strategist-swap.ts'
import { swapRequestOf } from './swap-amount.ts'
import { swapContextOf } from './swap-context.ts'
import { pairNamed, tokensOfBody, withUnits } from './swap-token.ts'

/** The time a quote holds where no policy says. */
const defaultTtlSeconds = 60
/** Of an id: 144 bits cannot be guessed. */
const idBytes = 18
const purgeSeconds = 3_600n

// By store, because a process may have several.
const purgedAt = new WeakMap<Store, bigint>()

/**
 * Makes a quote and keeps it for 30 days.
 *
 * @throws {QuotesBusyError} {QuoteTimeoutError} when too many run, or it takes too long; else what reading
 *   the request and `quoteSwap` throw.
 */
export async function makeQuote(
  place: StrategistSwap,
  body: QuoteOrBatchRequest,
  signal: AbortSignal,
): Promise<SwapQuoteData> {
  const { context, tenantId, rules } = place
  const market = await swapMarketOf(place)
  const named = pairNamed(tokensOfBody(body), { place, market })
  const quote = await context.swaps.quotes.run(
    tenantId,
    async () => {
      const ready = await openSwapChain(place)
      const request = swapRequestOf(body, await withUnits(named, ready.chain), rules.policy)
      const block = body.at_block == null ? 'latest' : BigInt(body.at_block)
      return quoteSwap(await swapContextOf(place, ready, { block, signal }), request)
    },
    signal,
  )
  return storeQuote(place, quote)
}

/**
 * Reads a quote of a strategist.
 *
 * @throws {QuoteNotFoundError} when it has none of this id.
 */
export async function findQuote(
  { context, tenantId, at: strategistRef }: StrategistSwap,
  id: string,
): Promise<StoredSwapQuote> {
  const stored = await context.store.swapQuotes.find(tenantId, { ...strategistRef, id })
  if (stored === null) throw new QuoteNotFoundError(id)
  return stored
}

/** Joins what is stored of a quote. */
export function quoteTextOf({ body, receipt }: StoredSwapQuote): string {
  return `{"data":${body.slice(0, -1)},"receipt":${receipt}}}`
}

async function storeQuote(
  { context, tenantId, at: strategistRef, rules }: StrategistSwap,
  quote: SwapQuote,
): Promise<SwapQuoteData> {
  const id = `q_${randomBytes(idBytes).toString('base64url')}`
  const createdAtUnix = context.now()
  const ttlSeconds = BigInt(rules.policy?.quoteTtlSeconds ?? defaultTtlSeconds)
  const expiresAtUnix = createdAtUnix + ttlSeconds
  const data = swapQuoteOf(quote, { id, createdAtUnix, expiresAtUnix })
  const { receipt, ...body } = data
  await context.store.swapQuotes.put(tenantId, {
    ...strategistRef,
    id,
    createdAtUnix,
    expiresAtUnix,
    body: JSON.stringify(body),
    receipt: JSON.stringify(receipt),
  })
  await purgeNowAndThen(context.store, createdAtUnix)
  return data
}

async function purgeNowAndThen(store: Store, nowUnix: bigint): Promise<void> {
  if (nowUnix - (purgedAt.get(store) ?? 0n) < purgeSeconds) return
  purgedAt.set(store, nowUnix)
  await store.swapQuotes.purge()
}

/** The strategist has no such quote. */
export class QuoteNotFoundError extends BaseError {
  override readonly code = 'quote_not_found'
  override readonly kind = 'not_found'

  constructor(id: string) {
    super({
      message: `There is no quote ${id} of this strategist. Quotes are kept for 30 days: ask for a new one.`,
      facts: { id },
    })
  }
}
