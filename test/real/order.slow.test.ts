import type { CancelRoute } from '@vaultwright/operations'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { orderLife as life, openOrders } from './driver/order-room.ts'
import { openSwapRoom, type SwapRoom, swapMarkets } from './driver/swap-room.ts'
import { passTime } from './market/aave.ts'
import { markets } from './market/market-list.ts'
import { openRealWorld, type RealWorld } from './world/real-world.ts'

const oneWeth = 10n ** 18n
const usd = 10n ** 6n

let world: RealWorld
let room: SwapRoom | null = null
let reason: string | undefined
beforeAll(async () => {
  world = await openRealWorld(markets)
  reason = swapMarkets.map(({ protocol }) => world.missing.get(protocol)).find(Boolean)
  if (reason === undefined) room = await openSwapRoom(world)
})
afterAll(() => world?.close())

const hexOf = (text: string) => Buffer.from(text).toString('hex')

test('golden: the settlement fills an order in parts, and the vault gets what its state says, to the base unit', async ({
  skip,
}) => {
  if (room === null) return skip(reason)
  const swaps = room
  await swaps.undone(async () => {
    const orders = await openOrders(swaps)
    const before = [await orders.held('WETH'), await orders.held('USDC')] as const
    const order = await orders.place(10n * oneWeth, 29_500n * usd, true)
    expect(await orders.states()).toMatchObject([{ status: 'open', fillable: 10n * oneWeth }])
    await orders.fill(order, 4n * oneWeth, 11_900n * usd)
    const fill = { filledSell: 4n * oneWeth, filledBuy: 11_900n * usd }
    expect(await orders.states()).toMatchObject([{ status: 'partially_filled', ...fill }])
    expect(await orders.allowance()).toBe(6n * oneWeth)
    await orders.fill(order, 6n * oneWeth, 17_700n * usd)
    const [state] = await orders.states()
    expect(state).toMatchObject({ status: 'filled', filledSell: 10n * oneWeth, warnings: [] })
    expect(before[0] - (await orders.held('WETH'))).toBe(state!.filledSell)
    expect((await orders.held('USDC')) - before[1]).toBe(state!.filledBuy)
    expect(state!.filledBuy).toBe(29_600n * usd)
    expect(await orders.allowance()).toBe(0n)
    await expect(orders.fill(order, oneWeth, 3_000n * usd)).rejects.toThrow(
      hexOf('GPv2: order filled'),
    )
  })
})

test('refuses: a fill below the limit by one base unit, more than what is left, and an order for all by a part', async ({
  skip,
}) => {
  if (room === null) return skip(reason)
  const swaps = room
  await swaps.undone(async () => {
    const orders = await openOrders(swaps)
    const order = await orders.place(2n * oneWeth, 5_900n * usd, true)
    await expect(orders.fill(order, 2n * oneWeth, 5_900n * usd - 1n)).rejects.toThrow(
      hexOf('GPv2: limit price not respected'),
    )
    await expect(orders.fill(order, 2n * oneWeth + 1n, 6_000n * usd)).rejects.toThrow(
      hexOf('GPv2: order filled'),
    )
    const whole = await orders.place(oneWeth, 2_950n * usd, false)
    const before = await orders.held('USDC')
    // Whatever part is named, an order for all is filled as a whole.
    await orders.fill(whole, oneWeth / 2n, 1_500n * usd)
    expect((await orders.held('USDC')) - before).toBe(3_000n * usd)
    expect((await orders.states()).map(({ status }) => status)).toEqual(['open', 'filled'])
  })
})

test.for<[CancelRoute, string]>([
  ['cow/cancel_order', 'SafeMath: addition overflow'],
  ['cow/withdraw_signature', 'GPv2: order not presigned'],
])(
  'refuses: after %s the settlement says %s, and no allowance is left',
  async ([route, text], { skip }) => {
    if (room === null) return skip(reason)
    const swaps = room
    await swaps.undone(async () => {
      const orders = await openOrders(swaps)
      const order = await orders.place(2n * oneWeth, 5_900n * usd, true)
      await orders.fill(order, oneWeth, 2_950n * usd)
      await orders.cancel([order], route)
      expect(await orders.states()).toMatchObject([{ status: 'cancelled', filledSell: oneWeth }])
      expect(await orders.allowance()).toBe(0n)
      await expect(orders.fill(order, oneWeth, 3_000n * usd)).rejects.toThrow(hexOf(text))
    })
  },
)

test('refuses: an order that has expired', async ({ skip }) => {
  if (room === null) return skip(reason)
  const swaps = room
  await swaps.undone(async () => {
    const orders = await openOrders(swaps)
    const order = await orders.place(oneWeth, 2_950n * usd, true)
    await passTime(world.chain, Number(life) + 60)
    await expect(orders.fill(order, oneWeth, 3_000n * usd)).rejects.toThrow(
      hexOf('GPv2: order expired'),
    )
    expect(await orders.states()).toMatchObject([{ status: 'expired', filledSell: 0n }])
    await expect(orders.place(oneWeth, 2_950n * usd, true)).resolves.toMatchObject({
      terms: { sellAmount: oneWeth },
    })
  })
})
