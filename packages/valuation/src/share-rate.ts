import { printUnits } from '@vaultwright/base'
import { type Known, known, unknown } from './known.ts'
import type { Measured } from './measured.ts'

/** What a share's worth is read from: a day without its holdings. */
export type MeasuredShare = Omit<Measured, 'holdings' | 'failures'>

/** The rate of a day, with the decimals it is told in. */
export type ShareRate = { readonly units: bigint; readonly decimals: number }

/**
 * Reads what one whole share was worth.
 *
 * @param measured - a day.
 * @returns base units of the base asset; a reason when nobody said.
 */
export function shareRateAt({ accountant, base }: MeasuredShare): Known<ShareRate> {
  if (accountant === null) return unknown('The vault had no accountant that could be read.')
  if (accountant.rate === null) return unknown('The accountant told no rate: getRate() reverted.')
  if (base === null) return unknown('The base asset is not known.')
  if (base.decimals === null) return unknown(`The base asset ${base.symbol} tells no decimals.`)
  return known({ units: BigInt(accountant.rate), decimals: base.decimals })
}

/**
 * Prints the price of one share.
 *
 * @param measured - a day.
 * @returns exact decimal in whole units of the base asset.
 */
export function sharePriceAt(measured: MeasuredShare): Known<string> {
  return printed(shareRateAt(measured))
}

/**
 * Prints the shares that there were on this chain.
 *
 * @param measured - a day.
 * @returns exact decimal in whole shares.
 */
export function totalSupplyAt({ share }: MeasuredShare): Known<string> {
  if (share.supply === null) return unknown('The supply of shares could not be read.')
  if (share.decimals === null) return unknown('The vault tells no decimals of its shares.')
  return known(printUnits(BigInt(share.supply), share.decimals))
}

/**
 * Prints what all shares on this chain were worth.
 *
 * A streaming accountant says so itself; of another it is the rate times the supply, rounded down.
 *
 * @param measured - a day.
 * @returns exact decimal in whole units of the base asset.
 */
export function totalAssetsAt(measured: MeasuredShare): Known<string> {
  const { accountant, base, share } = measured
  if (accountant?.kind === 'yield_streaming') {
    const total = accountant.stream?.totalAssets ?? null
    if (total === null) return unknown('The accountant told no total: totalAssets() reverted.')
    if (base === null) return unknown('The base asset is not known.')
    if (base.decimals === null) return unknown(`The base asset ${base.symbol} tells no decimals.`)
    return known(printUnits(BigInt(total), base.decimals))
  }
  const rate = shareRateAt(measured)
  if (rate.value === null) return rate
  const supply = totalSupplyAt(measured)
  if (supply.value === null) return supply
  const units = (rate.value.units * BigInt(share.supply!)) / 10n ** BigInt(share.decimals!)
  return known(printUnits(units, rate.value.decimals))
}

function printed(rate: Known<ShareRate>): Known<string> {
  return rate.value === null ? rate : known(printUnits(rate.value.units, rate.value.decimals))
}
