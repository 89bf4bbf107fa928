import { queryOptions } from '@tanstack/react-query'
import type { ActingStrategist, BuildTrees, QuoteCheck, RequestedQuote } from '@vaultwright/check'
import type { SwapQuoteData } from '@vaultwright/wire'
import { type BuildRef, readActingStrategist } from '../../action/verify/build-place.ts'
import { gather } from '../../part/gather.ts'
import { sessionClient } from '../../session/session-client.ts'

/** The place of a swap, and the trees that everything is proven against. */
export type ProvenPlace = { readonly place: ActingStrategist; readonly trees: BuildTrees }

/** A quote, what was asked for, and what this page found about it. */
export type CheckedQuote = {
  readonly quote: SwapQuoteData
  /** Null for a quote that was opened by its link. */
  readonly asked: RequestedQuote | null
  readonly check: QuoteCheck
}

/** The question for whom is swapped, and by which roots. */
export function placeQuery(ref: BuildRef) {
  return queryOptions({
    queryKey: ['swap-place', ref.chain, ref.vault, ref.strategist],
    queryFn: () => readActingStrategist(sessionClient(), ref),
    staleTime: 300_000,
  })
}

/** The question for every pair of a strategist's tree. */
export function pairsQuery(place: ActingStrategist) {
  return queryOptions({
    queryKey: ['swap-pairs', place.chain, place.vault, place.strategist, place.root],
    queryFn: () => gather(sessionClient().swapPairs({ ...requestOf(place), page_size: 100 })),
    staleTime: 300_000,
  })
}

/** The question for a strategist's orders. */
export function ordersQuery(place: ActingStrategist) {
  return queryOptions({
    queryKey: ['swap-orders', place.chain, place.vault, place.strategist],
    queryFn: () => gather(sessionClient().swapOrders({ ...requestOf(place), page_size: 100 })),
    staleTime: 10_000,
  })
}

/** The part of every request that says for whom. */
export function requestOf({ chain, vault, strategist }: BuildRef) {
  return { chain, vault_address: vault, strategist_address: strategist }
}
