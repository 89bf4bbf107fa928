import { type Known, knownValue, unknownValue } from '../base/known-value.ts'
import type { AccountantEvent, AccountantReading, VaultState } from '../base/vault-state.ts'
import { type FixedAccountant, resetFixedMark, updateFixedRate } from './fixed-accountant.ts'
import type { feesOfUpdate, RateAccountant } from './rate-accountant.ts'
import { claimRateFees, type RateStep, resetRateMark, updateRate } from './rate-step.ts'
import { type StreamPrice, shareRateOf } from './stream.ts'

/** A vault at the end of a day, with the word of its accountant that values are not computed from. */
export type AccountantDay = {
  readonly state: VaultState
  /** Shares in being at the last update; null if it was not read. */
  readonly sharesAtLastUpdate: bigint | null
}

/** A figure of an accountant: as it was read, and as its own rules make it of the day before and of the day's events. */
export type RecomputedFigure = {
  readonly figure: 'rate' | 'highwater_mark' | 'fees_claimed' | 'fees_owed'
  /** Base units. */
  readonly read: string
  /** Base units; with a reason if the stored days do not hold all that it follows from. */
  readonly computed: Known<string>
}

/**
 * Computes rate, high-water mark and fees owed of a day to the wei, as the accountant's contract does.
 *
 * The time and the supply of an update are stored of the last one of a day alone: of a day with several the fees are
 * open. What a streaming accountant says at the end of a day follows from that day alone.
 *
 * @param before - the day before; null if it is not stored.
 * @returns the figures that were read; none if the vault has no accountant.
 */
export function recomputeAccountant(
  today: AccountantDay,
  before: AccountantDay | null,
): readonly RecomputedFigure[] {
  const { accountant, events, base } = today.state
  if (accountant === null) return []
  const course = courseOf(today, before)
  const of = (read: (course: Course) => bigint | null | undefined): Known<string> => {
    if (course.value === null) return course
    const amount = read(course.value) ?? null
    return amount === null ? unknownValue('The accountant has none.') : knownValue(String(amount))
  }
  const isStream = accountant.kind === 'yield_streaming'
  const rate = isStream ? streamRateOf(today.state) : of(({ state }) => state.exchangeRate)
  const claims = (events ?? []).filter((event) => event.event === 'fees_claimed')
  const figures = [
    ['rate', accountant.rate, rate],
    ['highwater_mark', accountant.highwaterMark, of(({ state }) => state.highwaterMark)],
    ...claims.map(({ asset, amount }, index) => {
      // Another asset is paid at the rate of its provider, which the event does not say.
      const figure = asset === base?.address ? amount : null
      return ['fees_claimed', figure, of(({ claimed }) => claimed[index])] as const
    }),
    ['fees_owed', accountant.feesOwed, of(({ state }) => state.feesOwed)],
  ] as const
  return figures.flatMap(([figure, read, computed]) =>
    read === null ? [] : [{ figure, read, computed }],
  )
}

/** The state of an accountant after a day, and the fees that it paid in the course of it. */
type Course = {
  readonly state: RateAccountant | FixedAccountant
  readonly claimed: readonly bigint[]
}

/** The course that the events of a day lead to. */
function courseOf(today: AccountantDay, before: AccountantDay | null): Known<Course> {
  const reason = reasonAgainst(today, before)
  if (reason !== null) return unknownValue(reason)
  const { accountant, events } = today.state
  const update = { accountant: accountant!, shares: today.sharesAtLastUpdate! }
  let course: Course = { state: openedOf(before!), claimed: [] }
  for (const event of events!) {
    const { state, claimed } = course
    const step = stepOf(state, event, update)
    if (step.value === null) return step
    if (!step.value.ok)
      return unknownValue(`The contract refuses it by these numbers: ${step.value.reason}.`)
    const paid = event.event === 'fees_claimed' ? [state.feesOwed] : []
    course = { state: step.value.accountant, claimed: [...claimed, ...paid] }
  }
  return knownValue(course)
}

function reasonAgainst(
  { state, sharesAtLastUpdate }: AccountantDay,
  before: AccountantDay | null,
): string | null {
  const [now, then] = [state.accountant!, before?.state.accountant ?? null]
  if (before === null) return 'The day before is not stored.'
  if (then === null || then.address !== now.address)
    return 'The vault had another accountant, or none, the day before.'
  if (before.sharesAtLastUpdate === null || sharesAtLastUpdate === null)
    return 'The shares at the last update were not read.'
  if (state.share.decimals === null) return 'The decimals of the share are not known.'
  if (state.events === null) return "The day's events are not stored."
  if (termsOf(now) !== termsOf(then)) return 'The terms of the accountant were changed that day.'
  const updates = state.events.filter(({ event }) => event === 'rate' || event === 'mark_reset')
  if (updates.length > 1)
    return `The day has ${updates.length} updates, and time and supply are stored of the last one alone.`
  return null
}

function termsOf({ kind, layout, platformFeeBps, performanceFeeBps, bounds }: AccountantReading) {
  return JSON.stringify([kind, layout, platformFeeBps, performanceFeeBps, bounds])
}

type Update = { readonly accountant: AccountantReading; readonly shares: bigint }

/** The accountant after an event of a day; the only update of the day is the one that its state tells of. */
function stepOf(
  state: RateAccountant | FixedAccountant,
  event: AccountantEvent,
  { accountant: { kind, updatedAtUnix }, shares: totalShares }: Update,
): Known<RateStep<RateAccountant | FixedAccountant>> {
  const now = { totalShares, atUnix: BigInt(updatedAtUnix) }
  // Only one that is not paused takes an update, or pays: the log says that it did.
  const active = { ...state, isPaused: false }
  if (event.event === 'rate') {
    const update = { ...now, rate: BigInt(event.newRate) }
    if (kind === 'yield_streaming') return knownValue(chargedBy(active, update))
    if (!isFixed(active)) return knownValue(updateRate(active, update))
    return update.rate < active.highwaterMark
      ? knownValue(updateFixedRate(active, update))
      : unknownValue('The event of a fixed rate does not say what was earned above it.')
  }
  if (event.event === 'mark_reset')
    return knownValue(isFixed(state) ? resetFixedMark() : resetRateMark(state, now))
  if (event.event === 'fees_claimed') return knownValue(claimRateFees(active))
  return knownValue({ ok: true, accountant: state })
}

/** A streaming accountant charges by the rate that it books, and has no bounds for it. */
function chargedBy(
  state: RateAccountant,
  update: Parameters<typeof feesOfUpdate>[1],
): RateStep<RateAccountant> {
  const unbounded = { upperBps: 2n ** 128n, lowerBps: 0n, minimumDelay: 0n }
  const step = updateRate({ ...state, ...unbounded }, update)
  const { upperBps, lowerBps, minimumDelay } = state
  return step.ok
    ? { ok: true, accountant: { ...step.accountant, upperBps, lowerBps, minimumDelay } }
    : step
}

function isFixed(state: RateAccountant | FixedAccountant): state is FixedAccountant {
  return 'yieldEarned' in state
}

function openedOf({
  state: { accountant, share },
  sharesAtLastUpdate,
}: AccountantDay): RateAccountant | FixedAccountant {
  const reading = accountant!
  const { highwaterMark, bounds } = reading
  const opened: RateAccountant = {
    shareDecimals: share.decimals!,
    platformFeeBps: BigInt(reading.platformFeeBps),
    performanceFeeBps: BigInt(reading.performanceFeeBps ?? 0),
    upperBps: BigInt(bounds.upperBps),
    lowerBps: BigInt(bounds.lowerBps),
    minimumDelay: BigInt(bounds.minimumDelaySeconds),
    exchangeRate: BigInt(reading.exchangeRate),
    highwaterMark: highwaterMark === null ? null : BigInt(highwaterMark),
    feesOwed: BigInt(reading.feesOwed),
    sharesAtLastUpdate: sharesAtLastUpdate!,
    updatedAtUnix: BigInt(reading.updatedAtUnix),
    isPaused: reading.isPaused,
  }
  if (reading.kind !== 'fixed_rate' || highwaterMark === null) return opened
  // What was earned above the fixed rate is not among the figures: it begins at zero here.
  return { ...opened, highwaterMark: BigInt(highwaterMark), yieldEarned: 0n }
}

/** The rate of a stream at the block of its reading. */
function streamRateOf({ accountant, share, block }: VaultState): Known<string> {
  const stream = accountant?.stream ?? null
  if (stream === null || share.supply === null || share.decimals === null)
    return unknownValue('The stream, the supply or the decimals of the share were not read.')
  const price: StreamPrice = {
    terms: { shareDecimals: share.decimals },
    totalShares: BigInt(share.supply),
    sharePrice: BigInt(stream.lastSharePrice),
    vestingGains: BigInt(stream.gains),
    vestingBookedAtUnix: BigInt(stream.updatedAtUnix),
    vestingEndsAtUnix: BigInt(stream.endUnix),
  }
  return knownValue(String(shareRateOf(price, BigInt(block.atUnix))))
}
