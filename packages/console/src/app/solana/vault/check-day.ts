import { BaseError } from '@vaultwright/base'
import { decodeVaultReading, parseKeptAccounts, type SvmAddress } from '@vaultwright/svm'
import { recomputeSvm, type SvmReceipt, shiftDay, svmDayStateOf } from '@vaultwright/valuation'
import type { DailyEntry, PerformanceData } from '@vaultwright/wire'

/** What this page found about a day, or about the week. */
export type ReadingCheck = {
  /** `open` when the service gave nothing to compute it from. */
  readonly verdict: 'same' | 'differs' | 'open'
  /** What is not the same; empty otherwise. */
  readonly reasons: readonly string[]
  /** What deserves a look, as computed here. */
  readonly flags: readonly string[]
}

/** Of which vault readings must be. */
export type ReadingPlace = { readonly vault: SvmAddress; readonly program: SvmAddress }

/**
 * Checks every day: its accounts are decoded again, its receipt computed again, and the values beside it compared.
 *
 * @param days - as they were served, oldest first.
 * @returns one check a day, in the same order.
 */
export function checkSvmDays(
  days: readonly DailyEntry[],
  place: ReadingPlace,
): readonly ReadingCheck[] {
  return days.map((entry, index) => {
    const day = entry.as_of.slice(0, 10)
    const receipt = recomputeSvm(entry.receipt)
    if (receipt === null || !('today' in receipt.inputs)) return nothingGiven
    const { today, before } = receipt.inputs
    const reasons = receiptReasons(entry, receipt, { day, place, stated: today })
    const result = receipt.result as { readonly sharePrice: string; readonly totalAssets: string }
    if (Number(result.sharePrice) !== entry.share_price)
      reasons.push(`The share price is ${result.sharePrice}; ${entry.share_price} was served.`)
    if (result.totalAssets !== entry.total_assets)
      reasons.push(`The assets are ${result.totalAssets}; ${entry.total_assets} was served.`)
    const eve = days[index - 1]
    const eveReceipt = eve === undefined ? null : recomputeSvm(eve.receipt)
    const isEve = eve?.as_of.slice(0, 10) === shiftDay(day, -1)
    if (isEve && eveReceipt !== null && 'today' in eveReceipt.inputs)
      if (!isSame(eveReceipt.inputs.today, before))
        reasons.push('The day before in its receipt is not the one of the series.')
    return checkOf(reasons, receipt)
  })
}

/** Checks the performance of seven days as a day is checked. */
export function checkSvmWeek(data: PerformanceData, place: ReadingPlace): ReadingCheck {
  const receipt = recomputeSvm(data.receipt)
  if (receipt === null || !('last' in receipt.inputs)) return nothingGiven
  const stated = receipt.inputs.last
  const reasons = receiptReasons(data, receipt, { day: data.as_of.slice(0, 10), place, stated })
  const { apy } = receipt.result as { readonly apy: { readonly value: string | null } }
  if ((apy.value === null ? null : Number(apy.value)) !== data.apy)
    reasons.push(`The APY is ${apy.value}; ${data.apy} was served.`)
  return checkOf(reasons, receipt)
}

const nothingGiven: ReadingCheck = { verdict: 'open', reasons: [], flags: [] }

function checkOf(reasons: readonly string[], { result }: SvmReceipt): ReadingCheck {
  const flags = result.flags.map(({ flag }) => flag)
  return { verdict: reasons.length === 0 ? 'same' : 'differs', reasons, flags }
}

type ReadingSubject = {
  readonly day: string
  readonly place: ReadingPlace
  /** The day that the receipt is computed from. */
  readonly stated: { readonly vault: string; readonly day: string }
}

function receiptReasons(
  served: Pick<DailyEntry, 'receipt' | 'reading'>,
  receipt: SvmReceipt,
  { day, place, stated }: ReadingSubject,
): string[] {
  const reasons: string[] = []
  if (stated.day !== day || stated.vault !== place.vault)
    reasons.push(`Its receipt is of ${stated.day} and vault ${stated.vault}.`)
  const given = served.receipt as { readonly result?: unknown } | undefined
  if (!isSame(given?.result, receipt.result))
    reasons.push('Its result does not follow from the inputs of its receipt.')
  if (!served.reading) return reasons
  try {
    const accounts = parseKeptAccounts(JSON.stringify(served.reading))
    const decoded = svmDayStateOf({ vault: place.vault, day }, decodeVaultReading(accounts, place))
    if (!isSame(decoded, stated))
      reasons.push('Its inputs are not what the bytes of the accounts say.')
  } catch (error) {
    if (!(error instanceof BaseError)) throw error
    reasons.push(`Its accounts cannot be read: ${error.shortMessage}`)
  }
  return reasons
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
