import { type Known, knownValue, unknownValue } from '../base/known-value.ts'
import { parseRatio, powerOfTen, productOf, type Ratio } from '../base/ratio.ts'
import type { FeeGrowth, Holding } from '../base/vault-state.ts'
import type { ChainDay } from '../day/chain-day.ts'
import { type FirstDay, feeNameOf } from './first-day.ts'

/** The worth of the fees of a position's token. */
type LiquidityShare = {
  readonly holding: Holding
  readonly fees: FeeGrowth
  /** Of one whole unit in the base asset. */
  readonly price: string
  readonly worth: bigint
}

const wordBits = 256
const feeBits = 128n

/**
 * Works out what positions grew by through the fees inside their range: what their liquidity of today
 * earned in seven days, on what they are worth today. Tokens without a price are left out of both.
 *
 * @returns by key of the position; a reason when the first day did not have it.
 */
export function feeGrowthsOf(
  { worth }: ChainDay,
  first: FirstDay | null,
): ReadonlyMap<string, Known<Ratio>> {
  const positions = new Map<string, LiquidityShare[]>()
  for (const { holding, price, worth: value } of worth.holdings) {
    const { fees } = holding
    if (fees === undefined || price.value === null || value.value === null) continue
    const shares = positions.get(fees.key) ?? []
    positions.set(fees.key, shares)
    shares.push({ holding, fees, price: price.value, worth: value.value })
  }
  const decimals = worth.decimals ?? 0
  return new Map(
    [...positions].map(([key, shares]) => [key, growthOf(shares, { first, decimals })]),
  )
}

type FeeContext = { readonly first: FirstDay | null; readonly decimals: number }

function growthOf(shares: readonly LiquidityShare[], context: FeeContext): Known<Ratio> {
  const { first, decimals } = context
  if (first === null) return unknownValue('The first day was not measured.')
  const worth = shares.reduce((sum, share) => sum + share.worth, 0n)
  if (worth <= 0n) return unknownValue(`${shares[0]!.fees.key} is worth nothing.`)
  let growth: Ratio = { above: worth, below: 1n }
  for (const share of shares) {
    const earned = earnedOf(share, first)
    if (earned.value === null) return earned
    growth = sumOf(growth, worthOf(earned.value, share, decimals))
  }
  return knownValue(productOf(growth, { above: 1n, below: worth }))
}

/** Base units, rounded down as pools do when they pay out. Counters of pools begin anew after 2^256. */
function earnedOf({ holding, fees }: LiquidityShare, first: FirstDay): Known<bigint> {
  const before = first.fees.get(feeNameOf(fees.key, holding.asset.address))
  if (before === undefined) return unknownValue(`${fees.key} was not read on ${first.day}.`)
  const grown = BigInt.asUintN(wordBits, BigInt(fees.inside) - BigInt(before))
  if (grown >> BigInt(wordBits - 1) === 1n) {
    return unknownValue(`The fees of ${fees.key} are lower than on ${first.day}.`)
  }
  return knownValue((grown * BigInt(fees.liquidity)) >> feeBits)
}

/** Base units of the base asset. */
function worthOf(amount: bigint, { holding, price }: LiquidityShare, decimals: number): Ratio {
  const { above, below } = parseRatio(price)
  return {
    above: amount * above * powerOfTen(decimals),
    below: below * powerOfTen(holding.asset.decimals ?? 0),
  }
}

function sumOf(left: Ratio, right: Ratio): Ratio {
  return {
    above: left.above * right.below + right.above * left.below,
    below: left.below * right.below,
  }
}
