import { printUnits } from '@vaultwright/base'
import { type Known, knownValue, unknownValue } from '../base/known-value.ts'
import { powerOfTen } from '../base/ratio.ts'
import type { VaultState } from '../base/vault-state.ts'

/** The state that a share's worth is read from: a day without its holdings. */
export type ShareState = Omit<VaultState, 'holdings' | 'failures'>

/** The rate of a day, with its decimals. */
export type ShareRate = { readonly units: bigint; readonly decimals: number }

/** Reads what one whole share was worth. */
export function shareRateAt({ accountant, base }: ShareState): Known<ShareRate> {
  if (accountant === null) return unknownValue('The vault had no accountant that could be read.')
  if (accountant.rate === null)
    return unknownValue('The accountant told no rate: getRate() reverted.')
  if (base === null) return unknownValue('The base asset is not known.')
  if (base.decimals === null)
    return unknownValue(`The base asset ${base.symbol} tells no decimals.`)
  return knownValue({ units: BigInt(accountant.rate), decimals: base.decimals })
}

/** Prints the price of one share. */
export function sharePriceAt(state: ShareState): Known<string> {
  return printed(shareRateAt(state))
}

/** Prints the shares that there were on this chain. */
export function totalSupplyAt({ share }: ShareState): Known<string> {
  if (share.supply === null) return unknownValue('The supply of shares could not be read.')
  if (share.decimals === null) return unknownValue('The vault tells no decimals of its shares.')
  return knownValue(printUnits(BigInt(share.supply), share.decimals))
}

/**
 * Prints what all shares on this chain were worth.
 *
 * A streaming accountant says so itself; of another it is the rate times the supply, rounded down.
 */
export function totalAssetsAt(state: ShareState): Known<string> {
  const { accountant, base, share } = state
  if (accountant?.kind === 'yield_streaming') {
    const total = accountant.stream?.totalAssets ?? null
    if (total === null) return unknownValue('The accountant told no total: totalAssets() reverted.')
    if (base === null) return unknownValue('The base asset is not known.')
    if (base.decimals === null)
      return unknownValue(`The base asset ${base.symbol} tells no decimals.`)
    return knownValue(printUnits(BigInt(total), base.decimals))
  }
  const rate = shareRateAt(state)
  if (rate.value === null) return rate
  const supply = totalSupplyAt(state)
  if (supply.value === null) return supply
  const units = (rate.value.units * BigInt(share.supply!)) / powerOfTen(share.decimals!)
  return knownValue(printUnits(units, rate.value.decimals))
}

function printed(rate: Known<ShareRate>): Known<string> {
  return rate.value === null ? rate : knownValue(printUnits(rate.value.units, rate.value.decimals))
}
