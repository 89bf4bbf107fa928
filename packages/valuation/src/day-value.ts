import { printUnits } from '@vaultwright/base'
import { shareFlagsOf } from './day-flag.ts'
import { dollarPriceOf, dollarsOf } from './dollar-value.ts'
import { type Known, known, unknown } from './known.ts'
import type { Measured } from './measured.ts'
import { positionsOf } from './position-value.ts'
import type { DayReceipt, DayValue } from './result.ts'
import { sharePriceAt, totalAssetsAt, totalSupplyAt } from './share-rate.ts'
import { worthOf } from './worth.ts'
import { worthFlagsOf } from './worth-flag.ts'

/** Name and version of the formula that gives a day its values. */
export const dayFormula = 'day@1'

/**
 * Works out what a vault was on one chain at the end of a day.
 *
 * @param measured - what was read.
 * @returns the values with what they were computed from.
 */
export function valueDay(measured: Measured): DayReceipt {
  return { formula: dayFormula, inputs: measured, result: dayValueOf(measured) }
}

function dayValueOf(measured: Measured): DayValue {
  const { base } = measured
  const worth = worthOf(measured)
  const dollars = dollarPriceOf(worth.graph, base).price
  const sharePrice = sharePriceAt(measured)
  const totalAssets = totalAssetsAt(measured)
  return {
    sharePrice,
    totalAssets,
    totalSupply: totalSupplyAt(measured),
    priceUsd: dollarsOf(sharePrice, dollars),
    tvlUsd: dollarsOf(totalAssets, dollars),
    netAssets: inBase(worth.net, worth.decimals),
    positions: positionsOf(worth),
    feesOwed: feesOwedOf(measured),
    stream: streamOf(measured),
    flags: [...shareFlagsOf(measured), ...worthFlagsOf(measured, worth)],
  }
}

function feesOwedOf({ accountant, base }: Measured): Known<string> {
  if (accountant === null) return unknown('The vault had no accountant that could be read.')
  const decimals = base?.decimals ?? null
  if (decimals === null) return unknown('The base asset is not known, or tells no decimals.')
  return known(printUnits(BigInt(accountant.feesOwed), decimals))
}

function streamOf({ accountant, base }: Measured): DayValue['stream'] {
  const stream = accountant?.stream ?? null
  const decimals = base?.decimals ?? null
  if (stream === null || decimals === null) return null
  return {
    vestedAmount: printUnits(BigInt(stream.gains), decimals),
    vestingSeconds: String(BigInt(stream.endUnix) - BigInt(stream.startUnix)),
  }
}

function inBase(units: Known<bigint>, decimals: number | null): Known<string> {
  return units.value === null ? units : known(printUnits(units.value, decimals!))
}
