import { type Address, type Hex, printUnits } from '@vaultwright/base'
import { printTime } from '../field/time.ts'
import {
  type PermittingLeafInput,
  permittingLeafOf,
  type SwapTokenInput,
  swapTokenOf,
} from './pair-print.ts'
import type { SwapBoundData, SwapCandidateData, SwapQuoteData } from './swap-quote.ts'

type VenueRefusal = { readonly code: string; readonly message: string }
type Params = Readonly<Record<string, string>>

/** One way to swap, as swaps measure it. */
export type SwapCandidateInput = {
  readonly id: string
  readonly legs: readonly {
    readonly route: string
    readonly params: Params
    readonly sellToken: Address
    readonly buyToken: Address
    readonly sellAmount: bigint
    readonly shareBps: bigint
    readonly least: bigint | null
  }[]
  readonly method: 'executed' | 'view' | 'offered'
  readonly buyAmount: bigint
  readonly offeredAmount: bigint | null
  readonly least: bigint | null
  readonly lossBps: string | null
  readonly impactBps: string | null
  readonly impactReason: string | null
  readonly gasUsed: bigint
  readonly netOfGas: bigint | null
  readonly isWithinBound: boolean | null
  readonly leftover: readonly { readonly token: Address; readonly amount: bigint }[]
  readonly free: readonly { readonly field: string; readonly why: string }[]
  readonly refusal: VenueRefusal | null
}

/** A quote, as swaps make it. */
export type SwapQuoteInput = {
  readonly blockNumber: bigint
  readonly blockHash: Hex
  readonly root: Hex
  readonly sellToken: SwapTokenInput
  readonly buyToken: SwapTokenInput
  readonly sellAmount: bigint
  readonly slippageBps: bigint
  readonly fair: {
    readonly buyAmount: bigint
    readonly sources: readonly {
      readonly asset: Address
      readonly source: string
      readonly price: string
      readonly per: Address | 'usd'
      readonly asOfUnix: bigint
    }[]
  } | null
  readonly fairReason: string | null
  readonly bound: SwapBoundInput | null
  readonly best: string | null
  readonly candidates: readonly SwapCandidateInput[]
  readonly refused: readonly (VenueRefusal & { readonly route: string; readonly params: Params })[]
  readonly why: readonly string[]
  readonly unpermitted: readonly {
    readonly route: string
    readonly params: Params
    readonly buyAmount: bigint
    readonly method: 'view' | 'offered'
    readonly permittingLeaf: PermittingLeafInput | null
  }[]
  readonly receipt: {
    readonly formula: 'swap-quote@1'
    readonly inputs: Readonly<Record<string, unknown>>
    readonly result: Readonly<Record<string, unknown>>
  }
}

/** The least that a policy lets a swap buy. */
export type SwapBoundInput = { readonly maxLossBps: bigint; readonly least: bigint }

/** By what a service knows a quote. Unix seconds. */
export type QuoteRecordInput = {
  readonly id: string
  readonly createdAtUnix: bigint
  readonly expiresAtUnix: bigint
}

/** Decimals of a swap's tokens. */
export type SwapUnits = { readonly sellToken: SwapTokenInput; readonly buyToken: SwapTokenInput }

/** Turns a quote into the words of the interface. */
export function swapQuoteOf(quote: SwapQuoteInput, record: QuoteRecordInput): SwapQuoteData {
  const { fair, buyToken } = quote
  return {
    quote_id: record.id,
    created_at: printTime(record.createdAtUnix),
    expires_at: printTime(record.expiresAtUnix),
    block_number: Number(quote.blockNumber),
    block_hash: quote.blockHash,
    root_hash: quote.root,
    sell_token: swapTokenOf(quote.sellToken),
    buy_token: swapTokenOf(buyToken),
    sell_amount: shownOf(quote.sellAmount, quote.sellToken),
    raw_sell_amount: String(quote.sellAmount),
    slippage_bps: Number(quote.slippageBps),
    fair:
      fair === null
        ? null
        : {
            buy_amount: shownOf(fair.buyAmount, buyToken),
            raw_buy_amount: String(fair.buyAmount),
            sources: fair.sources.map(({ asOfUnix, ...source }) => ({
              ...source,
              as_of: printTime(asOfUnix),
            })),
          },
    fair_reason: quote.fairReason,
    bound: quote.bound === null ? null : swapBoundOf(quote.bound, buyToken),
    best: quote.best,
    candidates: quote.candidates.map((candidate) => swapCandidateOf(candidate, quote)),
    refused: quote.refused.map(({ route, params, code, message }) => ({
      route,
      params: { ...params },
      code,
      message,
    })),
    why: [...quote.why],
    not_permitted: quote.unpermitted.map((venue) => ({
      route: venue.route,
      params: { ...venue.params },
      buy_amount: shownOf(venue.buyAmount, buyToken),
      raw_buy_amount: String(venue.buyAmount),
      method: venue.method,
      leaf_that_would_permit:
        venue.permittingLeaf === null ? null : permittingLeafOf(venue.permittingLeaf),
    })),
    receipt: {
      formula: quote.receipt.formula,
      inputs: { ...quote.receipt.inputs },
      result: { ...quote.receipt.result },
    },
  }
}

/** Turns one way to swap into the words of the interface. */
export function swapCandidateOf(
  candidate: SwapCandidateInput,
  { sellToken, buyToken }: SwapUnits,
): SwapCandidateData {
  const { offeredAmount, netOfGas } = candidate
  return {
    id: candidate.id,
    legs: candidate.legs.map((leg) => ({
      route: leg.route,
      params: { ...leg.params },
      sell_token: leg.sellToken,
      buy_token: leg.buyToken,
      sell_amount: leg.sellToken === sellToken.address ? shownOf(leg.sellAmount, sellToken) : null,
      raw_sell_amount: String(leg.sellAmount),
      share_bps: Number(leg.shareBps),
      raw_least: rawOrNull(leg.least),
    })),
    method: candidate.method,
    buy_amount: shownOf(candidate.buyAmount, buyToken),
    raw_buy_amount: String(candidate.buyAmount),
    offered_amount: offeredAmount === null ? null : shownOf(offeredAmount, buyToken),
    raw_least: rawOrNull(candidate.least),
    loss_bps: candidate.lossBps,
    impact_bps: candidate.impactBps,
    impact_reason: candidate.impactReason,
    gas_used: Number(candidate.gasUsed),
    net_of_gas: netOfGas === null ? null : shownOf(netOfGas, buyToken),
    within_bound: candidate.isWithinBound,
    leftover: candidate.leftover.map(({ token, amount }) => ({
      token,
      raw_amount: String(amount),
    })),
    free: candidate.free.map(({ field, why }) => ({ field, why })),
    refusal: candidate.refusal === null ? null : { ...candidate.refusal },
  }
}

/** Turns a bound into the words of the interface. */
export function swapBoundOf(bound: SwapBoundInput, buyToken: SwapTokenInput): SwapBoundData {
  return {
    max_loss_bps: Number(bound.maxLossBps),
    raw_least: String(bound.least),
    least: shownOf(bound.least, buyToken),
  }
}

/** Writes an amount in display units. @returns exact decimal; null when the decimals are not known. */
export function shownOf(amount: bigint, { decimals }: SwapTokenInput): string | null {
  return decimals === null ? null : printUnits(amount, decimals)
}

function rawOrNull(amount: bigint | null): string | null {
  return amount === null ? null : String(amount)
}
