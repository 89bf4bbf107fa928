import { printUnits } from '@vaultwright/base'
import { knownValue, unknownValue } from '../base/known-value.ts'
import type { PositionValue } from '../base/result.ts'
import type { ValuedHolding, Worth } from './worth.ts'

/**
 * Puts holdings of the same kind together: those of several holders are one position, what is held and
 * what is owed are two.
 *
 * @returns by protocol, asset and maturity, sorted, whatever the order of the holdings.
 */
export function positionsOf({ holdings, decimals }: Worth): readonly PositionValue[] {
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
  return `${protocol} ${asset.address.toLowerCase()} ${maturityUnix ?? ''} ${side}`
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
