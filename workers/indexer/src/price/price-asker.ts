import type { RpcFetch } from '@vaultwright/chain'
import { fetchHttpPrice, type HttpPrice, type HttpPriceQuery } from './http-price.ts'
import type { HttpSource } from './price-source.ts'

/** Asks a server for a price. */
export type PriceAsker = (source: HttpSource, query: HttpPriceQuery) => Promise<HttpPrice>

type CachedPrice = { readonly askedUnix: bigint; readonly answer: Promise<HttpPrice> }

/** Vaults of a chain end their day at the same block, and are read one after the other. */
const keptSeconds = 60n
/** Answers that are remembered at once. */
const most = 1_000

/**
 * Makes what asks servers for prices: the same question has one answer for a minute, so that a thousand
 * vaults ask as often as one, and agree. A failure is forgotten at once.
 */
export function openPriceAsker(fetch: RpcFetch): PriceAsker {
  const known = new Map<string, CachedPrice>()
  return (source, query) => {
    const { nowUnix: askedUnix, chain, asset, atUnix } = query
    const { url, price, at, maxAgeSeconds } = source
    const name = JSON.stringify([url, price, at, maxAgeSeconds, chain, asset, String(atUnix)])
    const kept = known.get(name)
    if (kept !== undefined && isFresh(kept, askedUnix)) return kept.answer
    const answer = fetchHttpPrice(source, query, fetch)
    const forget = () => {
      if (known.get(name)?.answer === answer) known.delete(name)
    }
    known.delete(name)
    if (known.size >= most) known.delete(known.keys().next().value!)
    known.set(name, { askedUnix, answer })
    answer.then((found) => ('reason' in found ? forget() : undefined), forget)
    return answer
  }
}

function isFresh({ askedUnix }: CachedPrice, nowUnix: bigint): boolean {
  return nowUnix >= askedUnix && nowUnix - askedUnix < keptSeconds
}
