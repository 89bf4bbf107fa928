import { buildMarket, quoteSwap } from '@vaultwright/operations'
import type { SwapCandidate } from '@vaultwright/swap'
import fc from 'fast-check'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { openRoundTrips } from '../../support/node/round-trip.ts'
import { runsOf } from '../../support/runs.ts'
import { optimumOf, type PoolModel } from '../../support/swap/pool-model.ts'
import { openSwapRoom, type SwapRoom, swapMarkets } from '../driver/swap-room.ts'
import { markets } from '../market/market-list.ts'
import { openRealWorld, type RealWorld } from '../world/real-world.ts'
import { productPoolOf, singletonPoolOf, type TierDraft, tierPoolOf } from './pool-formula.ts'
import { contextOf, executedIn, orderOf, requestOf, withMarket } from './swap-driver.ts'

const oneWeth = 10n ** 18n
const sides = { sell: 'WETH', buy: 'DAI' }

let world: RealWorld
let room: SwapRoom | null = null
let reason: string | undefined
beforeAll(async () => {
  world = await openRealWorld(markets)
  reason = swapMarkets.map(({ protocol }) => world.missing.get(protocol)).find(Boolean)
  if (reason === undefined) room = await openSwapRoom(world)
})
afterAll(() => world?.close())

/** A tier of WETH for DAI beside two pools of either hop that are there, and narrow ones of each. */
const tiers: readonly TierDraft[] = [
  { pair: ['WETH', 'DAI'], fee: 3000, below: 6_000, above: 6_000, weth: 400n },
  { pair: ['WETH', 'USDC'], fee: 100, below: 73, above: 81, weth: 300n },
  { pair: ['USDC', 'DAI'], fee: 500, below: 3_000, above: 3_000, weth: 700n },
]

/** The pools of WETH for DAI, of the first hop and of the second, each by its own formula. */
async function poolsOf({ world: { chain } }: SwapRoom, drafts: readonly TierDraft[]) {
  const tiersOf = async (fees: readonly number[], pair: readonly [string, string]) => {
    const list: PoolModel[] = []
    for (const fee of new Set(fees)) list.push(await tierPoolOf(chain, fee, pair))
    return list
  }
  const feesOf = (name: string) =>
    drafts.filter(({ pair }) => pair?.join() === name).map(({ fee }) => fee)
  return {
    direct: await tiersOf(feesOf('WETH,DAI'), ['WETH', 'DAI']),
    first: [
      await productPoolOf(chain),
      await singletonPoolOf(chain),
      ...(await tiersOf([500, 3000, ...feesOf('WETH,USDC')], ['WETH', 'USDC'])),
    ],
    second: [
      await productPoolOf(chain, ['USDC', 'DAI']),
      ...(await tiersOf([100, ...feesOf('USDC,DAI')], ['USDC', 'DAI'])),
    ],
  }
}

/** The most that an amount buys over pools of the pair and both hops: what goes each way is sought by thirds. */
function bestOf(
  { direct, first, second }: Awaited<ReturnType<typeof poolsOf>>,
  amount: number,
): number {
  const outputAt = (through: number) => {
    const room = direct.reduce((sum, pool) => sum + pool.room, 0)
    if (amount - through > room) return 0
    const beside = through === amount ? 0 : optimumOf(direct, amount - through)
    return beside + optimumOf(second, optimumOf(first, through))
  }
  let [low, high] = [0, amount]
  for (let step = 0; step < 40; step++) {
    const third = (high - low) / 3
    if (outputAt(low + third) < outputAt(high - third)) low += third
    else high -= third
  }
  return Math.max(outputAt((low + high) / 2), outputAt(amount), outputAt(0))
}

const isPath = ({ legs }: SwapCandidate) =>
  legs.some(({ buyToken }) => buyToken !== legs.at(-1)!.buyToken)

test.for([
  [true, 10n],
  [true, 200n],
  [true, 900n],
  [false, 10n],
  [false, 200n],
  [false, 900n],
] as const)(
  'law: over a token in between (quoter: %s) %s WETH buy within two basis points of the optimum, leave little, and pay their quote to the base unit',
  async ([isViewed, weth], { skip }) => {
    if (room === null) return skip(reason)
    const swaps = room
    await withMarket(
      swaps,
      async () => {
        const { of } = swaps.world.chain
        const sellAmount = weth * oneWeth
        const request = requestOf(swaps, { buyToken: of('DAI'), sellAmount, maxHops: 2 })
        const context = { ...(await contextOf(swaps, isViewed)), policy: null }
        const quote = await quoteSwap(context, request)
        const best = quote.candidates.find(({ id }) => id === quote.best)!
        expect(isPath(best)).toBe(true)
        const optimum = bestOf(await poolsOf(swaps, tiers), Number(sellAmount))
        expect((1 - Number(best.buyAmount) / optimum) * 10_000).toBeLessThan(2)
        // A basis point of what the first hop bought stays, and a little that its curve did not tell.
        const middle = best.legs.filter(({ sellToken }) => sellToken === of('USDC'))
        const passed = middle.reduce((sum, leg) => sum + leg.sellAmount, 0n)
        expect(best.leftover).toMatchObject([{ token: of('USDC') }])
        expect(best.leftover[0]!.amount * 8_000n).toBeLessThanOrEqual(passed)
        // The first hop demands all that the second sells.
        const demanded = best.legs
          .filter(({ buyToken }) => buyToken === of('USDC'))
          .reduce((sum, leg) => sum + leg.least!, 0n)
        expect(demanded).toBeGreaterThanOrEqual(passed)
        const built = await buildMarket(context, {
          ...orderOf(request),
          acceptsUnbounded: true,
          minBuyAmount: 1n,
        })
        expect(built.candidate.buyAmount).toBe(best.buyAmount)
        const { sold, bought, pullable } = await executedIn(swaps, built.built.calldata, sides)
        expect([sold, bought, pullable]).toEqual([sellAmount, best.buyAmount, 0n])
      },
      tiers,
    )
  },
)

test('law: a quote over paths waits for six round trips at most', async ({ skip }) => {
  if (room === null) return skip(reason)
  const swaps = room
  await withMarket(
    swaps,
    async () => {
      for (const isViewed of [true, false]) {
        const trips = openRoundTrips()
        const context = await contextOf(swaps, isViewed)
        const counted = { ...context, policy: null, chain: trips.chainOf(context.chain) }
        const request = requestOf(swaps, {
          buyToken: swaps.world.chain.of('DAI'),
          sellAmount: 200n * oneWeth,
          maxHops: 2,
        })
        await quoteSwap(counted, request)
        trips.take()
        await quoteSwap(counted, request)
        expect(trips.take().trips).toBeLessThanOrEqual(6)
      }
    },
    tiers,
  )
})

const draft = (pair: NonNullable<TierDraft['pair']>, fees: readonly number[]) =>
  fc.record({
    pair: fc.constant(pair),
    fee: fc.constantFrom(...fees),
    below: fc.integer({ min: 40, max: 4_000 }),
    above: fc.integer({ min: 40, max: 4_000 }),
    weth: fc.bigInt({ min: 1n, max: 400n }),
  })
const drafts = fc.tuple(
  draft(['WETH', 'DAI'], [500, 3000]),
  draft(['WETH', 'USDC'], [100, 10000]),
  draft(['USDC', 'DAI'], [500, 3000]),
)

test('law: over random tiers of all three pairs what is built pays its quote to the base unit, and no less than a way of fewer legs', async ({
  skip,
}) => {
  if (room === null) return skip(reason)
  const swaps = room
  const amount = fc.bigInt({ min: 10n ** 16n, max: 1_500n * oneWeth })
  let paths = 0
  await fc.assert(
    fc.asyncProperty(drafts, amount, fc.boolean(), async (list, sellAmount, isViewed) => {
      const work = async () => {
        const buyToken = swaps.world.chain.of('DAI')
        const request = requestOf(swaps, { buyToken, sellAmount, maxHops: 2 })
        const context = { ...(await contextOf(swaps, isViewed)), policy: null }
        const { candidates, best } = await quoteSwap(context, request)
        const first = candidates.find(({ id }) => id === best)!
        for (const { buyAmount, refusal } of candidates)
          if (refusal === null) expect(first.buyAmount).toBeGreaterThanOrEqual(buyAmount)
        paths += isPath(first) ? 1 : 0
        const order = { ...orderOf(request), acceptsUnbounded: true, minBuyAmount: 1n }
        const { built } = await buildMarket(context, order)
        const { sold, bought, pullable } = await executedIn(swaps, built.calldata, sides)
        expect([sold, bought, pullable]).toEqual([sellAmount, first.buyAmount, 0n])
      }
      await withMarket(swaps, work, list)
    }),
    { numRuns: runsOf(0.05), seed: 20_261_130 },
  )
  expect(paths).toBeGreaterThan(0)
})
