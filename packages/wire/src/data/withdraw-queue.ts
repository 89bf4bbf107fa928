import Type, { type Static } from 'typebox'
import { address, decimal, time, word } from '../field/field.ts'
import { dataOf, pageOf } from '../field/page.ts'

const count = Type.Integer({ minimum: 0 })
const raw = Type.String({ pattern: '^(0|[1-9][0-9]*)$', description: 'Base units' })
const amount = (description: string) => ({ ...decimal, description })
const decimalOrNull = (description: string) => Type.Union([decimal, Type.Null()], { description })
const rawOrNull = Type.Union([raw, Type.Null()], {
  description: 'Base units; null where the same in display units is',
})
const unexecuted = 'null where nothing was executed'
const textOrNull = (description: string) =>
  Type.Union([Type.String(), Type.Null()], { description })
const seconds = Type.Integer({ minimum: 0 })

const sum = Type.Object(
  { count, shares: decimal, raw_shares: raw, assets: decimal, raw_assets: raw },
  { title: 'WithdrawSum', additionalProperties: false },
)

const terms = Type.Object(
  {
    allows_requests: Type.Boolean(),
    seconds_to_maturity: seconds,
    minimum_seconds_to_deadline: seconds,
    minimum_discount_bps: count,
    maximum_discount_bps: count,
    minimum_shares: decimal,
    raw_minimum_shares: raw,
    capacity: decimalOrNull('Shares that may still be asked for; null without a limit'),
    raw_capacity: rawOrNull,
  },
  { title: 'WithdrawTerms', additionalProperties: false },
)

const stop = Type.Object(
  { call: Type.String({ examples: ['bulkWithdraw'] }), target: address, reason: Type.String() },
  { title: 'WithdrawStop', additionalProperties: false },
)

const unpaid = Type.Object(
  {
    request_id: word,
    because: Type.Enum(['cash', 'own'], {
      description:
        '`cash`: it is paid where it comes first, or takes more than is paid at once; `own`: it is refused all the same',
    }),
    reason: Type.String(),
  },
  { title: 'UnpaidRequest', additionalProperties: false },
)

const asset = Type.Object(
  {
    asset: address,
    symbol: textOrNull('Null where the asset does not say'),
    terms: Type.Union([terms, Type.Null()], {
      description: 'Terms of new requests, from state; null where the queue has none of this asset',
    }),
    open: sum,
    matured: sum,
    expired: sum,
    matures_in: Type.Object(
      { day: sum, three_days: sum, week: sum },
      { title: 'WithdrawMaturities', additionalProperties: false },
    ),
    oldest_matured_at: Type.Union([time, Type.Null()], {
      description: 'When the matured request that waits longest matured; null without one',
    }),
    deadline_used: decimalOrNull(
      'Greatest part of its time to be solved that a matured request has used, 0 to 1; null without one',
    ),
    rate: decimalOrNull('Of one share, as a solve redeems; null where the accountant refuses'),
    required: amount('Fixed amounts of open and matured requests'),
    raw_required: raw,
    outflow: decimalOrNull(
      'Cash that one solve of them takes at the rate of then; null without a rate',
    ),
    raw_outflow: rawOrNull,
    solver_excess: decimalOrNull(
      'Part of `outflow` that the solver or the vault keeps; null without a rate',
    ),
    raw_solver_excess: rawOrNull,
    deficit: decimalOrNull('Part of `required` that `outflow` does not cover; null without a rate'),
    raw_deficit: rawOrNull,
    idle: decimalOrNull('Cash of the vault itself; null where the asset does not say'),
    raw_idle: rawOrNull,
    instant: decimalOrNull(`The most that is paid at once, executed; ${unexecuted}`),
    raw_instant: rawOrNull,
    instant_source: Type.Union([Type.Enum(['idle', 'buffer']), Type.Null()], {
      description: `With a buffer idle cash pays nothing of it; ${unexecuted}`,
    }),
    buffer_helper: Type.Union([address, Type.Null()], { description: 'Null without a buffer' }),
    payable_now: decimalOrNull(
      `Matured requests that a solver pays, executed each after the one before, up to the first that lacks cash; ${unexecuted}`,
    ),
    raw_payable_now: rawOrNull,
    payable_requests: Type.Union([count, Type.Null()], {
      description: `How many those are; ${unexecuted}`,
    }),
    payable_passing_over: decimalOrNull(
      `The same where each that lacks cash is passed over, too; ${unexecuted}`,
    ),
    raw_payable_passing_over: rawOrNull,
    unpaid: Type.Array(unpaid, { description: 'Matured requests that are not paid' }),
    left_out: { ...count, description: 'Matured requests that were not tried' },
    refunds: decimalOrNull('Deposits that can still be refunded; null where they are not known'),
    raw_refunds: rawOrNull,
    fees: decimalOrNull(
      'Fees owed, as if they were claimed in this asset; null where they are not known',
    ),
    raw_fees: rawOrNull,
    reserve: decimalOrNull('To hold ready: `outflow`, refunds and fees; null where a part is'),
    raw_reserve: rawOrNull,
    allocatable: decimalOrNull('Idle cash beyond what idle cash must pay; null where a part is'),
    raw_allocatable: rawOrNull,
    shortfall: decimalOrNull('What is paid at once less than `reserve`; null where a part is'),
    raw_shortfall: rawOrNull,
    unknown_because: textOrNull('Why nothing was executed; null where it was'),
    stops: Type.Array(stop, { description: 'Calls that refuse the next unit' }),
  },
  {
    title: 'WithdrawAsset',
    description:
      'Open requests cannot be solved yet, matured ones can, expired ones no longer can: their shares stay with the queue',
    additionalProperties: false,
  },
)

const difference = Type.Object(
  {
    what: Type.Enum(['ids', 'nonce', 'escrow', 'logs']),
    position: Type.Union([count, Type.Null()], {
      description: 'First place of the set that differs, from 0; null for others than `ids`',
    }),
    folded: textOrNull('From the logs; null where they have none there'),
    contract: textOrNull("The contract's own; null where it has none there"),
  },
  { title: 'QueueDifference', additionalProperties: false },
)

const check = Type.Object(
  {
    state: Type.Enum(['agrees', 'differs', 'not_checked']),
    proven: Type.Boolean({ description: "The contract's word follows from the block's hash" }),
    ids: Type.Union([count, Type.Null()], {
      description: "Requests of the contract's own set; null unless it agrees",
    }),
    difference: Type.Union([difference, Type.Null()], { description: 'Null unless it differs' }),
    reason: textOrNull('Why it was not checked; null where it was'),
  },
  { title: 'QueueCheck', additionalProperties: false },
)

const solver = Type.Object(
  {
    address,
    kind: Type.Union([Type.Enum(['covering', 'legacy']), Type.Null()], {
      description: 'Whether its caller may cover a deficit; null where it is not a solver',
    }),
    sender: Type.Union([address, Type.Null()], {
      description: 'Calls the solver; null where none is known',
    }),
    may: Type.Union([Type.Boolean(), Type.Null()], {
      description: 'Every call of a solve is let through; null where that was not read',
    }),
    missing: Type.Array(
      Type.Object(
        { caller: address, target: address, call: Type.String() },
        { title: 'MissingRight', additionalProperties: false },
      ),
      { description: 'Calls that are refused' },
    ),
    reason: textOrNull('Why nothing can be told of it; null where something is'),
  },
  { title: 'QueueSolver', additionalProperties: false },
)

const queue = Type.Object(
  {
    address,
    kind: Type.String({ description: '`boring`', examples: ['boring'] }),
    paused: Type.Union([Type.Boolean(), Type.Null()], {
      description: 'Null where it was not read',
    }),
    check,
    solvers: Type.Array(solver, { description: 'Those that the vault names' }),
    assets: Type.Array(asset, { description: 'With requests in the queue' }),
  },
  { title: 'WithdrawQueue', additionalProperties: false },
)

const unit = Type.Object(
  { asset: address, symbol: textOrNull('Null where it does not say'), decimals: count },
  { title: 'WithdrawUnit', additionalProperties: false },
)

/** The queues of a vault at a block. */
export const withdrawQueues = Type.Object(
  {
    block_number: Type.Integer(),
    block_hash: word,
    as_of: time,
    share_decimals: count,
    queues: Type.Array(queue),
    units: Type.Array(unit, { description: 'Of every asset that was ever asked for' }),
  },
  { title: 'WithdrawQueues', additionalProperties: false },
)

/** States of requests. */
export const withdrawStatuses = [
  ...(['open', 'matured', 'expired'] as const),
  ...(['solved', 'cancelled', 'replaced'] as const),
] as const

const request = Type.Object(
  {
    request_id: word,
    queue: address,
    status: Type.Enum([...withdrawStatuses]),
    user: address,
    asset: address,
    symbol: textOrNull('Null where the asset does not say'),
    shares: decimal,
    raw_shares: raw,
    assets: decimal,
    raw_assets: raw,
    created_at: time,
    matures_at: time,
    expires_at: { ...time, description: 'The last second at which it can be solved' },
    block_number: Type.Integer(),
    tx_hash: word,
    ended: Type.Union(
      [
        Type.Object(
          {
            status: Type.Enum(['solved', 'cancelled', 'replaced']),
            block_number: Type.Integer(),
            tx_hash: word,
            replaced_by: Type.Optional(word),
          },
          { title: 'RequestEnd', additionalProperties: false },
        ),
        Type.Null(),
      ],
      { description: 'Null while it is in the queue' },
    ),
    tuple: Type.Object(
      {
        nonce: raw,
        user: address,
        assetOut: address,
        amountOfShares: raw,
        amountOfAssets: raw,
        creationTime: seconds,
        secondsToMaturity: seconds,
        secondsToDeadline: seconds,
      },
      {
        title: 'WithdrawTuple',
        description: 'As cancel and solve take it',
        additionalProperties: false,
      },
    ),
  },
  { title: 'WithdrawRequest', additionalProperties: false },
)

export const withdrawQueuesResponse = dataOf(withdrawQueues, 'WithdrawQueuesResponse')
export const withdrawRequestsResponse = pageOf(request, 'WithdrawRequestPage')

/** The queues of a vault at a block. */
export type WithdrawQueuesData = Static<typeof withdrawQueues>
/** A queue of a vault. */
export type WithdrawQueueData = Static<typeof queue>
/** A queue's requests in one asset. */
export type WithdrawAssetData = Static<typeof asset>
/** A request of a queue. */
export type WithdrawRequestData = Static<typeof request>
