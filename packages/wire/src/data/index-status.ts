import { shiftDay } from '@vaultwright/valuation'
import Type, { type Static } from 'typebox'
import { address, chain, time, vaultAddress } from '../field/field.ts'
import { cursor, dataOf, pageOf, pageSize } from '../field/page.ts'
import { printTime, printTimeOrNull } from '../field/time.ts'

/** A day in a path, a query or a body. */
export const dayText = Type.String({
  pattern: '^[0-9]{4}-[0-9]{2}-[0-9]{2}$',
  description: 'UTC',
  examples: ['2026-11-20'],
})
const dayRange = Type.Object(
  { from: dayText, to: dayText },
  { title: 'DayRange', additionalProperties: false },
)

const failedWork = Type.Object(
  {
    kind: Type.String({ examples: ['vault.snapshot'] }),
    day: Type.Union([dayText, Type.Null()], { description: 'Null for work that is of no day' }),
    state: Type.String({
      description: '`retrying`, or `parked`: not tried again before a repair',
      examples: ['parked'],
    }),
    attempts: Type.Integer(),
    code: Type.String(),
    message: Type.String(),
    first_at: time,
    last_at: time,
    retry_at: Type.Union([time, Type.Null()], { description: 'Null when it is parked' }),
  },
  { title: 'FailedWork', additionalProperties: false },
)

const dayGaps = (description: string) =>
  Type.Object(
    {
      days: Type.Integer({ minimum: 0, description: 'How many' }),
      ranges: Type.Array(dayRange, {
        description:
          'Days that follow each other, oldest first: 50 at most, all with `vault_address`',
      }),
      more_ranges: Type.Integer({ minimum: 0, description: 'Ranges that are not listed' }),
    },
    { additionalProperties: false, description },
  )

const firstOf = (what: string) =>
  `The first 100 days of \`${what}\`, oldest first; all with \`vault_address\``

/** The progress of a vault's index on a chain. */
export const indexStatus = Type.Object(
  {
    chain,
    vault_address: vaultAddress,
    name: Type.String(),
    is_current: Type.Boolean({ description: 'Whether nothing is left to do' }),
    is_found: Type.Boolean({ description: 'Whether it is known since when it is on the chain' }),
    head_block_number: Type.Union([Type.Integer(), Type.Null()], {
      description: 'The last final block that the index saw; null before the first scan',
    }),
    head_at: Type.Union([time, Type.Null()], {
      description: 'Of that block; null before the first scan',
    }),
    due_from: Type.Union([dayText, Type.Null()], {
      description: 'First day that is over and final; null while that is not known',
    }),
    due_to: Type.Union([dayText, Type.Null()], {
      description: 'Last day that is over and final; null while that is not known',
    }),
    last_day: Type.Union([dayText, Type.Null()], {
      description: 'The last day that was read; null before the first',
    }),
    lag_seconds: Type.Union([Type.Integer(), Type.Null()], {
      description: 'From the end of `last_day` to the head; null while either is not known',
    }),
    missing: dayGaps('Due and not read'),
    lost: dayGaps(
      'On `solana`: not read in time. A node keeps no past state, so nothing reads them any more',
    ),
    stale: dayGaps('Read, with values that are missing or of other inputs than those of now'),
    missing_days: Type.Array(dayText, { description: firstOf('missing') }),
    lost_days: Type.Array(dayText, { description: firstOf('lost') }),
    stale_days: Type.Array(dayText, { description: firstOf('stale') }),
    failure_count: Type.Integer({ minimum: 0 }),
    parked_count: Type.Integer({ minimum: 0, description: 'Failures that are given up' }),
    failures: Type.Array(failedWork, {
      description: 'Latest first: 10 at most, all with `vault_address`',
    }),
    roots_without_tree: Type.Integer(),
    active_roots_without_tree: Type.Integer(),
  },
  { title: 'IndexStatus', additionalProperties: false },
)

/** The filter and the page of the rows. */
export const indexStatusQuery = Type.Object(
  {
    cursor,
    page_size: pageSize,
    chain: Type.Optional(Type.String({ maxLength: 40, description: 'Only on this chain' })),
    vault_address: Type.Optional(
      Type.String({ maxLength: 64, description: 'Only this vault, with all its days' }),
    ),
  },
  { additionalProperties: false },
)

export const indexStatusResponse = pageOf(indexStatus, 'IndexStatusList')

/** The work to retry. */
export const repairRequest = Type.Object(
  {
    chain,
    vault_address: address,
    from: Type.Optional(dayText),
    to: Type.Optional(dayText),
  },
  { title: 'RepairRequest', additionalProperties: false },
)

export const repairResponse = dataOf(
  Type.Object(
    {
      chain,
      vault_address: address,
      retried: Type.Integer({
        description: 'Failures that were forgotten: the index tries their work again',
      }),
    },
    { title: 'IndexRepair', additionalProperties: false },
  ),
  'IndexRepairResponse',
)

/** The progress of a vault's index on a chain. */
export type IndexStatusData = Static<typeof indexStatus>
/** The work to retry. */
export type RepairRequest = Static<typeof repairRequest>

/** The progress of a vault's index, as much of it as the interface shows. */
export type IndexStatusInput = {
  readonly chain: string
  /** EIP-55, or base58. */
  readonly vault: string
  readonly name: string
  readonly isCurrent: boolean
  readonly isFound: boolean
  readonly head: { readonly number: bigint; readonly atUnix: bigint } | null
  readonly due: { readonly from: string; readonly to: string } | null
  readonly lastDay: string | null
  readonly lagSeconds: number | null
  readonly missingDays: readonly string[]
  readonly lostDays: readonly string[]
  readonly staleDays: readonly string[]
  readonly failures: readonly {
    readonly kind: string
    readonly day: string | null
    readonly state: string
    readonly attempts: number
    readonly code: string
    readonly message: string
    readonly firstAtUnix: bigint
    readonly lastAtUnix: bigint
    readonly retryAtUnix: bigint | null
  }[]
  readonly unknownRoots: number
  readonly unknownActiveRoots: number
}

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
  status: IndexStatusInput,
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
