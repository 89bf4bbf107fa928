import { type Address, memoize } from '@vaultwright/base'
import type { Flag } from '../base/known-value.ts'
import type { DayValue } from '../base/result.ts'
import type { Holding, Quote, VaultState } from '../base/vault-state.ts'
import { valueDay } from '../day/day-value.ts'
import { worthFlagsOf } from '../day/worth-flag.ts'
import { type SnapshotValues, snapshotValuesOf } from '../plain/plain-value.ts'
import { dollarPriceOf } from '../price/asset-dollar.ts'
import { priceGraphOf } from '../price/price-path.ts'
import type { SvmDayState, SvmHeld } from './svm-state.ts'

/** The holdings, debts and worth of a Solana vault, beside its report. */
export type SvmWorth = Pick<
  DayValue,
  | 'priceUsd'
  | 'tvlUsd'
  | 'heldAssets'
  | 'positions'
  | 'feesOwed'
  | 'netAssets'
  | 'navGap'
  | 'navGapRelative'
  | 'leftOut'
>

/** The holdings of a Solana vault in the interface. */
export type SvmSnapshotValues = Pick<
  SnapshotValues,
  'baseAsset' | 'positions' | 'prices' | 'nav'
> & { readonly tvlUsd: string | null }

/** A day whose holdings were read. */
export type SvmHeldState = SvmDayState & { readonly held: SvmHeld }

/** Tells whether the holdings of a day were read. */
export function isHeldState(state: SvmDayState): state is SvmHeldState {
  return state.held !== undefined
}

/** Works out what a Solana vault was worth by what it held, as the holdings of every vault are valued. */
export function svmWorthOf(state: SvmHeldState): SvmWorth {
  const { result } = valueDay(vaultStateOf(state))
  return {
    priceUsd: result.priceUsd,
    tvlUsd: result.tvlUsd,
    heldAssets: result.heldAssets,
    positions: result.positions,
    feesOwed: result.feesOwed,
    netAssets: result.netAssets,
    navGap: result.navGap,
    navGapRelative: result.navGapRelative,
    leftOut: result.leftOut,
  }
}

/** Lists what a reader of the worth must know: old prices, what is left out, more owed than held. */
export function svmWorthFlagsOf(state: SvmHeldState): readonly Flag[] {
  return worthFlagsOf(vaultStateOf(state))
}

/**
 * Makes what the interface shows of a day's holdings.
 *
 * @returns null for a day that was read before holdings were.
 */
export function svmSnapshotValuesOf(state: SvmDayState): SvmSnapshotValues | null {
  if (!isHeldState(state)) return null
  const vaultState = vaultStateOf(state)
  const { result } = valueDay(vaultState)
  const { baseAsset, positions, prices, nav } = snapshotValuesOf(vaultState, result)
  return { baseAsset, positions, prices, nav, tvlUsd: result.tvlUsd.value }
}

/** The price of the base asset in US dollars on a day; null where it is not known. */
export function svmBaseDollarOf(state: SvmDayState): string | null {
  if (!isHeldState(state)) return null
  const { quotes, base } = vaultStateOf(state)
  return dollarPriceOf(priceGraphOf(quotes), base).price.value
}

/** Base58 stands where other chains have hex: valuing takes an address for a name and nothing else. */
const addressOf = (base58: string) => base58 as Address

const vaultStateOf = memoize((state: SvmHeldState): VaultState => {
  const { vault, base, share, held } = state
  return {
    chain: 'solana',
    vault: addressOf(vault),
    day: state.day,
    block: { number: state.slot, hash: '0x', atUnix: state.atUnix },
    share: { decimals: share.decimals, supply: share.supply },
    base: { address: addressOf(base.mint), symbol: held.baseSymbol, decimals: base.decimals },
    accountant: {
      address: addressOf(vault),
      kind: 'rate_providers',
      layout: 'current',
      rate: state.exchangeRate,
      isPaused: state.isPaused,
      exchangeRate: state.exchangeRate,
      highwaterMark: state.highWaterMark,
      feesOwed: state.feesOwed,
      platformFeeBps: state.platformFeeBps,
      performanceFeeBps: state.performanceFeeBps,
      updatedAtUnix: state.updatedAtUnix,
      bounds: state.bounds,
      stream: null,
    },
    events: [],
    holdings: held.holdings.map((holding) => ({
      ...(holding as Pick<Holding, 'protocol' | 'holder' | 'asset' | 'amount'>),
      index: null,
      maturityUnix: null,
    })),
    quotes: held.quotes as readonly Quote[],
    failures: held.failures,
  }
})
