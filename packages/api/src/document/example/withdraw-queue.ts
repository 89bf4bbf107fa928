import type { WithdrawQueuesData, WithdrawRequestData } from '@vaultwright/wire'
import { lastPage, manager, type ResponseExamples, strategist, transaction, usdc } from './vault.ts'

const sumOf = (count: number, amount: string) => ({
  count,
  shares: amount,
  raw_shares: `${amount}000000`,
  assets: amount,
  raw_assets: `${amount}000000`,
})
const single = sumOf(1, '2500')
const zero = { ...sumOf(0, '0'), raw_shares: '0', raw_assets: '0' }

const queues: WithdrawQueuesData['queues'] = [
  {
    address: manager,
    kind: 'boring',
    paused: false,
    check: { state: 'agrees', proven: false, ids: 2, difference: null, reason: null },
    solvers: [
      {
        address: strategist,
        kind: 'covering',
        sender: strategist,
        may: true,
        missing: [],
        reason: null,
      },
    ],
    assets: [
      {
        asset: usdc,
        symbol: 'USDC',
        terms: {
          allows_requests: true,
          seconds_to_maturity: 259_200,
          minimum_seconds_to_deadline: 259_200,
          minimum_discount_bps: 0,
          maximum_discount_bps: 10,
          minimum_shares: '0.01',
          raw_minimum_shares: '10000',
          capacity: null,
          raw_capacity: null,
        },
        open: single,
        matured: single,
        expired: zero,
        matures_in: { day: zero, three_days: single, week: single },
        oldest_matured_at: '2026-11-20T10:00:00Z',
        deadline_used: '0.0277',
        rate: '1.0213',
        required: '5000',
        raw_required: '5000000000',
        outflow: '5106.5',
        raw_outflow: '5106500000',
        solver_excess: '106.5',
        raw_solver_excess: '106500000',
        deficit: '0',
        raw_deficit: '0',
        idle: '4000',
        raw_idle: '4000000000',
        instant: '4000',
        raw_instant: '4000000000',
        instant_source: 'idle',
        buffer_helper: null,
        payable_now: '2500',
        raw_payable_now: '2500000000',
        payable_requests: 1,
        payable_passing_over: '2500',
        raw_payable_passing_over: '2500000000',
        unpaid: [],
        left_out: 0,
        refunds: '0',
        raw_refunds: '0',
        fees: '12.5',
        raw_fees: '12500000',
        reserve: '5119',
        raw_reserve: '5119000000',
        allocatable: '0',
        raw_allocatable: '0',
        shortfall: '1119',
        raw_shortfall: '1119000000',
        unknown_because: null,
        stops: [{ call: 'bulkWithdraw', target: manager, reason: 'without a reason' }],
      },
    ],
  },
]

const request: WithdrawRequestData = {
  request_id: transaction,
  queue: manager,
  status: 'replaced',
  user: strategist,
  asset: usdc,
  symbol: 'USDC',
  shares: '2500',
  raw_shares: '2500000000',
  assets: '2500',
  raw_assets: '2500000000',
  created_at: '2026-11-17T10:00:00Z',
  matures_at: '2026-11-20T10:00:00Z',
  expires_at: '2026-11-23T10:00:00Z',
  block_number: 23_901_700,
  tx_hash: transaction,
  ended: {
    status: 'replaced',
    block_number: 23_901_800,
    tx_hash: transaction,
    replaced_by: transaction,
  },
  tuple: {
    nonce: '7',
    user: strategist,
    assetOut: usdc,
    amountOfShares: '2500000000',
    amountOfAssets: '2500000000',
    creationTime: 1_795_168_800,
    secondsToMaturity: 259_200,
    secondsToDeadline: 259_200,
  },
}

/** Answers to show for withdraw queues. */
export const withdrawQueueResponses = {
  getWithdrawQueues: {
    queue: {
      data: {
        block_number: 23_901_700,
        block_hash: transaction,
        as_of: '2026-11-20T12:00:00Z',
        share_decimals: 6,
        queues,
        units: [{ asset: usdc, symbol: 'USDC', decimals: 6 }],
      },
    },
  },
  listWithdrawRequests: { page: { data: [request], page: lastPage } },
} satisfies ResponseExamples
