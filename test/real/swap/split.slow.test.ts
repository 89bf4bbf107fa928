import type { BaseError } from '@vaultwright/base'
import { buildMarket, quoteSwap } from '@vaultwright/operations'
import fc from 'fast-check'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { runsOf } from '../../support/runs.ts'
import { optimumOf, type PoolModel } from '../../support/swap/pool-model.ts'
import { openSwapRoom, type SwapRoom, swapMarkets } from '../driver/swap-room.ts'
import { markets } from '../market/market-list.ts'
import { openRealWorld, type RealWorld } from '../world/real-world.ts'
import { productPoolOf, singletonPoolOf, tierPoolOf } from './pool-formula.ts'
import {
  contextOf,
  executedIn,
  orderOf,
  paidBy,
  requestOf,
  usdcForWeth,
  wethForUsdc,
  withMarket,
} from './swap-driver.ts'

const oneWeth = 10n ** 18n
const amounts = [10n, 100n, 500n, 1_500n, 3_000n]

let world: RealWorld
let room: SwapRoom | null = null
let reason: string | undefined
beforeAll(async () => {
  world = await openRealWorld(markets)
  reason = swapMarkets.map(({ protocol }) => world.missing.get(protocol)).find(Boolean)
  if (reason === undefined) room = await openSwapRoom(world)
})
afterAll(() => world?.close())

/** The pools by route and tier, each by its own formula. */
async function poolsOf({ world: { chain } }: SwapRoom): Promise<ReadonlyMap<string, PoolModel>> {
  const side = BigInt(chain.of('WETH')) < BigInt(chain.of('USDC')) ? 'zero_for_one' : 'one_for_zero'
  return new Map([
    ['uniswap_v2/swap', await productPoolOf(chain)],
    ['uniswap_v3/swap 100', await tierPoolOf(chain, 100)],
    ['uniswap_v3/swap 500', await tierPoolOf(chain, 500)],
    ['uniswap_v3/swap 3000', await tierPoolOf(chain, 3000)],
    [`uniswap_v4/swap_${side} 3000`, await singletonPoolOf(chain)],
  ])
}

const cases = [
  ['Uniswap v2 and three tiers of v3', true, false],
  ['Uniswap v2 and three tiers of v3', false, false],
  ['Uniswap v2, three tiers of v3 and v4', true, true],
  ['Uniswap v2, three tiers of v3 and v4', false, true],
] as const

test.for(cases)(
  'law: a split over %s (quoter: %s) loses one basis point at most to the optimum of their formulas, and pays its quote to the base unit',
  async ([, isViewed, hasFour], { skip }) => {
    if (room === null) return skip(reason)
    const swaps = room
    await withMarket(swaps, async () => {
      const pools = await poolsOf(swaps)
      const names = [...pools.keys()].filter((name) => hasFour || !name.startsWith('uniswap_v4'))
      const venues = [...new Set(names.map((name) => name.split(' ')[0]!))]
      for (const amount of amounts) {
        const sellAmount = amount * oneWeth
        const request = requestOf(swaps, { sellAmount, venues })
        const context = await contextOf(swaps, isViewed)
        const quote = await quoteSwap(context, request)
        // The formulas are those of the pools: what sold the whole amount paid what they say.
        const singles = quote.candidates.filter(
          ({ legs, refusal }) => legs.length === 1 && refusal === null,
        )
        expect(singles.length).toBeGreaterThan(2)
        for (const { legs, buyAmount } of singles) {
          const { route, params } = legs[0]!
          const name = params.fee === undefined ? route : `${route} ${params.fee}`
          const output = pools.get(name)!.outputOf(Number(sellAmount))!
          expect(Math.abs(Number(buyAmount) / output - 1)).toBeLessThan(1e-6)
        }
        const best = quote.candidates.find(({ id }) => id === quote.best)!
        for (const { buyAmount } of singles)
          expect(best.buyAmount).toBeGreaterThanOrEqual(buyAmount)
        const optimum = optimumOf(
          names.map((name) => pools.get(name)!),
          Number(sellAmount),
          10_000,
        )
        const lost = (1 - Number(best.buyAmount) / optimum) * 10_000
        expect(lost).toBeLessThan(1)
        expect(await paidBy(swaps, request, isViewed)).toBe(best.buyAmount)
      }
    })
  },
)

const usd = 10n ** 6n
const tiers = fc.subarray([100, 500, 3000, 10000], { minLength: 1 }).chain((fees) =>
  fc.tuple(
    ...fees.map((fee) =>
      fc.record({
        fee: fc.constant(fee),
        below: fc.integer({ min: 40, max: 4_000 }),
        above: fc.integer({ min: 40, max: 4_000 }),
        weth: fc.bigInt({ min: 1n, max: 150n }),
      }),
    ),
  ),
)
const isViewed = fc.boolean()

test('law: over random tiers beside the other real pools a swap pays its quote to the base unit, never less than one pool alone', async ({
  skip,
}) => {
  if (room === null) return skip(reason)
  const swaps = room
  const sale = fc.bigInt({ min: 10n ** 15n, max: 2_000n * oneWeth })
  await fc.assert(
    fc.asyncProperty(tiers, sale, isViewed, async (drafts, sellAmount, isSeen) => {
      const work = async () => {
        const request = requestOf(swaps, { sellAmount })
        const { candidates, best } = await quoteSwap(await contextOf(swaps, isSeen), request)
        const first = candidates.find(({ id }) => id === best)!
        const single = candidates.filter(
          ({ legs, refusal }) => legs.length === 1 && refusal === null,
        )
        for (const { netOfGas } of single) expect(first.netOfGas! >= netOfGas!).toBe(true)
        expect(await paidBy(swaps, request, isSeen)).toBe(first.buyAmount)
      }
      await withMarket(swaps, work, drafts)
    }),
    { numRuns: runsOf(0.03), seed: 20_261_130 },
  )
})

const wish = fc.record({
  isSold: fc.boolean(),
  thousandths: fc.oneof(
    fc.bigInt({ min: 1n, max: 1_000n }),
    fc.bigInt({ min: 1n, max: 1_000_000n }),
  ),
  most: fc.bigInt({ min: 1n, max: 300n }),
  slippageBps: fc.constantFrom(0n, 30n, 100n),
  canSplit: fc.boolean(),
  hasPrices: fc.boolean(),
  venue: fc.constantFrom(null, 'uniswap_v2/swap', 'uniswap_v3/swap', 'last'),
})

test('law: what is to be bought arrives at least, no more is sold than may be, and nothing may be pulled after it', async ({
  skip,
}) => {
  if (room === null) return skip(reason)
  const swaps = room
  const { of } = swaps.world.chain
  const side = BigInt(of('WETH')) < BigInt(of('USDC')) ? 'zero_for_one' : 'one_for_zero'
  const counts = { built: 0, refused: 0 }
  await fc.assert(
    fc.asyncProperty(tiers, wish, isViewed, async (drafts, draft, isSeen) => {
      const { isSold, thousandths, most, hasPrices, venue, slippageBps, canSplit } = draft
      const sides = isSold ? wethForUsdc : usdcForWeth
      const [whole, back] = isSold ? [oneWeth, 3_000n * usd] : [3_000n * usd, oneWeth]
      const buyAmount = (back * thousandths) / 1_000n
      const maxSellAmount = most * whole
      // Uniswap v4 sells WETH in this world, and Balancer USDC.
      const last = isSold ? `uniswap_v4/swap_${side}` : 'balancer_v2/swap'
      const request = requestOf(swaps, {
        sellToken: of(sides.sell),
        buyToken: of(sides.buy),
        slippageBps,
        canSplit,
        sellAmount: null,
        buyAmount,
        maxSellAmount,
        venues: venue === null ? null : [venue === 'last' ? last : venue],
      })
      const work = async () => {
        const priced = await contextOf(swaps, isSeen)
        const context = hasPrices ? priced : { ...priced, policy: null }
        const order = { ...orderOf(request), acceptsUnbounded: !hasPrices }
        const swap = await buildMarket(context, order).catch((error: BaseError) => error)
        if (swap instanceof Error) {
          counts.refused++
          // Then no way buys it, though all is sold that may be.
          const { buyAmount: _, maxSellAmount: __, ...sale } = request
          const all = { ...sale, sellAmount: maxSellAmount }
          const { candidates } = await quoteSwap(priced, all)
          const ready = candidates.filter(({ refusal }) => refusal === null)
          for (const way of ready) expect(way.buyAmount).toBeLessThan(buyAmount)
          return
        }
        counts.built++
        const { sold, bought, pullable } = await executedIn(swaps, swap.built.calldata, sides)
        expect(bought).toBe(swap.candidate.buyAmount)
        expect(bought).toBeGreaterThanOrEqual(buyAmount)
        expect(swap.least).toBeGreaterThanOrEqual(buyAmount)
        expect(sold).toBe(swap.quote.sellAmount)
        expect(sold).toBeLessThanOrEqual(maxSellAmount)
        expect(pullable).toBe(0n)
      }
      await withMarket(swaps, work, drafts)
    }),
    { numRuns: runsOf(0.1), seed: 20_261_130 },
  )
  expect(counts.built).toBeGreaterThan(counts.refused)
})

test('golden: a tier that ends within the amount says what it sells at most, and sells that', async ({
  skip,
}) => {
  if (room === null) return skip(reason)
  const swaps = room
  await withMarket(swaps, async () => {
    for (const isViewed of [true, false]) {
      const request = requestOf(swaps, {
        sellAmount: 1_500n * oneWeth,
        venues: ['uniswap_v3/swap'],
      })
      const { candidates, refused } = await quoteSwap(await contextOf(swaps, isViewed), request)
      const narrow = [
        ...refused.map(({ params, message }) => ({ fee: params.fee, message })),
        ...candidates.map(({ legs, refusal }) => ({
          fee: legs.length === 1 ? legs[0]!.params.fee : undefined,
          message: refusal?.message ?? '',
        })),
      ].find(({ fee }) => fee === '100')!
      const sentence = /It sold ([\d.]+) WETH when that was tried, and not/.exec(narrow.message)!
      const sellAmount = BigInt(Math.floor(Number(sentence[1]) * 1e6)) * 10n ** 12n
      const alone = await quoteSwap(
        await contextOf(swaps, isViewed),
        requestOf(swaps, { ...request, sellAmount, canSplit: false }),
      )
      const offered = alone.candidates.find(({ legs }) => legs[0]!.params.fee === '100')!
      expect(offered.refusal).toBeNull()
    }
  })
})
