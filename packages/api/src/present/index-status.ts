import type { IndexRow } from '@vaultwright/operations'
import { shiftDay } from '@vaultwright/valuation'
import { type IndexStatusData, printTime, printTimeOrNull } from '@vaultwright/wire'

/** The numbers of a vault's days and failures that are listed. */
export type IndexStatusLimits = {
  readonly days: number
  readonly ranges: number
  readonly failures: number
}

/** In a list of many vaults: what is left out is counted. */
export const listedStatusLimits: IndexStatusLimits = { days: 100, ranges: 50, failures: 10 }

/** Of one vault: everything. */
export const wholeStatusLimits: IndexStatusLimits = {
  days: Number.POSITIVE_INFINITY,
  ranges: Number.POSITIVE_INFINITY,
  failures: Number.POSITIVE_INFINITY,
}

/** Writes how far a vault is indexed. */
export function indexStatusOf(
  status: IndexRow & { readonly isCurrent: boolean },
  limits: IndexStatusLimits,
): IndexStatusData {
  const gapsOf = (days: readonly string[]) => dayGapsOf(days, limits.ranges)
  return {
    chain: status.chain,
    vault_address: status.vault,
    name: status.name,
    is_current: status.isCurrent,
    is_found: status.isFound,
    head_block_number: status.head === null ? null : Number(status.head.number),
    head_at: printTimeOrNull(status.head?.atUnix ?? null),
    due_from: status.due?.from ?? null,
    due_to: status.due?.to ?? null,
    last_day: status.lastDay,
    lag_seconds: status.lagSeconds,
    missing: gapsOf(status.missingDays),
    lost: gapsOf(status.lostDays),
    stale: gapsOf(status.staleDays),
    missing_days: status.missingDays.slice(0, limits.days),
    lost_days: status.lostDays.slice(0, limits.days),
    stale_days: status.staleDays.slice(0, limits.days),
    failure_count: status.failures.length,
    parked_count: status.failures.filter(({ state }) => state === 'parked').length,
    failures: status.failures.slice(0, limits.failures).map((failure) => ({
      kind: failure.kind,
      day: failure.day,
      state: failure.state,
      attempts: failure.attempts,
      code: failure.code,
      message: failure.message,
      first_at: printTime(failure.firstAtUnix),
      last_at: printTime(failure.lastAtUnix),
      retry_at: printTimeOrNull(failure.retryAtUnix),
    })),
    roots_without_tree: status.unknownRoots,
    active_roots_without_tree: status.unknownActiveRoots,
  }
}

/** Puts days together that follow each other. */
function dayGapsOf(days: readonly string[], limit: number): IndexStatusData['missing'] {
  const ranges: { from: string; to: string }[] = []
  for (const day of days) {
    const last = ranges.at(-1)
    if (last !== undefined && shiftDay(last.to, 1) === day) last.to = day
    else ranges.push({ from: day, to: day })
  }
  const listed = ranges.slice(0, limit)
  return { days: days.length, ranges: listed, more_ranges: ranges.length - listed.length }
}
