import { BaseError } from '@vaultwright/base'
import type { Chain } from '@vaultwright/chain'
import type { OrderTrade, SwapPolicy } from '@vaultwright/swap'
import { readMarketBound } from '../market-bound.ts'
import type { TokenPair } from '../request-token.ts'

/** The worth of what a fill sold, by the policy's prices at the block of the fill. */
export type FillValue = {
  /** Base units of the bought token; null with a reason. */
  readonly fairBuyAmount: bigint | null
  readonly reason: string | null
}

/** The most fills of an order that are valued: each is a reading of prices at a block of its own. */
const maxFills = 20

/**
 * Values the fills of an order at the blocks in which they happened.
 *
 * Prices are those at the end of the block. A node that has forgotten the block, or a price that was missing then, is
 * a reason, and never a value.
 *
 * @returns in the order of the trades.
 */
export async function readFillValues(
  { chain, policy }: { readonly chain: Chain; readonly policy: SwapPolicy | null },
  pair: TokenPair,
  trades: readonly OrderTrade[],
): Promise<readonly FillValue[]> {
  const unknown = (reason: string): FillValue => ({ fairBuyAmount: null, reason })
  return await Promise.all(
    trades.map(async ({ blockNumber, sellAmount }, index) => {
      if (policy === null) return unknown('The vault has no prices in its definition.')
      if (index >= maxFills) return unknown(`Only the first ${maxFills} fills are valued.`)
      try {
        const block = await chain.readBlock(blockNumber)
        const { fair, reason } = await readMarketBound(
          { chain, policy },
          { ...pair, sellAmount },
          block,
        )
        return fair === null
          ? unknown(reason ?? '')
          : { fairBuyAmount: fair.buyAmount, reason: null }
      } catch (error) {
        if (error instanceof BaseError) return unknown(error.shortMessage)
        throw error
      }
    }),
  )
}
