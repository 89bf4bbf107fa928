import {
  type Aggregator,
  openKyber,
  openLifi,
  openOneInch,
  openZeroX,
} from '@vaultwright/aggregator'
import { openChain } from '@vaultwright/chain'
import { buildMarket, quoteSwap, type SwapContext } from '@vaultwright/operations'
import type { SwapCandidate, SwapRequest } from '@vaultwright/swap'
import fc from 'fast-check'
import { encodeFunctionData, parseAbi } from 'viem'
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { openRoundTrips } from '../../support/node/round-trip.ts'
import { runsOf } from '../../support/runs.ts'
import { type FakeAggregator, startOneInch } from '../../support/swap/aggregator-server.ts'
import { expectExecuted } from '../../support/swap/executed-market.ts'
import { localPolicy, localRequest } from '../../support/swap/quote-context.ts'
import { openServiceRouters, type ServiceRouters } from '../../support/swap/service-router.ts'
import { openSwapChain, type SwapChain } from '../../support/swap/swap-chain.ts'

const oneWeth = 10n ** 18n
const never = 2n ** 40n
const ratesAbi = parseAbi(['function setRate(address src, address dst, uint256 rate)'])
/** By service: its route, how it is opened, and the requests that a price and calldata of it take. */
const kinds = {
  '1inch': { route: 'one_inch/swap_v6', open: openOneInch, requests: [1, 1] },
  '0x': { route: 'zero_x/swap', open: openZeroX, requests: [1, 1] },
  kyber: { route: 'kyber_swap/swap', open: openKyber, requests: [1, 2] },
  lifi: { route: 'lifi/swap', open: openLifi, requests: [1, 1] },
} as const
const names = ['1inch', '0x', 'kyber', 'lifi'] as const
type Name = (typeof names)[number]

let swaps: SwapChain
let services: ServiceRouters
let servers: Record<Name, FakeAggregator>
/** Base units of USDC for a WETH: what the executor pays. */
let rate = 0n
/** The rate that the services add to it in what they say of a part. */
let boast = 0n
let whole = 0n

beforeAll(async () => {
  swaps = await openSwapChain()
  const priceOf = (amount: bigint) => (amount * (rate + (amount === whole ? 0n : boast))) / oneWeth
  services = await openServiceRouters(swaps, priceOf)
  const oneInch = await startOneInch({
    router: swaps.place('1inch router v6'),
    executor: swaps.place('Swap executor'),
    priceOf,
    version: 'v6',
  })
  servers = { '1inch': oneInch, ...services.servers }
})
beforeEach(() => {
  boast = 0n
  for (const name of names) servers[name].lie({})
})
afterAll(async () => {
  await servers?.['1inch'].close()
  await services?.close()
  await swaps?.local.anvil.close()
})

const openService = (name: Name): Aggregator =>
  kinds[name].open({
    fetch,
    url: servers[name].url,
    key: 'hush',
    nowMs: Date.now,
    budget: { perMinute: 10_000, atOnce: 100 },
  })
const requestOf = (
  used: readonly Name[],
  sellAmount: bigint,
  more: Partial<SwapRequest> = {},
): SwapRequest => {
  whole = sellAmount
  return localRequest(swaps.local, ['WETH', 'USDC'], {
    sellAmount,
    venues: ['uniswap_v3/swap', ...used.map((name) => kinds[name].route)],
    canSplit: true,
    ...more,
  })
}
const isMixed = ({ legs }: SwapCandidate) =>
  legs.length > 1 && legs.some(({ route }) => route !== 'uniswap_v3/swap')

/** Does work with some services and a tree that permits them, while the executor pays another price. */
async function atRate<Value>(
  price: bigint,
  used: readonly Name[],
  work: (context: SwapContext) => Promise<Value>,
): Promise<Value> {
  rate = price
  const [weth, usdc] = [swaps.place('WETH'), swaps.place('USDC')]
  const data = encodeFunctionData({ abi: ratesAbi, args: [weth, usdc, price] })
  const more = {
    policy: localPolicy(swaps.local, { maxLossBps: 500n }),
    aggregators: used.map(openService),
  }
  return swaps.withTree(
    services.tree,
    async (context) => {
      await swaps.send(swaps.place('owner'), swaps.place('Swap executor'), data)
      return work(context)
    },
    more,
  )
}

test.for(names)(
  'golden: pools take what they pay better for, %s the rest, and the batch executes',
  async (name) => {
    await atRate(1_997_000_000n, [name], async (context) => {
      const { route, requests: counts } = kinds[name]
      const from = servers[name].requests.length
      const quote = await quoteSwap(context, requestOf([name], 50n * oneWeth))
      const [best, ...further] = quote.candidates
      expect([isMixed(best!), best!.refusal]).toEqual([true, null])
      for (const { buyAmount } of further) expect(best!.buyAmount).toBeGreaterThan(buyAmount)
      expect(best!.legs.reduce((sum, leg) => sum + leg.sellAmount, 0n)).toBe(50n * oneWeth)
      expect(best!.legs.reduce((sum, leg) => sum + leg.least!, 0n)).toBe(best!.least)
      expect(best!.least).toBeGreaterThanOrEqual(quote.bound!.least)
      // Calldata of the whole amount, three prices of parts, and calldata of exactly the part that it gets.
      const requests = servers[name].requests.slice(from)
      expect(requests).toHaveLength(3 * counts[0] + 2 * counts[1])
      const leg = best!.legs.find((one) => one.route === route)!
      const words = requests.map(({ path, body }) => `${path} ${body}`)
      expect(words.at(-1)).toContain(String(leg.sellAmount))
      const of = {
        kind: 'quote',
        receipt: quote.receipt,
        candidate: null,
        expiresAtUnix: never,
      } as const
      const count = servers[name].requests.length
      const transaction = await buildMarket(context, {
        of,
        minBuyAmount: null,
        acceptsUnbounded: false,
      })
      expect(servers[name].requests).toHaveLength(count)
      expect(transaction.candidate.buyAmount).toBe(best!.buyAmount)
      await expectExecuted(swaps, transaction, services.tree)
    })
  },
)

test('law: with services in the split nothing is worse than without them, and what is built executes', async () => {
  const price = fc.bigInt(1_980_000_000n, 2_001_000_000n)
  const chosen = fc.subarray([...names], { minLength: 1 })
  await fc.assert(
    fc.asyncProperty(price, fc.bigInt(5n, 60n), chosen, async (paid, weth, used) => {
      await atRate(paid, used, async (context) => {
        const request = requestOf(used, weth * oneWeth + 3n)
        const quote = await quoteSwap(context, request)
        const [best] = quote.candidates
        const without = await quoteSwap(context, { ...request, venues: ['uniswap_v3/swap'] })
        expect(best!.buyAmount).toBeGreaterThanOrEqual(without.candidates[0]!.buyAmount)
        expect(best!.buyAmount).toBeGreaterThanOrEqual((request.sellAmount! * paid) / oneWeth)
        const order = { of: { kind: 'wish', wish: request }, minBuyAmount: null } as const
        const built = await buildMarket(context, { ...order, acceptsUnbounded: false })
        expect(built.candidate.buyAmount).toBe(best!.buyAmount)
        await expectExecuted(swaps, built, services.tree)
      })
    }),
    { numRuns: runsOf(0.04) },
  )
})

test('law: a quote with all services beside pools waits for six round trips of the node at most', async () => {
  await atRate(1_997_000_000n, names, async (context) => {
    const trips = openRoundTrips()
    const chain = await openChain(trips.rpcOf(swaps.local.anvil.rpc), { id: 31337 })
    const contracts = new Map([['uniswap_v3/quoter_v2', swaps.place('Uniswap quoter')]])
    const counted = { ...context, chain, contracts }
    // Which node it is, and whether it has multicall, is found out once.
    await quoteSwap(counted, requestOf(names, oneWeth))
    trips.take()
    const quote = await quoteSwap(counted, requestOf(names, 50n * oneWeth))
    expect(isMixed(quote.candidates[0]!)).toBe(true)
    expect(trips.take().trips).toBeLessThanOrEqual(6)
  })
})

test.for(names)(
  'refuses: %s that promises more for a part than it pays; the split without it is taken',
  async (name) => {
    await atRate(1_990_000_000n, [name], async (context) => {
      boast = 200_000_000n
      const request = requestOf([name], 50n * oneWeth)
      const quote = await quoteSwap(context, request)
      expect(quote.refused.filter(({ route: ways }) => ways.includes(' + '))).toMatchObject([
        { code: 'venue_reverted' },
      ])
      const best = quote.candidates.find(({ id }) => id === quote.best)!
      expect([isMixed(best), best.legs.length > 1]).toEqual([false, true])
      const without = await quoteSwap(context, { ...request, venues: ['uniswap_v3/swap'] })
      expect(best.buyAmount).toBe(without.candidates[0]!.buyAmount)
    })
  },
)

test.for(names)('refuses: calldata of %s whose part pays another account', async (name) => {
  await atRate(1_997_000_000n, [name], async (context) => {
    servers[name].lie({ receiver: swaps.place('owner') })
    const quote = await quoteSwap(context, requestOf([name], 50n * oneWeth))
    expect(quote.candidates.filter(isMixed)).toEqual([])
    expect(quote.refused).toContainEqual(
      expect.objectContaining({ route: kinds[name].route, code: 'recipient_not_vault' }),
    )
  })
})
