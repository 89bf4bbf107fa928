import type { SvmDayState, SvmHeld } from './svm-state.ts'

/** The content of a Solana vault's accounts at one slot. */
type SvmRead = {
  readonly slot: bigint
  /** Time of the slot, unix seconds. */
  readonly unix: bigint
  readonly state: {
    readonly paused: boolean
    readonly shareMint: string
    readonly baseAsset: string
    /** Of the base asset. */
    readonly decimals: number
    readonly exchangeRate: bigint
    readonly highWaterMark: bigint
    readonly feesOwed: bigint
    readonly lastUpdateUnix: bigint
    readonly upperBoundBps: number
    readonly lowerBoundBps: number
    readonly updateDelaySeconds: number
    readonly platformFeeBps: number
    readonly performanceFeeBps: number
  }
  /** Base units of the share. */
  readonly shareSupply: bigint
  readonly shareDecimals: number
  /** The holdings and their prices; absent where they were not read. */
  readonly held?: SvmHeld | undefined
}

/**
 * Makes the day of a Solana vault from what its accounts say: plain JSON, as receipts hold it.
 *
 * @param vault - address of the state, base58.
 * @param day - `2026-11-20`, UTC.
 */
export function svmDayStateOf(
  { vault, day }: { readonly vault: string; readonly day: string },
  { slot, unix, state, shareSupply, shareDecimals, held }: SvmRead,
): SvmDayState {
  return {
    vault,
    day,
    slot: String(slot),
    atUnix: String(unix),
    base: { mint: state.baseAsset, decimals: state.decimals },
    share: { mint: state.shareMint, decimals: shareDecimals, supply: String(shareSupply) },
    exchangeRate: String(state.exchangeRate),
    highWaterMark: String(state.highWaterMark),
    feesOwed: String(state.feesOwed),
    isPaused: state.paused,
    updatedAtUnix: String(state.lastUpdateUnix),
    bounds: {
      upperBps: state.upperBoundBps,
      lowerBps: state.lowerBoundBps,
      minimumDelaySeconds: state.updateDelaySeconds,
    },
    platformFeeBps: state.platformFeeBps,
    performanceFeeBps: state.performanceFeeBps,
    ...(held !== undefined && { held }),
  }
}
