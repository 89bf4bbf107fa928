import type { OrderTerms } from '@vaultwright/swap'
import fc from 'fast-check'
import Compile from 'typebox/compile'
import { expect, test } from 'vitest'
import { runsOf } from '../../../../test/support/runs.ts'
import { orderTermsOf, swapOrderOf, termsOfOrder } from './order-print.ts'
import { swapPairOf } from './pair-print.ts'
import { swapQuoteOf } from './quote-print.ts'
import { swapOperations } from './swap-operation.ts'
import { swapOrder } from './swap-order.ts'
import { swapPair } from './swap-pair.ts'
import { swapQuote } from './swap-quote.ts'

const address = (digit: string) => `0x${digit.repeat(40)}` as const
const word = (digit: string) => `0x${digit.repeat(64)}` as const
const weth = { address: address('1'), symbol: 'WETH', decimals: 18 }
const odd = { address: address('2'), symbol: null, decimals: null }
const usdc = { address: address('3'), symbol: 'USDC', decimals: 6 }
const leaf = {
  decoder: null,
  target: address('4'),
  canSendValue: false,
  signature: 'setPreSignature(bytes,bool)',
  arguments: [address('1'), address('3')],
  digest: null,
}
const amount = fc.bigInt({ min: 0n, max: 2n ** 256n - 1n })

test('law: the terms of an order come back from the words of the interface', () => {
  const terms: fc.Arbitrary<OrderTerms> = fc.record({
    sellToken: fc.constant(address('a')),
    buyToken: fc.constant(address('b')),
    receiver: fc.constant(address('c')),
    sellAmount: amount,
    buyAmount: amount,
    validTo: fc.bigInt({ min: 0n, max: 2n ** 32n - 1n }),
    appData: fc.constant(word('d')),
    feeAmount: amount,
    kind: fc.constantFrom('sell' as const, 'buy' as const),
    isPartiallyFillable: fc.boolean(),
    sellTokenBalance: fc.constantFrom('erc20', 'external', 'internal'),
    buyTokenBalance: fc.constantFrom('erc20' as const, 'internal' as const),
  })
  fc.assert(
    fc.property(terms, (one) => {
      expect(termsOfOrder(orderTermsOf(one))).toEqual(one)
    }),
    { numRuns: runsOf(1) },
  )
})

test('law: whatever the amounts, a quote and an order are as their schemas say', () => {
  const quoteCheck = Compile(swapQuote)
  const orderCheck = Compile(swapOrder)
  const units = fc.constantFrom(weth, odd, usdc)
  const run = fc.property(
    units,
    units,
    amount,
    fc.boolean(),
    (sellToken, buyToken, raw, isPart) => {
      const quote = swapQuoteOf(
        {
          chainId: 1,
          blockNumber: 7n,
          blockUnix: 1n,
          blockHash: word('a'),
          root: word('b'),
          sellToken,
          buyToken,
          sellAmount: raw,
          exactOutput: isPart ? null : { buyAmount: raw, maxSellAmount: null },
          slippageBps: 30n,
          fair: isPart
            ? null
            : {
                buyAmount: raw,
                sources: [
                  { asset: weth.address, source: 'feed:x', price: '0.5', per: 'usd', asOfUnix: 1n },
                ],
              },
          fairReason: isPart ? 'No prices.' : null,
          bound: isPart ? null : { maxLossBps: 50n, least: raw },
          best: isPart ? null : 'c1',
          candidates: [
            {
              id: 'c1',
              legs: [
                {
                  route: 'uniswap_v3/swap',
                  params: { fee: '500' },
                  sellToken: sellToken.address,
                  buyToken: buyToken.address,
                  sellAmount: raw,
                  shareBps: 10_000n,
                  least: isPart ? null : raw,
                },
              ],
              method: 'executed',
              buyAmount: raw,
              offeredAmount: isPart ? raw : null,
              least: isPart ? null : raw,
              lossBps: '-1.25',
              impactBps: isPart ? null : '1.5',
              impactReason: isPart ? 'It was not tried.' : null,
              gasUsed: 168_965n,
              netOfGas: isPart ? null : -raw,
              isWithinBound: isPart ? null : true,
              leftover: [{ token: weth.address, amount: raw }],
              free: isPart ? [{ field: 'minimum', why: 'x' }] : [],
              refusal: isPart ? { code: 'price_out_of_bound', message: 'x' } : null,
            },
          ],
          refused: [{ route: 'a/b', params: {}, code: 'venue_reverted', message: 'x' }],
          why: ['x'],
          unpermitted: [
            { route: 'a/c', params: {}, buyAmount: raw, method: 'view', permittingLeaf: leaf },
            { route: 'lifi', params: {}, buyAmount: raw, method: 'offered', permittingLeaf: null },
          ],
          receipt: { formula: 'swap-quote@3', inputs: {}, result: {} },
        },
        { id: 'q_1', createdAtUnix: 1n, expiresAtUnix: 61n },
      )
      expect([...quoteCheck.Errors(quote)]).toEqual([])
      const trade = { blockNumber: 1n, transactionHash: word('a'), logIndex: 0 } as const
      const order = swapOrderOf(
        {
          uid: `0x${'a'.repeat(112)}`,
          terms: {
            sellToken: sellToken.address,
            buyToken: buyToken.address,
            receiver: address('c'),
            sellAmount: raw,
            buyAmount: raw,
            validTo: 2n ** 32n - 1n,
            appData: word('d'),
            feeAmount: 0n,
            kind: 'sell',
            isPartiallyFillable: isPart,
            sellTokenBalance: 'erc20',
            buyTokenBalance: 'erc20',
          },
          status: isPart ? 'open' : 'filled',
          filledSell: raw,
          filledBuy: raw,
          remaining: raw,
          fillable: raw,
          allowance: raw,
          warnings: ['underfunded', 'allowance_left'],
          trades: [{ ...trade, sellAmount: raw, buyAmount: raw }],
        },
        {
          sellToken,
          buyToken,
          createdAtUnix: isPart ? null : 1n,
          quoteId: null,
          blockNumber: isPart ? 7n : null,
          zeroingCall: { target: weth.address, data: '0x095ea7b3', value: 0n },
          orderBook: isPart ? null : { publishedAtUnix: 1n, status: 'open' },
        },
      )
      expect([...orderCheck.Errors(order)]).toEqual([])
      expect(order.warnings.map(({ call }) => call === null)).toEqual([true, false])
    },
  )
  fc.assert(run, { numRuns: runsOf(1) })
})

test('golden: a pair reads as the interface shows it', () => {
  const pair = swapPairOf({
    sellToken: weth,
    buyToken: usdc,
    venues: [
      {
        route: 'uniswap_v3/swap',
        title: 'Uniswap v3',
        kind: 'exchange',
        target: address('5'),
        drone: null,
        quoting: 'executed',
        variants: { fee: ['100', '500'] },
        hasDeadline: true,
        leaves: [{ slot: 28, approvalSlot: 26 }],
        state: 'ready',
        why: null,
        free: [{ field: 'minimum', why: 'No leaf binds a price.' }],
        permission: null,
      },
    ],
    limitOrder: { state: 'not_permitted', why: 'The tree has no leaf.', permittingLeaf: leaf },
  })
  expect([...Compile(swapPair).Errors(pair)]).toEqual([])
  expect(pair).toEqual({
    sell_token: { symbol: 'WETH', address: weth.address, decimals: 18 },
    buy_token: { symbol: 'USDC', address: usdc.address, decimals: 6 },
    venues: [
      {
        route: 'uniswap_v3/swap',
        venue: 'Uniswap v3',
        kind: 'exchange',
        target: address('5'),
        actor: 'vault',
        quoting: 'executed',
        variants: { fee: ['100', '500'] },
        has_deadline: true,
        leaves: [{ leaf_index: 28, approval: 26 }],
        state: 'ready',
        why: null,
        free: [{ field: 'minimum', why: 'No leaf binds a price.' }],
      },
    ],
    limit_order: {
      state: 'not_permitted',
      why: 'The tree has no leaf.',
      leaf_that_would_permit: {
        decoder: null,
        target: address('4'),
        value: false,
        signature: 'setPreSignature(bytes,bool)',
        arguments: [address('1'), address('3')],
        leaf_digest: null,
      },
    },
  })
})

test('refuses: requests of another shape, amounts that are not decimal digits, short uids', () => {
  const quote = Compile(swapOperations.createSwapQuote.body)
  const request = { sell_token: 'WETH', buy_token: 'USDC' }
  expect(quote.Check({ ...request, sell_amount: 'all' })).toBe(true)
  for (const wrong of [
    { ...request, sell_amount: '-1' },
    { ...request, sell_amount: '1e3' },
    { ...request, sell_amount: 1 },
    { ...request, slippage_bps: 10_001 },
    { ...request, max_hops: 3 },
    { ...request, venues: [] },
    { ...request, calldata: [{ route: 'a/b', data: '0x1' }] },
    { ...request, other: 1 },
    // One token alone is refused where the request is read: a batch has them in its swaps.
    { swaps: [{ sell_token: 'WETH' }] },
    { swaps: [] },
    { swaps: Array.from({ length: 5 }, () => request) },
  ]) {
    expect(quote.Check(wrong), JSON.stringify(wrong)).toBe(false)
  }
  const order = Compile(swapOperations.buildLimitOrder.body)
  const limit = { ...request, sell_amount: '1', limit_price: '2600', valid_for_seconds: 300 }
  expect(order.Check(limit)).toBe(true)
  expect(order.Check({ ...limit, valid_for_seconds: 299 })).toBe(false)
  const cancel = Compile(swapOperations.buildOrderCancellation.body)
  expect(cancel.Check({ order_uid: `0x${'a'.repeat(112)}` })).toBe(true)
  expect(cancel.Check({ order_uid: `0x${'a'.repeat(110)}` })).toBe(false)
})
