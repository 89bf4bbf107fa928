import { buildMarket, quoteSwap } from '@vaultwright/operations'
import type { SwapRequest } from '@vaultwright/swap'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { execute } from './driver/case-runner.ts'
import { openSwapRoom, type SwapRoom, swapMarkets } from './driver/swap-room.ts'
import { markets } from './market/market-list.ts'
import { openRealWorld, type RealWorld } from './world/real-world.ts'

const usd = 10n ** 6n
const never = 2n ** 40n

let world: RealWorld
let room: SwapRoom | null = null
let reason: string | undefined
beforeAll(async () => {
  world = await openRealWorld(markets)
  reason = swapMarkets.map(({ protocol }) => world.missing.get(protocol)).find(Boolean)
  if (reason === undefined) room = await openSwapRoom(world)
})
afterAll(() => world?.close())

const venues = ['uniswap_v2/swap', 'uniswap_v3/swap', 'uniswap_v3/swap_02', 'balancer_v2/swap']

function requestOf({ world: { chain } }: SwapRoom, more: Partial<SwapRequest> = {}): SwapRequest {
  return {
    sellToken: chain.of('USDC'),
    buyToken: chain.of('WETH'),
    sellAmount: 3_000n * usd,
    slippageBps: 30n,
    venues: null,
    calldata: [],
    canSplit: false,
    maxHops: 1,
    withRefused: false,
    ...more,
  }
}

async function heldBy({ world: { chain } }: SwapRoom, token: string): Promise<bigint> {
  const call = 'balanceOf(address) view returns (uint256)'
  return (await chain.read({ to: token, call, args: [chain.of('Vault')] })) as bigint
}

const orderOf = (wish: SwapRequest) => ({
  of: { kind: 'wish' as const, wish },
  minBuyAmount: null,
  acceptsUnbounded: false,
})

/** Builds a swap, executes it, and compares what real pools paid with what was quoted. */
async function expectPaid(swaps: SwapRoom, request: SwapRequest): Promise<number> {
  const transaction = await buildMarket(await swaps.context(), orderOf(request))
  const { candidate, built, approvalsLeft, least: minimum } = transaction
  expect(approvalsLeft).toEqual([])
  expect(candidate.buyAmount).toBeGreaterThanOrEqual(minimum)
  return swaps.world.undone(async () => {
    const before = [await heldBy(swaps, 'USDC'), await heldBy(swaps, 'WETH')] as const
    await execute(swaps.world.chain, built.calldata)
    expect(before[0] - (await heldBy(swaps, 'USDC'))).toBe(request.sellAmount)
    expect((await heldBy(swaps, 'WETH')) - before[1]).toBe(candidate.buyAmount)
    return candidate.legs.length
  })
}

test.for(venues)(
  'law: %s pays what was quoted, to the base unit, whatever the amount',
  async (venue, { skip }) => {
    if (room === null) return skip(reason)
    const swaps = room
    await swaps.undone(async () => {
      for (const sellAmount of [1n * usd, 3_000n * usd, 123_456_789_012n]) {
        await expectPaid(swaps, requestOf(swaps, { sellAmount, venues: [venue] }))
      }
    })
  },
)

test('law: a split over real pools pays the sum that was quoted, and more than any of them alone', async ({
  skip,
}) => {
  if (room === null) return skip(reason)
  const swaps = room
  await swaps.undone(async () => {
    const sellAmount = 600_000n * usd
    const split = requestOf(swaps, { sellAmount, canSplit: true })
    expect(await expectPaid(swaps, split)).toBeGreaterThan(1)
    const { candidates } = await quoteSwap(await swaps.context(), split)
    const single = candidates.filter(({ legs }) => legs.length === 1)
    expect(single.length).toBeGreaterThan(2)
    const best = candidates.find(({ legs }) => legs.length > 1)!
    for (const { buyAmount } of single) expect(best.buyAmount).toBeGreaterThan(buyAmount)
  })
})

test('law: every candidate of a quote is what its pool then pays', async ({ skip }) => {
  if (room === null) return skip(reason)
  const swaps = room
  await swaps.undone(async () => {
    const request = requestOf(swaps, { sellAmount: 50_000n * usd })
    const { candidates, receipt } = await quoteSwap(await swaps.context(), request)
    const routes = new Set(candidates.map(({ legs }) => legs[0]!.route))
    expect([...routes].sort()).toEqual([...venues].sort())
    const accepted = candidates.filter(({ refusal }) => refusal === null)
    expect(accepted.length).toBeGreaterThanOrEqual(venues.length)
    for (const { id } of accepted) {
      const of = { kind: 'quote', receipt, candidate: id, expiresAtUnix: never } as const
      const order = { of, minBuyAmount: null, acceptsUnbounded: false }
      const { built, candidate } = await buildMarket(await swaps.context(), order)
      const paid = await world.undone(async () => {
        const before = await heldBy(swaps, 'WETH')
        await execute(world.chain, built.calldata)
        return (await heldBy(swaps, 'WETH')) - before
      })
      expect(paid).toBe(candidate.buyAmount)
    }
  })
})

test('refuses: what was built before others traded is refused by the pool, and its quote by the builder', async ({
  skip,
}) => {
  if (room === null) return skip(reason)
  const swaps = room
  await swaps.undone(async () => {
    const request = requestOf(swaps, { venues: ['uniswap_v3/swap'] })
    const { receipt } = await quoteSwap(await swaps.context(), request)
    const { built, candidate } = await buildMarket(await swaps.context(), orderOf(request))
    const fee = Number(candidate.legs[0]!.params.fee)
    const { chain } = world
    await chain.act({
      to: 'v3 router',
      from: 'trader',
      call: 'exactInputSingle((address,address,uint24,address,uint256,uint256,uint256,uint160))',
      args: [
        [
          ...['USDC', 'WETH'].map(chain.of),
          fee,
          chain.of('trader'),
          4_000_000_000n,
          200_000n * usd,
          0n,
          0n,
        ],
      ],
    })
    const tooLittle = Buffer.from('Too little received').toString('hex')
    await expect(execute(chain, built.calldata)).rejects.toThrow(tooLittle)
    const of = { kind: 'quote', receipt, candidate: candidate.id, expiresAtUnix: never } as const
    const order = { of, minBuyAmount: null, acceptsUnbounded: false }
    await expect(buildMarket(await swaps.context(), order)).rejects.toMatchObject({
      code: 'quote_stale',
    })
  })
})

test('refuses: a sale that the pool has no depth for, by its impact and by the bound of prices', async ({
  skip,
}) => {
  if (room === null) return skip(reason)
  const swaps = room
  await swaps.undone(async () => {
    const request = requestOf(swaps, {
      sellAmount: 900_000n * usd,
      venues: ['balancer_v2/swap'],
    })
    const context = await swaps.context()
    const policy = { ...context.policy!, maxLossBps: 50n, maxImpactBps: 50n }
    await expect(buildMarket({ ...context, policy }, orderOf(request))).rejects.toMatchObject({
      code: expect.stringMatching(/^(price_out_of_bound|impact_too_high)$/),
    })
  })
})
