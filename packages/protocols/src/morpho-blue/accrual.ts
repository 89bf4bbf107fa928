import { wordIn } from '../reading/answer.ts'
import type { ContractReadResult } from '../reading/reading.ts'

/** All assets and the shares that they are divided into. */
export type MorphoTotals = { readonly assets: bigint; readonly shares: bigint }

/** The totals a market has booked, and their time. */
export type MorphoMarket = {
  readonly supply: MorphoTotals
  readonly debt: MorphoTotals
  readonly updatedAtUnix: bigint
  /** Part of the interest that the market's owner takes, 18 decimals. */
  readonly fee: bigint
}

const wad = 10n ** 18n
const scale = 10n ** 36n
/** Source: Morpho Blue, SharesMathLib. */
const [virtualShares, virtualAssets] = [10n ** 6n, 1n]

/**
 * Reads what a market has booked.
 *
 * @returns the market; null when it does not say all of them, or takes more than all interest.
 */
export function marketIn(answer: ContractReadResult | undefined): MorphoMarket | null {
  const words = [0, 1, 2, 3, 4, 5].map((index) => wordIn(answer, index).value)
  if (words.some((word) => word === null)) return null
  const [supplied, supplyShares, borrowed, debtShares, updatedAtUnix, fee] = words as bigint[]
  if (fee! > wad) return null
  return {
    supply: { assets: supplied!, shares: supplyShares! },
    debt: { assets: borrowed!, shares: debtShares! },
    updatedAtUnix: updatedAtUnix!,
    fee: fee!,
  }
}

/**
 * Books the interest since a market was last touched, as the market itself does at the next touch.
 *
 * Source: Morpho Blue, `_accrueInterest` and MathLib `wTaylorCompounded`: every step is rounded down.
 *
 * @returns the market as it would be then; the same one when no time went by.
 */
export function accruedOf(market: MorphoMarket, rate: bigint, atUnix: bigint): MorphoMarket {
  const { supply, debt, updatedAtUnix, fee } = market
  if (atUnix <= updatedAtUnix) return market
  const interest = (debt.assets * compoundedOf(rate * (atUnix - updatedAtUnix))) / wad
  const assets = supply.assets + interest
  const taken = (interest * fee) / wad
  const remainder = assets - taken
  const feeShares = (taken * (supply.shares + virtualShares)) / (remainder + virtualAssets)
  return {
    supply: { assets, shares: supply.shares + feeShares },
    debt: { ...debt, assets: debt.assets + interest },
    updatedAtUnix: atUnix,
    fee,
  }
}

/** Works out what shares of a supply pay out. */
export function assetsDown(shares: bigint, { assets, shares: all }: MorphoTotals): bigint {
  return (shares * (assets + virtualAssets)) / (all + virtualShares)
}

/** Works out what shares of a debt cost to pay back. */
export function assetsUp(shares: bigint, { assets, shares: all }: MorphoTotals): bigint {
  const below = all + virtualShares
  return (shares * (assets + virtualAssets) + below - 1n) / below
}

/** Works out what a share is worth, to see it grow. */
export function growthOf({ assets, shares }: MorphoTotals): bigint {
  return ((assets + virtualAssets) * scale) / (shares + virtualShares)
}

/** The first three terms of e^x - 1. */
function compoundedOf(x: bigint): bigint {
  const second = (x * x) / (2n * wad)
  return x + second + (second * x) / (3n * wad)
}
