import { printUnits } from '@vaultwright/base'
import { boundVerdictOf } from '../accountant/rate-accountant.ts'
import { type Known, knownValue, unknownValue } from '../base/known-value.ts'
import { powerOfTen, printRounded, unitsOf } from '../base/ratio.ts'
import type { DayInputs, DayValue } from '../base/result.ts'

/** The rates that an accountant takes next without a pause. Exact decimals of the base asset for one share. */
export type NextRate = {
  readonly lowest: string
  readonly highest: string
  /** Net assets for one share, rounded down; null where it is not known. */
  readonly counted: string | null
  readonly countedReason: string | null
  /**
   * The part of the way down from the last rate to the lowest that is left below the counted one: 1 at the last rate,
   * 0 at the lowest, below 0 beyond it. Null without the counted one, or where there is no way.
   */
  readonly roomBelow: string | null
  /** The same upward, to the highest. */
  readonly roomAbove: string | null
  /** Before it an update pauses the accountant, unix seconds. */
  readonly earliestUnix: string
  /** The result of an update to the counted rate at the time of the day's block; null without the counted one. */
  readonly update: 'passes' | 'pauses' | 'refused' | null
}

const places = 18
/** A side with less room than this is a warning. */
const lowRoom = 2n * 10n ** BigInt(places - 1)

/** Tells which rates an accountant with an updater takes next, and where the counted worth lies among them. */
export function nextRateOf(
  state: DayInputs,
  { netAssets }: Pick<DayValue, 'netAssets'>,
): Known<NextRate> {
  const { accountant, base } = state
  if (accountant === null) return unknownValue('The vault had no accountant that could be read.')
  if (accountant.kind !== 'rate_providers') {
    return unknownValue('Its accountant does not take its rate within bounds around the last one.')
  }
  const decimals = base?.decimals ?? null
  if (decimals === null) return unknownValue('The base asset is not known, or tells no decimals.')
  const last = BigInt(accountant.exchangeRate)
  const bounds = {
    upperBps: BigInt(accountant.bounds.upperBps),
    lowerBps: BigInt(accountant.bounds.lowerBps),
  }
  const lowest = (last * bounds.lowerBps) / 10_000n
  const highest = (last * bounds.upperBps) / 10_000n
  const counted = countedRateOf(state, netAssets)
  const rate = counted.value
  const clock = {
    updatedAtUnix: BigInt(accountant.updatedAtUnix),
    minimumDelay: BigInt(accountant.bounds.minimumDelaySeconds),
  }
  const updateOf = (at: bigint) => {
    if (accountant.isPaused) return 'refused'
    const update = { rate: at, atUnix: BigInt(state.block.atUnix) }
    const { ok } = boundVerdictOf({ ...bounds, ...clock, exchangeRate: last }, update)
    return ok ? 'passes' : 'pauses'
  }
  return knownValue({
    lowest: printUnits(lowest, decimals),
    highest: printUnits(highest, decimals),
    counted: rate === null ? null : printUnits(rate, decimals),
    countedReason: counted.reason,
    roomBelow: rate === null ? null : partOf(rate - lowest, last - lowest),
    roomAbove: rate === null ? null : partOf(highest - rate, highest - last),
    earliestUnix: String(clock.updatedAtUnix + clock.minimumDelay),
    update: rate === null ? null : updateOf(rate),
  })
}

/** Tells whether less than a fifth of the way to a bound is left. @param room - exact decimal; null is not low. */
export function isRoomLow(room: string | null): boolean {
  return room !== null && unitsOf(room, places) < lowRoom
}

function countedRateOf(
  { otherChains = [], base, share }: DayInputs,
  netAssets: DayValue['netAssets'],
): Known<bigint> {
  if (otherChains.length > 0) {
    return unknownValue(
      'The vault is on several chains: its shares are worth what all of them hold.',
    )
  }
  if (netAssets.value === null) return unknownValue(netAssets.reason)
  if (share.supply === null || share.decimals === null) {
    return unknownValue('The supply of shares is not known, or they tell no decimals.')
  }
  const supply = BigInt(share.supply)
  if (supply === 0n) return unknownValue('There are no shares.')
  const counted = unitsOf(netAssets.value, base!.decimals!)
  if (counted < 0n) return unknownValue('The net assets are below zero.')
  return knownValue((counted * powerOfTen(share.decimals)) / supply)
}

function partOf(left: bigint, way: bigint): string | null {
  return way <= 0n ? null : printRounded({ above: left, below: way }, places)
}
