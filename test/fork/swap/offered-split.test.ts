import { openOneInch } from '@vaultwright/aggregator'
import { openChain } from '@vaultwright/chain'
import { buildMarket, quoteSwap, type SwapContext } from '@vaultwright/operations'
import type { SwapCandidate, SwapRequest } from '@vaultwright/swap'
import fc from 'fast-check'
import { encodeFunctionData, parseAbi } from 'viem'
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { localTree } from '../../support/node/local-chain.ts'
import { openRoundTrips } from '../../support/node/round-trip.ts'
import { runsOf } from '../../support/runs.ts'
import { type FakeAggregator, startOneInch } from '../../support/swap/aggregator-server.ts'
import { expectExecuted } from '../../support/swap/executed-market.ts'
import { localPolicy, localRequest } from '../../support/swap/quote-context.ts'
import { openSwapChain, type SwapChain } from '../../support/swap/swap-chain.ts'

const oneWeth = 10n ** 18n
const route = 'one_inch/swap_v6'
const { tree } = localTree('local-eth-trader')
const never = 2n ** 40n
const ratesAbi = parseAbi(['function setRate(address src, address dst, uint256 rate)'])

let swaps: SwapChain
let server: FakeAggregator
/** Base units of USDC for a WETH: what the executor pays. */
let rate = 0n
/** The rate that the service adds to it in what it says of a part. */
let boast = 0n
let whole = 0n

beforeAll(async () => {
  swaps = await openSwapChain()
  server = await startOneInch({
    router: swaps.place('1inch router v6'),
    executor: swaps.place('Swap executor'),
    priceOf: (amount) => (amount * (rate + (amount === whole ? 0n : boast))) / oneWeth,
    version: 'v6',
  })
})
beforeEach(() => {
  boast = 0n
  server.lie({})
})
afterAll(async () => {
  await server?.close()
  await swaps?.local.anvil.close()
})

const contextWith = (): SwapContext =>
  swaps.context({
    policy: localPolicy(swaps.local, { maxLossBps: 500n }),
    aggregators: [
      openOneInch({
        fetch,
        url: server.url,
        key: 'hush',
        nowMs: Date.now,
        budget: { perMinute: 10_000, atOnce: 100 },
      }),
    ],
  })
const requestOf = (sellAmount: bigint, more: Partial<SwapRequest> = {}): SwapRequest => {
  whole = sellAmount
  return localRequest(swaps.local, ['WETH', 'USDC'], {
    sellAmount,
    venues: ['uniswap_v3/swap', route],
    canSplit: true,
    ...more,
  })
}
const isMixed = ({ legs }: SwapCandidate) =>
  legs.length > 1 && legs.some((leg) => leg.route === route)

/** Does work while the executor pays another price, and takes it back. */
async function atRate<Value>(price: bigint, work: () => Promise<Value>): Promise<Value> {
  rate = price
  const [weth, usdc] = [swaps.place('WETH'), swaps.place('USDC')]
  const data = encodeFunctionData({ abi: ratesAbi, args: [weth, usdc, price] })
  return swaps.undone(async () => {
    await swaps.send(swaps.place('owner'), swaps.place('Swap executor'), data)
    return work()
  })
}

test('golden: pools take what they pay better for, the service the rest, and the batch executes', async () => {
  await atRate(1_997_000_000n, async () => {
    const from = server.requests.length
    const quote = await quoteSwap(contextWith(), requestOf(50n * oneWeth))
    const [best, ...further] = quote.candidates
    expect([isMixed(best!), best!.refusal]).toEqual([true, null])
    for (const { buyAmount } of further) expect(best!.buyAmount).toBeGreaterThan(buyAmount)
    expect(best!.legs.reduce((sum, leg) => sum + leg.sellAmount, 0n)).toBe(50n * oneWeth)
    expect(best!.least).toBeGreaterThanOrEqual(quote.bound!.least)
    // The whole amount, three parts, and calldata of exactly the part that it gets.
    const requests = server.requests.slice(from)
    expect(requests).toHaveLength(5)
    const leg = best!.legs.find((one) => one.route === route)!
    expect(requests.at(-1)!.path).toContain(`amount=${leg.sellAmount}&`)
    const of = {
      kind: 'quote',
      receipt: quote.receipt,
      candidate: null,
      expiresAtUnix: never,
    } as const
    const count = server.requests.length
    const transaction = await buildMarket(contextWith(), {
      of,
      minBuyAmount: null,
      acceptsUnbounded: false,
    })
    expect(server.requests).toHaveLength(count)
    expect(transaction.candidate.buyAmount).toBe(best!.buyAmount)
    await expectExecuted(swaps, transaction, tree)
  })
})

test('law: with a service in the split nothing is worse than without it, and what is built executes', async () => {
  const price = fc.bigInt(1_980_000_000n, 2_001_000_000n)
  await fc.assert(
    fc.asyncProperty(price, fc.bigInt(5n, 60n), async (paid, weth) => {
      await atRate(paid, async () => {
        const request = requestOf(weth * oneWeth + 3n)
        const quote = await quoteSwap(contextWith(), request)
        const [best] = quote.candidates
        const without = await quoteSwap(contextWith(), { ...request, venues: ['uniswap_v3/swap'] })
        expect(best!.buyAmount).toBeGreaterThanOrEqual(without.candidates[0]!.buyAmount)
        expect(best!.buyAmount).toBeGreaterThanOrEqual((request.sellAmount! * paid) / oneWeth)
        const order = { of: { kind: 'wish', wish: request }, minBuyAmount: null } as const
        const built = await buildMarket(contextWith(), { ...order, acceptsUnbounded: false })
        expect(built.candidate.buyAmount).toBe(best!.buyAmount)
        await expectExecuted(swaps, built, tree)
      })
    }),
    { numRuns: runsOf(0.03) },
  )
})

test('law: a quote with a service in its split waits for six round trips of the node at most', async () => {
  await atRate(1_997_000_000n, async () => {
    const trips = openRoundTrips()
    const chain = await openChain(trips.rpcOf(swaps.local.anvil.rpc), { id: 31337 })
    const contracts = new Map([['uniswap_v3/quoter_v2', swaps.place('Uniswap quoter')]])
    const context = { ...contextWith(), chain, contracts }
    // Which node it is, and whether it has multicall, is found out once.
    await quoteSwap(context, requestOf(oneWeth))
    trips.take()
    const quote = await quoteSwap(context, requestOf(50n * oneWeth))
    expect(isMixed(quote.candidates[0]!)).toBe(true)
    expect(trips.take().trips).toBeLessThanOrEqual(6)
  })
})

test('refuses: a service that promises more for a part than it pays; the split without it is taken', async () => {
  await atRate(1_990_000_000n, async () => {
    boast = 200_000_000n
    const request = requestOf(50n * oneWeth)
    const quote = await quoteSwap(contextWith(), request)
    expect(quote.refused.filter(({ route: ways }) => ways.includes(' + '))).toMatchObject([
      { code: 'venue_reverted' },
    ])
    const best = quote.candidates.find(({ id }) => id === quote.best)!
    expect([isMixed(best), best.legs.length > 1]).toEqual([false, true])
    const without = await quoteSwap(contextWith(), { ...request, venues: ['uniswap_v3/swap'] })
    expect(best.buyAmount).toBe(without.candidates[0]!.buyAmount)
  })
})

test('refuses: calldata of a part that pays another account', async () => {
  await atRate(1_997_000_000n, async () => {
    server.lie({ receiver: swaps.place('owner') })
    const quote = await quoteSwap(contextWith(), requestOf(50n * oneWeth))
    expect(quote.candidates.filter(isMixed)).toEqual([])
    expect(quote.refused).toContainEqual(
      expect.objectContaining({ route, code: 'recipient_not_vault' }),
    )
  })
})
