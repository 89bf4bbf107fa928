import { printUnits } from '@vaultwright/base'
import { type Known, knownValue, unknownValue } from '../base/known-value.ts'
import { printRounded, unitsOf } from '../base/ratio.ts'
import type { DayInputs, DayValue } from '../base/result.ts'
import { shareValuesOf } from './share-value.ts'
import { worthOf } from './worth.ts'

/** The worth of a vault by its holdings and debts, beside its reported worth. */
export type NetWorth = Pick<
  DayValue,
  'heldAssets' | 'feesOwed' | 'netAssets' | 'navGap' | 'navGapRelative' | 'leftOut'
>

/** Bps of the total assets that net assets may lie apart from them, where an operator says nothing else. */
export const defaultNavGapBps = 50

/** Places that a fraction is printed with. */
const places = 18

/**
 * Counts what a vault is worth on a chain, and holds it against what its accountant reports.
 *
 * @returns exact decimals in the base asset. The gap is not known when either side is not, and for a vault on
 * several chains: what a chain holds does not stand behind the shares of that chain alone.
 */
export function netWorthOf(state: DayInputs): NetWorth {
  const { net, decimals, leftOut } = worthOf(state)
  const owed = feesOwedOf(state)
  const counted = lessOf(net, owed)
  const gap = gapOf(state, counted)
  const print = (units: Known<bigint>): Known<string> =>
    units.value === null ? units : knownValue(printUnits(units.value, decimals!))
  return {
    heldAssets: print(net),
    feesOwed: print(owed),
    netAssets: print(counted),
    navGap: print(gap),
    navGapRelative: relativeOf(state, gap),
    leftOut: leftOut.length,
  }
}

/**
 * Tells whether the gap between what was counted and what is reported is beyond a bound, either way.
 *
 * @param relative - fraction of the total assets · exact decimal.
 * @param boundBps - bps of the total assets · whole, from 0.
 */
export function isNavGapBeyond(relative: string, boundBps: number): boolean {
  const units = unitsOf(relative, places)
  return (units < 0n ? -units : units) > BigInt(boundBps) * 10n ** BigInt(places - 4)
}

/** Reads the gap of a worth to the total assets, as a fraction of these. @param counted - base units of the base asset. */
export function relativeGapOf(state: DayInputs, counted: Known<bigint>): Known<string> {
  return relativeOf(state, gapOf(state, counted))
}

/** Reads the fees owed, base units of the base asset. */
export function feesOwedOf({ accountant, base }: DayInputs): Known<bigint> {
  if (accountant === null) return unknownValue('The vault had no accountant that could be read.')
  if ((base?.decimals ?? null) === null) {
    return unknownValue('The base asset is not known, or tells no decimals.')
  }
  return knownValue(BigInt(accountant.feesOwed))
}

function gapOf(state: DayInputs, counted: Known<bigint>): Known<bigint> {
  const { otherChains = [], base } = state
  if (otherChains.length > 0) {
    const chains = [state.chain, ...otherChains].join(', ')
    return unknownValue(
      `The vault is on several chains (${chains}): what this one holds is not what its shares here are worth.`,
    )
  }
  if (counted.value === null) return counted
  const { totalAssets } = shareValuesOf(state)
  if (totalAssets.value === null) return unknownValue(totalAssets.reason)
  return knownValue(counted.value - unitsOf(totalAssets.value, base!.decimals!))
}

function relativeOf(state: DayInputs, gap: Known<bigint>): Known<string> {
  if (gap.value === null) return gap
  const reported = unitsOf(shareValuesOf(state).totalAssets.value!, state.base!.decimals!)
  if (reported <= 0n) return unknownValue('The total assets are not above zero.')
  return knownValue(printRounded({ above: gap.value, below: reported }, places))
}

function lessOf(one: Known<bigint>, other: Known<bigint>): Known<bigint> {
  if (one.value === null) return one
  return other.value === null ? other : knownValue(one.value - other.value)
}
