import { printUnits } from '@vaultwright/base'
import { knownValue, unknownValue } from '../base/known-value.ts'
import type {
  DayInputs,
  DayReceipt,
  DayValue,
  FirstDayReceipt,
  FirstDayValue,
  PositionValue,
} from '../base/result.ts'
import type { VaultState } from '../base/vault-state.ts'
import { dollarsOf } from '../price/asset-dollar.ts'
import { placeOf } from '../price/price-path.ts'
import { netWorthOf } from './net-worth.ts'
import { shareValuesOf } from './share-value.ts'
import { type ValuedHolding, type Worth, worthOf } from './worth.ts'
import { worthFlagsOf } from './worth-flag.ts'

/** Name and version of the formula that gives a day its values. */
export const dayFormula = 'day@2'

/** The version before, whose net assets are before fees owed. */
export const firstDayFormula = 'day@1'

/**
 * Works out what a vault was on one chain at the end of a day.
 *
 * @param given - what was read of the day, and the vault's other chains.
 * @returns the values with what they were computed from.
 */
export function valueDay(given: DayInputs): DayReceipt {
  return { formula: dayFormula, inputs: given, result: dayValueOf(given) }
}

/** Works out the values of a day as `day@1` does, for its receipts: with its keys, in its order. */
export function valueFirstDay(state: VaultState): FirstDayReceipt {
  const value = dayValueOf(state)
  const result: FirstDayValue = {
    sharePrice: value.sharePrice,
    totalAssets: value.totalAssets,
    totalSupply: value.totalSupply,
    priceUsd: value.priceUsd,
    tvlUsd: value.tvlUsd,
    netAssets: value.heldAssets,
    positions: value.positions,
    feesOwed: value.feesOwed,
    stream: value.stream,
    flags: value.flags,
  }
  return { formula: firstDayFormula, inputs: state, result }
}

function dayValueOf(state: DayInputs): DayValue {
  const worth = worthOf(state)
  const { sharePrice, totalAssets, totalSupply, dollars, flags } = shareValuesOf(state)
  const { heldAssets, feesOwed, ...net } = netWorthOf(state)
  return {
    sharePrice,
    totalAssets,
    totalSupply,
    priceUsd: dollarsOf(sharePrice, dollars.price),
    tvlUsd: dollarsOf(totalAssets, dollars.price),
    heldAssets,
    positions: positionsOf(worth),
    feesOwed,
    ...net,
    stream: streamOf(state),
    flags: [...flags, ...worthFlagsOf(state)],
  }
}

function streamOf({ accountant, base }: VaultState): DayValue['stream'] {
  const stream = accountant?.stream ?? null
  const decimals = base?.decimals ?? null
  if (stream === null || decimals === null) return null
  return {
    vestedAmount: printUnits(BigInt(stream.gains), decimals),
    vestingSeconds: String(BigInt(stream.endUnix) - BigInt(stream.startUnix)),
  }
}

/**
 * Puts holdings of the same kind together: those of several holders are one position, what is held and
 * what is owed are two.
 *
 * @returns by protocol, asset and maturity, sorted, whatever the order of the holdings.
 */
function positionsOf({ holdings, decimals }: Worth): readonly PositionValue[] {
  const groups = new Map<string, ValuedHolding[]>()
  for (const valued of holdings) {
    const key = positionKeyOf(valued)
    const group = groups.get(key)
    if (group === undefined) groups.set(key, [valued])
    else group.push(valued)
  }
  return [...groups]
    .sort(([left], [right]) => (left < right ? -1 : 1))
    .map(([, group]) => positionOf(group, decimals))
}

function positionKeyOf({ holding }: ValuedHolding): string {
  const { protocol, asset, amount, maturityUnix } = holding
  const side = amount.startsWith('-') ? 'owed' : 'held'
  return `${protocol} ${placeOf(asset.address)} ${maturityUnix ?? ''} ${side}`
}

function positionOf(group: readonly ValuedHolding[], decimals: number | null): PositionValue {
  const { holding, price, worth } = group[0]!
  const { asset, protocol } = holding
  const amount = group.reduce((sum, one) => sum + BigInt(one.holding.amount), 0n)
  const value = group.reduce((sum, one) => sum + (one.worth.value ?? 0n), 0n)
  return {
    protocol,
    asset,
    balance:
      asset.decimals === null
        ? unknownValue(`The token ${asset.symbol} (${asset.address}) tells no decimals.`)
        : knownValue(printUnits(amount, asset.decimals)),
    price,
    value: worth.value === null ? worth : knownValue(printUnits(value, decimals!)),
  }
}
