import { BaseError } from '@vaultwright/base'
import { parseKeptAccounts, parseSvmAddress, type SvmAddress } from '@vaultwright/svm'
import { decodeSvmReading } from '@vaultwright/svm-builder'
import {
  navValuesOf,
  recomputeSvm,
  type SvmDayState,
  type SvmReceipt,
  type SvmWorth,
  shiftDay,
  svmDayStateOf,
} from '@vaultwright/valuation'
import { type DailyEntry, navDataOf, navFields, type PerformanceData } from '@vaultwright/wire'
import { type AnswerVerdict, reasonOf, valueText, verdictOf } from '../verdict/verdict.ts'

/** The result of checking a served day of a Solana vault, or a week. */
export type ReadingCheck = {
  /** No by one difference; open without a receipt or the accounts to compute it from. */
  readonly verdict: AnswerVerdict
  /** The flags, as computed here. */
  readonly flags: readonly string[]
}

/** Of which vault readings must be. */
type VaultProgramRef = {
  readonly vault: SvmAddress
  /** Default: the program that owns the vault's state in the reading, from which the vault's address must follow. */
  readonly program?: SvmAddress
}

/**
 * Checks every day of a Solana vault: its accounts are decoded again, its receipt computed again, and the values beside it
 * compared.
 *
 * @param days - as they were served, oldest first.
 * @returns one check a day, in the same order.
 */
export function checkSvmDays(
  days: readonly DailyEntry[],
  place: VaultProgramRef,
): readonly ReadingCheck[] {
  return days.map((entry, index) => {
    const day = entry.as_of.slice(0, 10)
    const receipt = recomputeSvm(entry.receipt)
    if (receipt === null || !('sharePrice' in receipt.result)) return nothingGiven
    const { today, before } = receipt.inputs as {
      readonly today: SvmDayState
      readonly before: SvmDayState | null
    }
    const { result } = receipt
    const reasons = [
      ...receiptReasons(entry, receipt, { day, place, stated: today }),
      ...differing('share price', Number(result.sharePrice), entry.share_price),
      ...differing('assets', result.totalAssets, entry.total_assets),
      ...differing('APY of the day', numberOrNull(result.dailyApy.value), entry.daily_apy),
      ...worthReasons(result.worth, entry),
    ]
    const eve = days[index - 1]
    const eveReceipt = eve === undefined ? null : recomputeSvm(eve.receipt)
    const isEve = eve?.as_of.slice(0, 10) === shiftDay(day, -1)
    if (isEve && eveReceipt !== null && 'today' in eveReceipt.inputs)
      if (!isSame(withoutHeld(eveReceipt.inputs.today), before))
        reasons.push('The day before in its receipt is not the one of the series.')
    return readingCheckOf(reasons, receipt, entry)
  })
}

/** Checks the performance of seven days as a day is checked. */
export function checkSvmWeek(data: PerformanceData, place: VaultProgramRef): ReadingCheck {
  const receipt = recomputeSvm(data.receipt)
  if (receipt === null || !('last' in receipt.inputs)) return nothingGiven
  const stated = receipt.inputs.last
  const reasons = receiptReasons(data, receipt, { day: data.as_of.slice(0, 10), place, stated })
  const { apy } = receipt.result as { readonly apy: { readonly value: string | null } }
  reasons.push(...differing('APY', numberOrNull(apy.value), data.apy))
  return readingCheckOf(reasons, receipt, data)
}

function notGiven(what: string) {
  return reasonOf('open', 'not_given', `It comes without ${what}: ask with \`explain=true\`.`)
}

const nothingGiven: ReadingCheck = {
  verdict: verdictOf([notGiven('a receipt that can be computed again')]),
  flags: [],
}

function readingCheckOf(
  differences: readonly string[],
  { result }: SvmReceipt,
  { reading }: Pick<DailyEntry, 'reading'>,
): ReadingCheck {
  const verdict = verdictOf([
    ...differences.map((message) => reasonOf('no', 'not_followed', message)),
    ...(reading ? [] : [notGiven('the accounts that it was read from')]),
  ])
  return { verdict, flags: result.flags.map(({ flag }) => flag) }
}

/** Compares what holdings come to; a field that an earlier version does not give is left out. */
function worthReasons(worth: SvmWorth | undefined, entry: DailyEntry): readonly string[] {
  const nav = worth === undefined ? null : navValuesOf(worth)
  const computed = {
    price_usd: worth?.priceUsd.value ?? null,
    tvl_usd: worth?.tvlUsd.value ?? null,
    ...navDataOf(nav, boundBpsOf(entry)),
  }
  // Without holdings the service may say why nothing was counted in words of its own.
  const { nav_reason: _, nav_left_out: __, ...values } = computed
  const compared = worth === undefined ? values : computed
  return Object.entries(compared).flatMap(([name, value]) => {
    const served = entry[name as keyof typeof compared]
    return name in navFields && served === undefined ? [] : differing(name, value, served)
  })
}

/** The bound is the service's own. */
function boundBpsOf({ nav_gap_bound: bound = '0' }: DailyEntry): number {
  return Math.round(Number(bound) * 10_000)
}

function differing(name: string, computed: unknown, served: unknown): readonly string[] {
  if (isSame(computed, served)) return []
  return [`The ${name} is ${valueText(computed)}; ${valueText(served)} was served.`]
}

function numberOrNull(text: string | null): number | null {
  return text === null ? null : Number(text)
}

type ReadingSubject = {
  readonly day: string
  readonly place: VaultProgramRef
  /** The day that the receipt is computed from. */
  readonly stated: SvmDayState
}

function receiptReasons(
  served: Pick<DailyEntry, 'receipt' | 'reading'>,
  receipt: SvmReceipt,
  { day, place, stated }: ReadingSubject,
): string[] {
  const reasons: string[] = []
  if (stated.day !== day || stated.vault !== place.vault)
    reasons.push(`Its receipt is of ${stated.day} and vault ${stated.vault}.`)
  const servedReceipt = served.receipt as { readonly result?: unknown } | undefined
  if (!isSame(servedReceipt?.result, receipt.result))
    reasons.push('Its result does not follow from the inputs of its receipt.')
  if (!served.reading) return reasons
  try {
    const accounts = parseKeptAccounts(JSON.stringify(served.reading))
    const program =
      place.program ?? accounts.accounts.get(place.vault)?.owner ?? parseSvmAddress(place.vault)
    const reading = decodeSvmReading(accounts, { vault: place.vault, program })
    const decoded = svmDayStateOf({ vault: place.vault, day }, reading)
    // A week does not ask for holdings.
    const compared = 'last' in receipt.inputs ? withoutHeld(decoded) : decoded
    if (!isSame(compared, stated))
      reasons.push('Its inputs are not what the bytes of the accounts say.')
  } catch (error) {
    if (!(error instanceof BaseError)) throw error
    reasons.push(`Its accounts cannot be read: ${error.shortMessage}`)
  }
  return reasons
}

function withoutHeld({ held: _, ...state }: SvmDayState): SvmDayState {
  return state
}

/** Compares what JSON can hold; the order of keys does not count. */
function isSame(left: unknown, right: unknown): boolean {
  return printSorted(left) === printSorted(right)
}

function printSorted(value: unknown): string {
  return JSON.stringify(value, (_, item: unknown) =>
    typeof item === 'object' && item !== null && !Array.isArray(item)
      ? Object.fromEntries(Object.entries(item).sort(([one], [other]) => (one < other ? -1 : 1)))
      : item,
  )
}
