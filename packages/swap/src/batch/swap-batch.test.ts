import fc from 'fast-check'
import { expect, test } from 'vitest'
import { runsOf } from '../../../../test/support/runs.ts'
import {
  inputsOf,
  measured,
  oneWeth,
  usd,
  usdc,
  vault,
  weth,
} from '../../../../test/support/swap/quote-input.ts'
import type { BatchInputs, WholeBatchRun } from './batch-input.ts'
import { batchInputsIn, batchOf } from './swap-batch.ts'

const run = (more: Partial<WholeBatchRun> = {}): WholeBatchRun => ({
  isSuccess: true,
  failure: null,
  gasUsed: 300_000n,
  moves: [
    { token: weth, holder: vault, amount: -2n * oneWeth },
    { token: usdc, holder: vault, amount: 3_996n * usd },
  ],
  stepMoves: [],
  ...more,
})
const batchInputs = (more: Partial<BatchInputs> = {}): BatchInputs => ({
  before: [],
  quotes: [
    inputsOf([measured('c1', 1_999n * usd), measured('c2', 1_998n * usd)]),
    inputsOf([measured('c1', 1_997n * usd)]),
  ],
  swapCount: 2,
  after: [],
  run: run(),
  ...more,
})

test('golden: the best of each swap runs, and the whole moves what they move', () => {
  const batch = batchOf(batchInputs())
  expect(batch.refusal).toBeNull()
  expect(batch.swaps.map(({ best }) => best)).toEqual(['c1', 'c1'])
})

test('law: a receipt gives the same batch again, through JSON', () => {
  const { receipt } = batchOf(
    batchInputs({ before: [{ route: 'aave_v3/withdraw', params: { amount: '1', asset: weth } }] }),
  )
  const again = batchOf(batchInputsIn(JSON.parse(JSON.stringify(receipt))))
  expect(again.receipt).toEqual(receipt)
})

test('law: a whole that moves another amount than its parts, by more than they round, is refused', () => {
  const change = fc.bigInt(-(10n ** 12n), 10n ** 12n)
  fc.assert(
    fc.property(change, change, (sold, bought) => {
      const moves = [
        { token: weth, holder: vault, amount: -2n * oneWeth + sold },
        { token: usdc, holder: vault, amount: 3_996n * usd + bought },
      ]
      const { refusal } = batchOf(batchInputs({ run: run({ moves }) }))
      const size = (amount: bigint) => (amount < 0n ? -amount : amount)
      const isRounded = size(sold) <= 8n && size(bought) <= 8n
      expect(refusal?.code ?? null).toBe(isRounded ? null : 'token_moves_otherwise')
    }),
    { numRuns: runsOf(1) },
  )
})

test('refuses: a token that moves though no part moves it', () => {
  const stray = `0x${'44'.repeat(20)}` as const
  const moves = [...run().moves, { token: stray, holder: vault, amount: -1n }]
  expect(batchOf(batchInputs({ run: run({ moves }) })).refusal).toMatchObject({
    index: null,
    code: 'token_moves_otherwise',
  })
})

test('refuses: a swap without a way, by its place, and a batch that reverts as one', () => {
  const poor = inputsOf([measured('c1', 1_500n * usd)])
  const quotes = [batchInputs().quotes[0]!, poor]
  expect(batchOf(batchInputs({ quotes, run: null })).refusal).toMatchObject({
    index: 1,
    code: 'price_out_of_bound',
  })
  const failure = { code: 'venue_reverted', message: 'Too little received' }
  const reverted = batchInputs({ run: run({ isSuccess: false, failure, moves: [] }) })
  expect(batchOf(reverted).refusal).toEqual({ index: null, ...failure })
  expect(batchOf(batchInputs({ run: null })).refusal).toMatchObject({ index: null })
})

test('refuses: quotes of other blocks, and a receipt of another formula', () => {
  const [first] = batchInputs().quotes
  const quotes = [first!, { ...first!, blockNumber: 121n }]
  expect(() => batchOf(batchInputs({ quotes }))).toThrow('not of one blockNumber')
  const { receipt } = batchOf(batchInputs())
  const old = { ...receipt, formula: 'swap-batch@0' as 'swap-batch@1' }
  expect(() => batchInputsIn(old)).toThrow('swap-batch@0')
})
