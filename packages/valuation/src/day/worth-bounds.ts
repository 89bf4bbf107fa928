import { printUnits } from '@vaultwright/base'
import { type Known, knownValue, unknownValue } from '../base/known-value.ts'
import { powerOfTen, type Ratio } from '../base/ratio.ts'
import type { DayInputs } from '../base/result.ts'
import type { Holding } from '../base/vault-state.ts'
import { type PriceField, priceFieldOf, priceGraphOf, pricePathOf } from '../price/price-path.ts'
import { feesOwedOf, netWorthOf, relativeGapOf } from './net-worth.ts'
import { type NextRate, nextRateOf } from './next-rate.ts'
import { type ValuedHolding, worthOf } from './worth.ts'

/** An end of the worth that is open, and what opens it. */
export type OpenEnd = { readonly side: 'lower' | 'upper'; readonly reason: string }

/**
 * The least and the most that a vault was worth by its holdings and debts. Exact decimals in the base asset, null for
 * an end that is open.
 */
export type WorthBounds = {
  readonly lower: string | null
  readonly upper: string | null
  /** Each end less total assets, as a fraction of these; null where the end is open, or the gap is not known. */
  readonly gapLower: string | null
  readonly gapUpper: string | null
  readonly open: readonly OpenEnd[]
  readonly nextRate: NextRate | null
  /** Why there is none; null when there is one. */
  readonly nextRateReason: string | null
}

/**
 * Bounds what a vault was worth at the end of a day, and its next rate.
 *
 * A peg counts at the worse of the peg and the market, where both have a price. A holding without a price counts as
 * nothing below and opens the end above; a debt without one opens the end below. What could not be read may be
 * either, and opens both. Prices that a trade within the block can move count as they were read.
 *
 * @param floors - the worth of holdings that no trade moves, base units of the base asset: none counts as more in the
 * least.
 */
export function worthBoundsOf(
  state: DayInputs,
  floors: ReadonlyMap<Holding, bigint> = new Map(),
): WorthBounds {
  const worth = worthOf(state)
  const owed = feesOwedOf(state)
  const market = marketFieldOf(state)
  const unread = worth.leftOut.length - worth.holdings.filter(isUnpriced).length
  const open: OpenEnd[] = []
  const openBoth = (reason: string) => {
    for (const side of ['lower', 'upper'] as const) open.push({ side, reason })
  }
  const { decimals } = worth
  if (decimals === null) openBoth('The base asset is not known, or tells no decimals.')
  if (owed.value === null) openBoth(owed.reason)
  if (unread > 0) openBoth(`${unread} ${unread === 1 ? 'part' : 'parts'} could not be read.`)
  let [lower, upper] = [0n, 0n]
  for (const valued of worth.holdings) {
    const { asset, amount, protocol } = valued.holding
    if (valued.worth.value !== null) {
      const isPegged = valued.path?.steps.some(({ kind }) => kind === 'pegged') ?? false
      const atMarket = isPegged ? worthIn(market!, valued.holding, decimals!) : null
      const [least, most] = inOrder(valued.worth.value, atMarket ?? valued.worth.value)
      const floor = floors.get(valued.holding) ?? least
      lower += inOrder(floor, least)[0]
      upper += most
    } else if (amount !== '0') {
      const isDebt = amount.startsWith('-')
      const reason = `${isDebt ? 'A debt' : 'A holding'} in ${protocol} has no worth: ${asset.symbol}.`
      open.push({ side: isDebt ? 'lower' : 'upper', reason })
    }
  }
  const endOf = (side: OpenEnd['side'], units: bigint): Known<bigint> => {
    const opened = open.find((end) => end.side === side)
    if (opened !== undefined) return unknownValue(opened.reason)
    return knownValue(units - owed.value!)
  }
  const ends = { lower: endOf('lower', lower), upper: endOf('upper', upper) }
  const print = ({ value }: Known<bigint>) => (value === null ? null : printUnits(value, decimals!))
  const next = nextRateOf(state, netWorthOf(state))
  return {
    lower: print(ends.lower),
    upper: print(ends.upper),
    gapLower: relativeGapOf(state, ends.lower).value,
    gapUpper: relativeGapOf(state, ends.upper).value,
    open,
    nextRate: next.value,
    nextRateReason: next.reason,
  }
}

function isUnpriced({ worth }: ValuedHolding): boolean {
  return worth.value === null
}

/** The ways to the base asset without pegs; null where no peg is among the quotes. */
function marketFieldOf({ quotes, base }: DayInputs): PriceField | null {
  if (base === null || !quotes.some(({ kind }) => kind === 'pegged')) return null
  const unpegged = quotes.filter(({ kind }) => kind !== 'pegged')
  return priceFieldOf(priceGraphOf(unpegged), base.address)
}

/** Base units of the base asset, toward zero; null without a price. */
function worthIn(field: PriceField, { asset, amount }: Holding, decimals: number): bigint | null {
  const price: Ratio | null = pricePathOf(field, asset.address)?.price ?? null
  if (price === null || asset.decimals === null) return null
  const units = BigInt(amount) * price.above * powerOfTen(decimals)
  return units / (price.below * powerOfTen(asset.decimals))
}

function inOrder(left: bigint, right: bigint): readonly [least: bigint, most: bigint] {
  return left < right ? [left, right] : [right, left]
}
