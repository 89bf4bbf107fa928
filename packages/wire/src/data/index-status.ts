import Type, { type Static } from 'typebox'
import { address, chain, time, vaultAddress } from '../field/field.ts'
import { dataOf } from '../field/page.ts'
import { printTime, printTimeOrNull } from '../field/time.ts'

/** A day in a path, a query or a body. */
export const dayText = Type.String({
  pattern: '^[0-9]{4}-[0-9]{2}-[0-9]{2}$',
  description: 'UTC',
  examples: ['2026-11-20'],
})
const dayOrNull = Type.Union([dayText, Type.Null()])

const failedWork = Type.Object(
  {
    kind: Type.String({ examples: ['vault.snapshot'] }),
    day: dayOrNull,
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

/** How far a vault is indexed on a chain. */
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
    head_at: Type.Union([time, Type.Null()]),
    due_from: Type.Union([dayText, Type.Null()], {
      description: 'First day that is over and final; null while that is not known',
    }),
    due_to: dayOrNull,
    last_day: Type.Union([dayText, Type.Null()], { description: 'The last day that was read' }),
    lag_seconds: Type.Union([Type.Integer(), Type.Null()], {
      description: 'From the end of `last_day` to the head',
    }),
    missing_days: Type.Array(dayText, { description: 'Due and not read, oldest first' }),
    lost_days: Type.Array(dayText, {
      description:
        'On `solana`: not read in time, oldest first. A node keeps no past state, so nothing reads them any more',
    }),
    stale_days: Type.Array(dayText, {
      description: 'Read, with values that are missing or of other inputs than those of now',
    }),
    failures: Type.Array(failedWork, { description: 'Latest first' }),
    roots_without_tree: Type.Integer(),
    active_roots_without_tree: Type.Integer(),
  },
  { title: 'IndexStatus', additionalProperties: false },
)

export const indexStatusResponse = Type.Object(
  { data: Type.Array(indexStatus) },
  { title: 'IndexStatusList', additionalProperties: false },
)

/** Which work shall be tried afresh. */
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

/** How far a vault is indexed on a chain. */
export type IndexStatusData = Static<typeof indexStatus>
/** Which work shall be tried afresh. */
export type RepairRequest = Static<typeof repairRequest>

/** How far a vault is indexed, as much of it as the interface shows. */
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

/** Writes how far a vault is indexed. */
export function indexStatusOf(status: IndexStatusInput): IndexStatusData {
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
    missing_days: [...status.missingDays],
    lost_days: [...status.lostDays],
    stale_days: [...status.staleDays],
    failures: status.failures.map((failure) => ({
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
