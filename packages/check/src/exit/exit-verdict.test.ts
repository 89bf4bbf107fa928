import type { WithdrawAssetData, WithdrawQueuesData } from '@vaultwright/wire'
import fc from 'fast-check'
import { expect, test } from 'vitest'
import { exitVerdict } from './exit-verdict.ts'

const account = '0x00000000000000000000000000000000000000A1'
const word = `0x${'ab'.repeat(32)}`
const asOf = '2026-11-20T12:00:00Z'
const nowUnix = Date.parse(asOf) / 1_000 + 60
const sumOf = (count: number) => ({
  count,
  shares: String(count),
  raw_shares: String(count),
  assets: String(count),
  raw_assets: String(count),
})

const paidAsset: WithdrawAssetData = {
  asset: account,
  symbol: 'WETH',
  terms: null,
  open: sumOf(1),
  matured: sumOf(2),
  expired: sumOf(0),
  matures_in: { day: sumOf(0), three_days: sumOf(1), week: sumOf(1) },
  oldest_matured_at: asOf,
  deadline_used: '0.1',
  rate: '1',
  required: '3',
  raw_required: '3',
  outflow: '3',
  raw_outflow: '3',
  solver_excess: '0',
  raw_solver_excess: '0',
  deficit: '0',
  raw_deficit: '0',
  idle: '9',
  raw_idle: '9',
  instant: '9',
  raw_instant: '9',
  instant_source: 'idle',
  buffer_helper: null,
  payable_now: '2',
  raw_payable_now: '2',
  payable_requests: 2,
  payable_passing_over: '2',
  raw_payable_passing_over: '2',
  unpaid: [],
  left_out: 0,
  refunds: '0',
  raw_refunds: '0',
  fees: '0',
  raw_fees: '0',
  reserve: '3',
  raw_reserve: '3',
  allocatable: '6',
  raw_allocatable: '6',
  shortfall: '0',
  raw_shortfall: '0',
  unknown_because: null,
  stops: [],
}
type Queue = WithdrawQueuesData['queues'][number]
const paidQueue: Queue = {
  address: account,
  kind: 'boring',
  paused: false,
  check: { state: 'agrees', proven: false, ids: 3, difference: null, reason: null },
  solvers: [
    { address: account, kind: 'covering', sender: account, may: true, missing: [], reason: null },
  ],
  assets: [paidAsset],
}
const readingOf = (queue: Queue): WithdrawQueuesData => ({
  block_number: 1,
  block_hash: word,
  as_of: asOf,
  share_decimals: 18,
  queues: [queue],
  units: [],
})
const withAsset = (change: Partial<WithdrawAssetData>) =>
  readingOf({ ...paidQueue, assets: [{ ...paidAsset, ...change }] })
const answerOf = (reading: WithdrawQueuesData) => exitVerdict(reading, nowUnix).answer

test('golden: it is Yes, if, where all is paid: the service alone says so', () => {
  const { answer, reasons } = exitVerdict(readingOf(paidQueue), nowUnix)
  expect([answer, reasons.map(({ code }) => code)]).toEqual(['conditional', ['stated']])
  const late = exitVerdict(readingOf(paidQueue), nowUnix + 7_200)
  expect(late.reasons.map(({ code }) => code)).toContain('expired')
})

test('law: each thing that keeps a request from being paid is a No, and what is not known is never a Yes', () => {
  const unpaid = [{ request_id: word, because: 'cash' as const, reason: 'r' }]
  const noes = [
    withAsset({ unpaid }),
    withAsset({ unpaid: [{ ...unpaid[0]!, because: 'own' }] }),
    withAsset({ shortfall: '0.000000000000000001', raw_shortfall: '1' }),
    withAsset({ rate: null, instant: null }),
    readingOf({ ...paidQueue, paused: true }),
    readingOf({ ...paidQueue, solvers: [{ ...paidQueue.solvers[0]!, may: false }] }),
    readingOf({ ...paidQueue, check: { ...paidQueue.check, state: 'differs' } }),
  ]
  expect(noes.map(answerOf)).toEqual(noes.map(() => 'no'))
  const opens = [
    withAsset({ instant: null, payable_now: null, unknown_because: 'No node executes.' }),
    withAsset({ left_out: 1 }),
    withAsset({ shortfall: null, raw_shortfall: null }),
    readingOf({ ...paidQueue, check: { ...paidQueue.check, state: 'not_checked' } }),
    readingOf({ ...paidQueue, solvers: [{ ...paidQueue.solvers[0]!, may: null, reason: 'r' }] }),
    readingOf({ ...paidQueue, paused: null }),
    { ...readingOf(paidQueue), queues: [] },
  ]
  expect(opens.map(answerOf)).toEqual(opens.map(() => 'open'))
})

test('law: another fact against it never makes the answer better', () => {
  const rank = { yes: 0, conditional: 1, open: 2, no: 3 }
  const changes: readonly Partial<WithdrawAssetData>[] = [
    { shortfall: '1', raw_shortfall: '1' },
    { shortfall: null, raw_shortfall: null },
    { left_out: 2 },
    { unpaid: [{ request_id: word, because: 'own', reason: 'r' }] },
    { rate: null },
    { instant: null },
  ]
  fc.assert(
    fc.property(fc.subarray([...changes]), fc.constantFrom(...changes), (some, more) => {
      const before = Object.assign({}, ...some)
      if (Object.keys(more).some((key) => key in before)) return
      const [answer, worse] = [withAsset(before), withAsset({ ...before, ...more })].map(answerOf)
      expect(rank[worse!]).toBeGreaterThanOrEqual(rank[answer!])
    }),
  )
})
