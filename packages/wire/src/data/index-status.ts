import Type, { type Static } from 'typebox'
import { address, chain, time, vaultAddress } from '../field/field.ts'
import { cursor, dataOf, pageOf, pageSize } from '../field/page.ts'

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
