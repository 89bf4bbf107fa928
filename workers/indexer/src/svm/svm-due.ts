import { dayOf, endOfDay, missingDays, shiftDay } from '@vaultwright/valuation'

/** The time after the end of a day in which a reading still counts as the day's: a node keeps no past state. */
export const svmToleranceSeconds = 3n * 3_600n

/** Days of a Solana vault. */
export type SvmDays = {
  /** The day that can be read now; null while none can. */
  readonly readable: string | null
  /** Days that were not read in time, oldest first: nothing reads them any more. */
  readonly lost: readonly string[]
  /** Days that are over; null while none is. */
  readonly due: { readonly from: string; readonly to: string } | null
}

/**
 * Tells which day of a vault can be read, and which are lost.
 *
 * @param addedUnix - when the vault came into the store: the day of then is the first that is due, unless days before
 * it were read.
 * @param read - days that were read, oldest first.
 */
export function svmDaysOf(
  nowUnix: bigint,
  { addedUnix, read: readDays }: { readonly addedUnix: bigint; readonly read: readonly string[] },
): SvmDays {
  const last = shiftDay(dayOf(nowUnix), -1)
  const added = dayOf(addedUnix)
  const [from = added] = [...readDays.slice(0, 1), added].sort()
  if (last < from) return { readable: null, lost: [], due: null }
  const missing = missingDays(from, last, new Set(readDays))
  const isOpen = isInTime(last, nowUnix) && missing.at(-1) === last
  const due = { from, to: last }
  return { readable: isOpen ? last : null, lost: isOpen ? missing.slice(0, -1) : missing, due }
}

/** Tells whether a moment is after the end of a day, and not too long after it. */
export function isInTime(day: string, unix: bigint): boolean {
  const end = endOfDay(day)
  return unix > end && unix <= end + svmToleranceSeconds
}
