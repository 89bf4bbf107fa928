import { printUnits } from '@vaultwright/base'
import { type Known, knownValue, unknownValue } from '../base/known-value.ts'
import type { DayReceipt, DayValue } from '../base/result.ts'
import type { VaultState } from '../base/vault-state.ts'
import { dollarPriceOf, dollarsOf } from '../price/dollar-value.ts'
import { shareFlagsOf } from './day-flag.ts'
import { positionsOf } from './position-value.ts'
import { sharePriceAt, totalAssetsAt, totalSupplyAt } from './share-rate.ts'
import { worthOf } from './worth.ts'
import { worthFlagsOf } from './worth-flag.ts'

/** Name and version of the formula that gives a day its values. */
export const dayFormula = 'day@1'

/**
 * Works out what a vault was on one chain at the end of a day.
 *
 * @returns the values with what they were computed from.
 */
export function valueDay(state: VaultState): DayReceipt {
  return { formula: dayFormula, inputs: state, result: dayValueOf(state) }
}

function dayValueOf(state: VaultState): DayValue {
  const { base } = state
  const worth = worthOf(state)
  const dollars = dollarPriceOf(worth.graph, base).price
  const sharePrice = sharePriceAt(state)
  const totalAssets = totalAssetsAt(state)
  return {
    sharePrice,
    totalAssets,
    totalSupply: totalSupplyAt(state),
    priceUsd: dollarsOf(sharePrice, dollars),
    tvlUsd: dollarsOf(totalAssets, dollars),
    netAssets: inBase(worth.net, worth.decimals),
    positions: positionsOf(worth),
    feesOwed: feesOwedOf(state),
    stream: streamOf(state),
    flags: [...shareFlagsOf(state), ...worthFlagsOf(state, worth)],
  }
}

function feesOwedOf({ accountant, base }: VaultState): Known<string> {
  if (accountant === null) return unknownValue('The vault had no accountant that could be read.')
  const decimals = base?.decimals ?? null
  if (decimals === null) return unknownValue('The base asset is not known, or tells no decimals.')
  return knownValue(printUnits(BigInt(accountant.feesOwed), decimals))
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

function inBase(units: Known<bigint>, decimals: number | null): Known<string> {
  return units.value === null ? units : knownValue(printUnits(units.value, decimals!))
}
