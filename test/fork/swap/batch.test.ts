import { readBatch } from '@vaultwright/manager'
import {
  buildSwapBatch,
  quoteSwapBatch,
  type SwapBatchRequest,
  type SwapContext,
} from '@vaultwright/operations'
import { batchInputsIn, batchOf, bestCandidateOf, type SwapRequest } from '@vaultwright/swap'
import fc from 'fast-check'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { runsOf } from '../../support/runs.ts'
import { localPolicy, localRequest } from '../../support/swap/quote-context.ts'
import { openSwapChain, type SwapChain } from '../../support/swap/swap-chain.ts'

const oneWeth = 10n ** 18n
const usd = 10n ** 6n

let swaps: SwapChain
beforeAll(async () => {
  swaps = await openSwapChain()
})
afterAll(() => swaps?.local.anvil.close())

const lenient = (more: Partial<SwapContext> = {}) =>
  swaps.context({
    policy: localPolicy(swaps.local, { maxLossBps: 1_000n, maxImpactBps: 5_000n }),
    ...more,
  })
const sale = (pair: readonly [string, string], more: Partial<SwapRequest> = {}) =>
  localRequest(swaps.local, pair, more)
const batchRequest = (
  list: readonly SwapRequest[],
  more: Partial<SwapBatchRequest> = {},
): SwapBatchRequest => ({ before: [], swaps: list, after: [], ...more })
const twenty = () => sale(['WETH', 'USDC'], { sellAmount: 20n * oneWeth })
const boughtOf = (batch: Awaited<ReturnType<typeof quoteSwapBatch>>) =>
  batch.swaps.map((quote) => bestCandidateOf(quote)?.buyAmount)

/** Executes what was built, and takes it back: every balance of the vault changes as the batch says. */
async function expectMoved(request: SwapBatchRequest): Promise<void> {
  const { built, batch, approvalsLeft, calls } = await buildSwapBatch(lenient(), request, false)
  expect([batch.refusal, approvalsLeft]).toEqual([null, []])
  expect(batchOf(batchInputsIn(JSON.parse(JSON.stringify(batch.receipt)))).receipt).toEqual(
    batch.receipt,
  )
  expect(calls.before + calls.swaps.reduce((sum, one) => sum + one, 0) + calls.after).toBe(
    readBatch(built.calldata).calls.length,
  )
  await swaps.undone(async () => {
    const tokens = [...new Set(batch.moves.map(({ token }) => token))]
    const before = await Promise.all(tokens.map((token) => swaps.held(token)))
    await swaps.send(swaps.place('trader'), built.target, built.calldata)
    for (const [index, token] of tokens.entries()) {
      const moved = batch.moves.find((one) => one.token === token)!.amount
      expect([token, (await swaps.held(token)) - before[index]!]).toEqual([token, moved])
    }
  })
}

test('golden: the second of two sales meets the price that the first one left', async () => {
  const alone = await quoteSwapBatch(lenient(), batchRequest([twenty()]))
  const batch = await quoteSwapBatch(lenient(), batchRequest([twenty(), twenty()]))
  const [first, second] = boughtOf(batch)
  expect(batch.refusal).toBeNull()
  expect(first).toBe(boughtOf(alone)[0])
  expect(second).toBeLessThan(first!)
  expect(batch.moves.map(({ amount }) => amount)).toEqual([-40n * oneWeth, first! + second!])
})

test('golden: a swap may sell what the minimum of an earlier one leaves, and no more', async () => {
  const all = sale(['USDC', 'WETH'], { sellAmount: null })
  const held = await swaps.held(swaps.place('USDC'))
  const batch = await quoteSwapBatch(lenient(), batchRequest([twenty(), all]))
  const least = bestCandidateOf(batch.swaps[0]!)!.least!
  expect(batch.swaps[1]!.sellAmount).toBe(held + least)
  const more = sale(['USDC', 'WETH'], { sellAmount: held + least + 1n })
  await expect(quoteSwapBatch(lenient(), batchRequest([twenty(), more]))).rejects.toMatchObject({
    code: 'insufficient_balance',
    facts: { list: 'swaps', index: 1 },
    shortMessage: expect.stringMatching(/^Swap 2: The vault has/),
  })
})

test('law: a batch executes as one to the base unit of what its receipt says, and leaves no allowance', async () => {
  const saleTerms = fc.record({
    isBack: fc.boolean(),
    part: fc.bigInt(1n, 20n),
    canSplit: fc.boolean(),
  })
  await fc.assert(
    fc.asyncProperty(fc.array(saleTerms, { minLength: 2, maxLength: 3 }), async (list) => {
      const requests = list.map(({ isBack, part, canSplit }) =>
        isBack
          ? sale(['USDC', 'WETH'], { sellAmount: part * 500n * usd + 1n, canSplit })
          : sale(['WETH', 'USDC'], { sellAmount: part * oneWeth + 1n, canSplit }),
      )
      await expectMoved(batchRequest(requests))
    }),
    { numRuns: runsOf(0.03) },
  )
})

test('golden: actions run before and after the swaps, in the same batch', async () => {
  const step = (route: string, more: Record<string, string>) => ({
    route,
    params: { vault: swaps.place('Savings WETH'), asset: swaps.place('WETH'), ...more },
  })
  await expectMoved(
    batchRequest([twenty()], {
      before: [step('erc_4626/deposit', { amount: '3' })],
      after: [step('erc_4626/deposit', { amount: '2' })],
    }),
  )
  const before = [step('erc_4626/deposit', { amount: '3' })]
  const batch = await quoteSwapBatch(lenient(), batchRequest([twenty()], { before }))
  const weth = batch.moves.find(({ token }) => token === swaps.place('WETH'))!
  expect(weth.amount).toBe(-23n * oneWeth)
})

test('refuses: a part that is not permitted or out of bound, by its place', async () => {
  const unlisted = sale(['stETH', 'USDC'], { venues: null })
  await expect(quoteSwapBatch(lenient(), batchRequest([twenty(), unlisted]))).rejects.toMatchObject(
    { code: 'no_permitted_venue', facts: { list: 'swaps', index: 1 } },
  )
  const before = [{ route: 'aave_v3/supply', params: { asset: 'WETH', amount: '1' } }]
  await expect(
    quoteSwapBatch(lenient(), batchRequest([twenty()], { before })),
  ).rejects.toMatchObject({
    code: 'route_not_permitted',
    facts: { list: 'before', index: 0 },
    shortMessage: expect.stringMatching(/^Action 1 before the swaps: /),
  })
  const strict = swaps.context()
  const large = sale(['WETH', 'USDC'], { sellAmount: 60n * oneWeth })
  const list = [sale(['WETH', 'USDC']), large, twenty()]
  const batch = await quoteSwapBatch(strict, batchRequest(list))
  expect(batch.refusal).toMatchObject({ index: 1, code: 'price_out_of_bound' })
  expect([batch.swaps.length, batch.swapCount, batch.gasUsed]).toEqual([2, 3, null])
  await expect(buildSwapBatch(strict, batchRequest(list), false)).rejects.toMatchObject({
    code: 'price_out_of_bound',
    facts: { list: 'swaps', index: 1 },
  })
})
