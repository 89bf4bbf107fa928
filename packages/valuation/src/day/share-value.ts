import { memoize } from '@vaultwright/base'
import type { Flag, Known } from '../base/known-value.ts'
import type { DayEnd } from '../base/result.ts'
import { type DollarPrice, dollarPriceOf } from '../price/asset-dollar.ts'
import { priceGraphOf } from '../price/price-path.ts'
import { shareFlagsOf } from './day-flag.ts'
import { type ShareState, sharePriceAt, totalAssetsAt, totalSupplyAt } from './share-rate.ts'

/** The share values of a day: every value of the day needs them. */
export type ShareValues = {
  readonly sharePrice: Known<string>
  readonly totalAssets: Known<string>
  readonly totalSupply: Known<string>
  readonly flags: readonly Flag[]
  readonly end: DayEnd
  /** Of the base asset. */
  readonly dollars: DollarPrice
}

/** Reads what a day says of its shares, once. */
export const shareValuesOf: (state: ShareState) => ShareValues = memoize((state) => {
  const sharePrice = sharePriceAt(state)
  const { day, block, base, accountant } = state
  return {
    sharePrice,
    totalAssets: totalAssetsAt(state),
    totalSupply: totalSupplyAt(state),
    flags: shareFlagsOf(state),
    end: {
      day,
      block: { number: block.number, hash: block.hash, atUnix: block.atUnix },
      base: base?.address ?? null,
      sharePrice,
      isPaused: accountant?.isPaused ?? false,
    },
    dollars: dollarPriceOf(priceGraphOf(state.quotes), base),
  }
})
