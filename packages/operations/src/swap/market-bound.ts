import { type Chain, runReading } from '@vaultwright/chain'
import type { BlockRef } from '@vaultwright/outcome'
import {
  joinReadings,
  type PriceResult,
  type Reading,
  readChainPrice,
} from '@vaultwright/protocols'
import {
  assertLimitAboveBound,
  boundOf,
  type FairValue,
  fairValueOf,
  type MissingPrice,
  type PriceStatement,
  type SwapPolicy,
  type SwapToken,
} from '@vaultwright/swap'
import { amountText } from './amount-text.ts'
import { PriceUnknownError } from './swap-refusal.ts'

/** The statements of a policy's price sources at one block. */
export type PolicyPrices = {
  readonly statements: readonly PriceStatement[]
  readonly failures: readonly MissingPrice[]
}

/** The least that a policy lets an amount buy at one block; null where a price is missing. */
type MarketBound = {
  readonly buyToken: SwapToken
  readonly fair: FairValue | null
  /** Why `fair` is null. */
  readonly reason: string | null
  readonly bound: { readonly maxLossBps: bigint; readonly least: bigint } | null
}

type BoundedSale = {
  readonly sellToken: SwapToken
  readonly buyToken: SwapToken
  /** Base units. */
  readonly sellAmount: bigint
}

/** Reads every price source of a policy; nothing without one. */
export function readPolicyPrices(
  policy: Pick<SwapPolicy, 'prices'> | null,
  blockUnix: bigint,
): Reading<readonly PriceResult[]> {
  return joinReadings((policy?.prices ?? []).map((price) => readChainPrice(price, blockUnix)))
}

/** Sorts what the sources of a policy said, in the order of the policy. */
export function policyPricesOf(
  policy: Pick<SwapPolicy, 'prices'> | null,
  results: readonly PriceResult[],
): PolicyPrices {
  return {
    statements: results.flatMap(({ quote }) =>
      quote === null
        ? []
        : [
            {
              asset: quote.asset,
              source: quote.source,
              price: quote.price,
              per: quote.per as PriceStatement['per'],
              asOfUnix: BigInt(quote.atUnix),
            },
          ],
    ),
    failures: results.flatMap(({ failure }, index) => {
      const asset = policy!.prices[index]!.asset
      return failure === null ? [] : [{ asset, source: failure.what, reason: failure.reason }]
    }),
  }
}

/** Reads the least that a policy lets an amount buy at a block, by its own prices. */
export async function readMarketBound(
  { chain, policy }: { readonly chain: Chain; readonly policy: SwapPolicy },
  sale: BoundedSale,
  block: BlockRef,
): Promise<MarketBound> {
  const { found: prices } = await runReading(
    chain,
    readPolicyPrices(policy, block.timestamp),
    block,
  )
  const book = { ...policyPricesOf(policy, prices), deviationBps: policy.deviationBps }
  const { fair, reason } = fairValueOf(book, sale)
  const { buyToken } = sale
  if (fair === null) return { buyToken, fair, reason, bound: null }
  const { maxLossBps } = policy
  return {
    buyToken,
    fair,
    reason,
    bound: { maxLossBps, least: boundOf(fair.buyAmount, maxLossBps) },
  }
}

/**
 * Refuses a limit that is worse than what the policy lets a swap lose.
 *
 * @param buyAmount - what the order asks for, base units.
 * @throws {LimitBelowMarketError} when the order asks for less than the bound.
 * @throws {PriceUnknownError} when no price bounds it, unless that is accepted.
 */
export function assertLimitAtMarket(
  { buyToken, bound, reason }: MarketBound,
  { buyAmount, acceptsUnbounded }: { buyAmount: bigint; acceptsUnbounded: boolean },
): void {
  if (bound !== null)
    assertLimitAboveBound(buyAmount, bound.least, (amount) => amountText(amount, buyToken))
  else if (!acceptsUnbounded) throw new PriceUnknownError(reason ?? '')
}
