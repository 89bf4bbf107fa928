import { decodeManage } from '@vaultwright/manager'
import {
  buildMarket,
  type MarketOrder,
  type MarketTransaction,
  quoteSwap,
  type SwapContext,
} from '@vaultwright/operations'
import type { SwapReceipt, SwapRequest } from '@vaultwright/swap'
import fc from 'fast-check'
import { encodeFunctionData, parseAbi } from 'viem'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { localTree } from '../../support/node/local-chain.ts'
import { runsOf } from '../../support/runs.ts'
import { expectExecuted } from '../../support/swap/executed-market.ts'
import { localPolicy, localRequest } from '../../support/swap/quote-context.ts'
import { openSwapChain, type SwapChain } from '../../support/swap/swap-chain.ts'
import { venueCallsOf } from '../../support/swap/venue-call.ts'

const oneWeth = 10n ** 18n
const usd = 10n ** 6n
const { tree } = localTree('local-eth-trader')
const never = 2n ** 40n

let swaps: SwapChain
let local: SwapChain['local']

beforeAll(async () => {
  swaps = await openSwapChain()
  local = swaps.local
})
afterAll(() => swaps?.local.anvil.close())

const contextWith = (more: Partial<SwapContext> = {}) => swaps.context(more)
const assertSafe = (transaction: MarketTransaction) => expectExecuted(swaps, transaction, tree)
const pair = (more: Partial<SwapRequest> = {}) => localRequest(local, ['WETH', 'USDC'], more)
const orderOf = (request: SwapRequest, more: Partial<MarketOrder> = {}): MarketOrder => ({
  of: { kind: 'wish', wish: request },
  minBuyAmount: null,
  acceptsUnbounded: false,
  ...more,
})
const quotedOrder = (receipt: SwapReceipt, candidate: string | null = null): MarketOrder => ({
  of: { kind: 'quote', receipt, candidate, expiresAtUnix: never },
  minBuyAmount: null,
  acceptsUnbounded: false,
})

test('law: what is built is proven, executes as it was measured, leaves no allowance and pays nobody else', async () => {
  const amounts = fc.bigInt(10n ** 15n, 60n * oneWeth)
  await fc.assert(
    fc.asyncProperty(amounts, fc.boolean(), async (sellAmount, canSplit) => {
      const policy = localPolicy(local, { maxLossBps: 500n })
      const request = pair({ sellAmount, canSplit })
      const transaction = await buildMarket(contextWith({ policy }), orderOf(request))
      const { candidate, least: minimum, quote } = transaction
      expect(minimum).toBeGreaterThanOrEqual(quote.bound!.least)
      expect(candidate.buyAmount).toBeGreaterThanOrEqual(minimum)
      expect(transaction.approvalsLeft).toEqual([])
      await assertSafe(transaction)
    }),
    { numRuns: runsOf(0.04) },
  )
})

test('golden: a stored quote is built again with the very calldata of a third party', async () => {
  const [, call] = venueCallsOf(local).oneInch('v5', 'WETH', 'USDC', oneWeth)
  const data = withMinimum(call!.data, 1_994n * usd)
  const request = pair({ venues: null, calldata: [{ route: 'one_inch/swap_v5', data }] })
  const quote = await quoteSwap(contextWith(), request)
  const transaction = await buildMarket(contextWith(), quotedOrder(quote.receipt))
  expect(transaction.candidate.legs[0]).toMatchObject({
    route: 'one_inch/swap_v5',
    least: 1_994n * usd,
  })
  expect(transaction.least).toBe(1_994n * usd)
  expect(decodeManage(transaction.built.calldata).map((one) => one.data)).toContain(data)
  await assertSafe(transaction)
})

test('refuses: third-party calldata with a least of one', async () => {
  const [, call] = venueCallsOf(local).oneInch('v5', 'WETH', 'USDC', oneWeth)
  const calldata = [{ route: 'one_inch/swap_v5', data: call!.data }]
  const order = orderOf(pair({ venues: ['one_inch/swap_v5'], calldata }))
  await expect(buildMarket(contextWith(), order)).rejects.toMatchObject({
    code: 'least_below_bound',
  })
})

test('law: no change of one word of third-party calldata lets the vault receive less than the least', async () => {
  const [, call] = venueCallsOf(local).oneInch('v5', 'WETH', 'USDC', oneWeth)
  const data = withMinimum(call!.data, 1_994n * usd)
  const words = (data.length - 10) / 64
  await fc.assert(
    fc.asyncProperty(fc.nat(words - 1), fc.bigInt(0n, 2n ** 256n - 1n), async (index, word) => {
      const from = 10 + 64 * index
      const text = word.toString(16).padStart(64, '0')
      const changed = `${data.slice(0, from)}${text}${data.slice(from + 64)}` as `0x${string}`
      const request = pair({
        venues: ['one_inch/swap_v5'],
        calldata: [{ route: 'one_inch/swap_v5', data: changed }],
      })
      const built = await buildMarket(contextWith(), orderOf(request)).catch((error) => {
        expect(error).toHaveProperty('code')
        return null
      })
      if (built === null) return
      expect(built.least).toBeGreaterThanOrEqual(built.quote.bound!.least)
      expect(built.candidate.buyAmount).toBeGreaterThanOrEqual(built.least)
      await assertSafe(built)
    }),
    { numRuns: runsOf(0.2) },
  )
})

/** Word 6 of the arguments. */
function withMinimum(data: `0x${string}`, minimum: bigint): `0x${string}` {
  const from = 10 + 64 * 6
  const word = minimum.toString(16).padStart(64, '0')
  return `${data.slice(0, from)}${word}${data.slice(from + 64)}` as `0x${string}`
}

test('refuses: a quote that expired, of another root, or that the newest block no longer keeps', async () => {
  const quote = await quoteSwap(contextWith(), pair())
  const order = quotedOrder(quote.receipt)
  const expired = { ...order, of: { ...order.of, expiresAtUnix: 1n } } as MarketOrder
  await expect(buildMarket(contextWith(), expired)).rejects.toMatchObject({ code: 'quote_stale' })
  const context = contextWith()
  const otherTerms = {
    ...context,
    build: { ...context.build, tree: localTree('local-eth-main-3').tree },
  }
  await expect(buildMarket(otherTerms, order)).rejects.toMatchObject({ code: 'quote_stale' })
  await swaps.undone(async () => {
    const lenient = contextWith({ policy: localPolicy(local, { maxLossBps: 1_000n }) })
    const large = await quoteSwap(lenient, pair({ sellAmount: 20n * oneWeth }))
    const first = large.candidates.find(({ legs }) => legs[0]!.params.fee === '100')!
    const { built } = await buildMarket(lenient, quotedOrder(large.receipt, first.id))
    await swaps.send(swaps.place('trader'), built.target, built.calldata)
    await expect(buildMarket(lenient, order)).rejects.toMatchObject({
      code: 'quote_stale',
      facts: { quoted: '1999400159' },
    })
  })
})

test('refuses: what lies below the bound, with both numbers', async () => {
  const order = orderOf(pair({ sellAmount: 60n * oneWeth }))
  await expect(buildMarket(contextWith(), order)).rejects.toMatchObject({
    code: 'price_out_of_bound',
    facts: { bound: '119400000000', block: expect.any(String) },
  })
})

test('refuses: no prices, unless the caller accepts it and names a least', async () => {
  const context = contextWith({ policy: null })
  const minimum = 1_999n * usd
  for (const order of [
    orderOf(pair()),
    orderOf(pair(), { acceptsUnbounded: true }),
    orderOf(pair(), { acceptsUnbounded: true, minBuyAmount: 0n }),
    orderOf(pair(), { minBuyAmount: minimum }),
  ]) {
    await expect(buildMarket(context, order)).rejects.toMatchObject({ code: 'price_unknown' })
  }
  const accepted = orderOf(pair(), { acceptsUnbounded: true, minBuyAmount: minimum })
  expect((await buildMarket(context, accepted)).least).toBe(minimum)
  const greedy = orderOf(pair(), { acceptsUnbounded: true, minBuyAmount: 2_001n * usd })
  await expect(buildMarket(context, greedy)).rejects.toMatchObject({ code: 'price_out_of_bound' })
})

test('refuses: a leaf that pays another account, and a candidate that the quote does not have', async () => {
  await expect(
    buildMarket(contextWith(), orderOf(pair({ venues: ['uniswap_v3/swap_to'] }))),
  ).rejects.toMatchObject({ code: 'recipient_not_vault' })
  const { receipt } = await quoteSwap(contextWith(), pair())
  await expect(buildMarket(contextWith(), quotedOrder(receipt, 'c99'))).rejects.toMatchObject({
    code: 'candidate_missing',
  })
})

test('golden: an allowance that was left before is taken back', async () => {
  await swaps.undone(async () => {
    const vault = swaps.place('Local ETH')
    const abi = parseAbi(['function approve(address spender, uint256 amount)'])
    const spender = swaps.place('Uniswap router')
    const data = encodeFunctionData({ abi, args: [spender, 5n * oneWeth] })
    await swaps.send(vault, swaps.place('WETH'), data)
    const transaction = await buildMarket(contextWith(), orderOf(pair()))
    expect(transaction.approvalsLeft).toEqual([])
    await assertSafe(transaction)
  })
})
