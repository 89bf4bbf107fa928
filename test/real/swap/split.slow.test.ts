import { buildMarket, quoteSwap } from '@vaultwright/operations'
import type { SwapRequest } from '@vaultwright/swap'
import { numberToHex } from 'viem'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { optimumOf, type PoolModel } from '../../support/swap/pool-model.ts'
import { execute } from '../driver/case-runner.ts'
import { openSwapRoom, type SwapRoom, swapMarkets } from '../driver/swap-room.ts'
import { markets } from '../market/market-list.ts'
import { openRealWorld, type RealWorld } from '../world/real-world.ts'
import { openNarrowTier, productPoolOf, singletonPoolOf, tierPoolOf } from './pool-formula.ts'

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

/** With so much to sell, and a tier that is narrow and deep. */
async function withMarket(swaps: SwapRoom, work: () => Promise<void>): Promise<void> {
  const { chain } = swaps.world
  await swaps.undone(async () => {
    await chain.ask('anvil_setBalance', chain.of('Vault'), numberToHex(10n ** 23n))
    await chain.act({
      to: 'WETH',
      from: 'Vault',
      call: 'deposit() payable',
      value: 4_000n * oneWeth,
    })
    await openNarrowTier(chain)
    await work()
  })
}

async function contextOf(swaps: SwapRoom, isViewed: boolean) {
  const context = await swaps.context(isViewed ? {} : { contracts: new Map() })
  return { ...context, policy: { ...context.policy!, maxLossBps: 9_900n, maxImpactBps: 9_900n } }
}

function requestOf({ world: { chain } }: SwapRoom, more: Partial<SwapRequest>): SwapRequest {
  return {
    sellToken: chain.of('WETH'),
    buyToken: chain.of('USDC'),
    sellAmount: oneWeth,
    slippageBps: 30n,
    venues: null,
    calldata: [],
    canSplit: true,
    maxHops: 1,
    withRefused: false,
    ...more,
  }
}

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

/** Builds the swap, executes it and counts what the vault got. */
async function paidBy(swaps: SwapRoom, wish: SwapRequest, isViewed: boolean): Promise<bigint> {
  const { chain } = swaps.world
  const held = async () => {
    const call = 'balanceOf(address) view returns (uint256)'
    return (await chain.read({ to: 'USDC', call, args: [chain.of('Vault')] })) as bigint
  }
  const of = { kind: 'wish', wish } as const
  const order = { of, minBuyAmount: null, acceptsUnbounded: false }
  const { built, approvalsLeft } = await buildMarket(await contextOf(swaps, isViewed), order)
  expect(approvalsLeft).toEqual([])
  return swaps.world.undone(async () => {
    const before = await held()
    await execute(chain, built.calldata)
    return (await held()) - before
  })
}

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
