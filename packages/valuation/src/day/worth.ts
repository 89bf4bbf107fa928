import { memoize, printUnits } from '@vaultwright/base'
import { type Known, knownValue, unknownValue } from '../base/known-value.ts'
import { powerOfTen } from '../base/ratio.ts'
import type { Asset, Holding, ReadFailure, VaultState } from '../base/vault-state.ts'
import { pricePlaces } from '../price/asset-dollar.ts'
import {
  type PriceField,
  type PriceGraph,
  type PricePath,
  placeOf,
  priceFieldOf,
  priceGraphOf,
  pricePathOf,
} from '../price/price-path.ts'

/** A holding with what it was worth. */
export type ValuedHolding = {
  readonly holding: Holding
  /** Null when there is no price. */
  readonly path: PricePath | null
  /** Of one whole unit in whole units of the base asset, exact decimal. */
  readonly price: Known<string>
  /** Base units of the base asset. */
  readonly worth: Known<bigint>
}

/** The worth of everything that a vault held on a chain. */
export type Worth = {
  /** Null when the base asset is not known, or tells no decimals. */
  readonly decimals: number | null
  readonly graph: PriceGraph
  /** Every way to the base asset; null when it is not known. */
  readonly field: PriceField | null
  readonly holdings: readonly ValuedHolding[]
  /** Sum of what is known, base units of the base asset. */
  readonly net: Known<bigint>
  /** The parts the sum leaves out, a sentence each, sorted. */
  readonly leftOut: readonly string[]
}

/** The beginning of a failure that is not a holding's: where it counts, the value that is not known tells of it. */
const elsewhere = /^(?:price|rate|supply|decimals|state|base|events) of |^accountant /
/** The beginning of a failure of a price. */
const ofPrice = /^(?:price|rate) of /

/**
 * Values everything that a vault held on a chain at the end of a day.
 *
 * @returns each holding's worth and their sum. The sum is not known when the base asset is not, nor when
 * nothing could be valued of what there may be: what is left out is named, never counted as zero.
 */
export const worthOf: (state: VaultState) => Worth = memoize((state) => {
  const { base, failures } = state
  const graph = priceGraphOf(state.quotes)
  const field = base === null ? null : priceFieldOf(graph, base.address)
  const prices = new Map<string, Priced>()
  const holdings = state.holdings.map((holding): ValuedHolding => {
    const { address } = holding.asset
    let priced = prices.get(address)
    if (priced === undefined) {
      priced = pricedIn(field, holding.asset, failures)
      prices.set(address, priced)
    }
    const { path, price } = priced
    return { holding, path, price, worth: worthIn(base, holding, priced) }
  })
  const leftOut: readonly string[] = [
    ...unpricedOf(holdings),
    ...failures
      .filter(({ what }) => !elsewhere.test(what))
      .map(({ what, reason }) => `${what}: ${reason}`),
  ].sort()
  const decimals = base?.decimals ?? null
  const net = netOf(base, holdings, leftOut)
  return { decimals, graph, field, holdings, net, leftOut }
})

/**
 * Names what a vault held whose worth is not known.
 *
 * @returns a sentence each, in order.
 */
export function unpricedOf(holdings: Worth['holdings']): readonly string[] {
  return holdings.flatMap(({ holding, worth }) =>
    worth.value === null ? [`${holding.protocol} ${holding.asset.symbol}: ${worth.reason}`] : [],
  )
}

type Priced = Pick<ValuedHolding, 'path' | 'price'> & {
  /** The price without its point: units of its last place. */
  readonly units: bigint
}

function pricedIn(
  field: PriceField | null,
  asset: Asset,
  failures: readonly ReadFailure[],
): Priced {
  if (field === null) return unpriced('The base asset is not known.')
  const path = pricePathOf(field, asset.address)
  if (path === null) return unpriced(reasonWithoutPrice(asset, failures))
  const { above, below } = path.price
  const units = (above * powerOfTen(pricePlaces)) / below
  if (units === 0n) return unpriced(`The price of ${asset.symbol} is below 10^-${pricePlaces}.`)
  return { path, price: knownValue(printUnits(units, pricePlaces)), units }
}

function unpriced(reason: string): Priced {
  return { path: null, price: unknownValue(reason), units: 0n }
}

/** Why each source had none is part of the reason. */
function reasonWithoutPrice({ address, symbol }: Asset, failures: readonly ReadFailure[]): string {
  const name = placeOf(address)
  const isHex = address.startsWith('0x')
  const reasons = failures
    .filter(({ what }) => ofPrice.test(what) && (isHex ? what.toLowerCase() : what).includes(name))
    .map(({ what, reason }) => `${what}: ${reason}`)
  return [`No price of ${symbol} in the base asset is known.`, ...reasons].join(' ')
}

function worthIn(base: Asset | null, { asset, amount }: Holding, { price, units }: Priced) {
  if (price.value === null) return price
  if (base === null) return unknownValue<bigint>('The base asset is not known.')
  if (base.decimals === null) return unknownValue<bigint>(reasonWithoutDecimals(base))
  if (asset.decimals === null) return unknownValue<bigint>(reasonWithoutDecimals(asset))
  const worth = BigInt(amount) * units * powerOfTen(base.decimals)
  return knownValue(worth / powerOfTen(pricePlaces + asset.decimals))
}

function netOf(
  base: Asset | null,
  holdings: readonly ValuedHolding[],
  leftOut: readonly string[],
): Known<bigint> {
  if (base === null) return unknownValue('The base asset is not known.')
  if (base.decimals === null) return unknownValue(reasonWithoutDecimals(base))
  const valued = holdings.flatMap(({ worth }) => (worth.value === null ? [] : [worth.value]))
  if (valued.length === 0 && leftOut.length > 0) {
    return unknownValue(`Nothing that the vault may hold could be valued. ${leftOut.join('; ')}`)
  }
  return knownValue(valued.reduce((sum, value) => sum + value, 0n))
}

function reasonWithoutDecimals({ symbol, address }: Asset): string {
  return `The token ${symbol} (${address}) tells no decimals.`
}
