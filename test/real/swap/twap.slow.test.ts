import type { TrackedOrder } from '@vaultwright/operations'
import fc from 'fast-check'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { type OrderRoom, openOrders } from '../driver/order-room.ts'
import { openSwapRoom, type SwapRoom, swapMarkets } from '../driver/swap-room.ts'
import { passTime } from '../market/aave.ts'
import { markets } from '../market/market-list.ts'
import { openRealWorld, type RealWorld } from '../world/real-world.ts'

const finney = 10n ** 15n

let world: RealWorld
let room: SwapRoom | null = null
let reason: string | undefined
beforeAll(async () => {
  world = await openRealWorld(markets)
  reason = swapMarkets.map(({ protocol }) => world.missing.get(protocol)).find(Boolean)
  if (reason === undefined) room = await openSwapRoom(world)
})
afterAll(() => world?.close())

type Event =
  | { readonly kind: 'fill'; readonly at: number; readonly share: bigint; readonly better: bigint }
  | { readonly kind: 'pass'; readonly seconds: number }
  | { readonly kind: 'cancel'; readonly isFinal: boolean }

const fill = fc.record({
  kind: fc.constant('fill' as const),
  at: fc.nat(5),
  share: fc.bigInt({ min: 1n, max: 4n }),
  better: fc.bigInt({ min: -1n, max: 3n }),
})
const pass = fc.record({
  kind: fc.constant('pass' as const),
  seconds: fc.integer({ min: 60, max: 700 }),
})
const cancel = fc.record({ kind: fc.constant('cancel' as const), isFinal: fc.boolean() })

const schedules = fc.record({
  parts: fc.integer({ min: 2, max: 6 }),
  window: fc.bigInt({ min: 300n, max: 900n }),
  sellAmount: fc.bigInt({ min: 7n, max: 4_000n * finney }),
  price: fc.bigInt({ min: 1n, max: 5_000n }),
  isPartiallyFillable: fc.boolean(),
  before: fc.array(fc.oneof({ weight: 3, arbitrary: fill }, pass), { maxLength: 5 }),
  // In the middle, or not at all.
  ending: fc.option(cancel, { nil: null }),
  after: fc.array(fc.oneof(fill, pass), { maxLength: 2 }),
})

/** The parts as a model has them, which knows neither storages nor logs. */
type Model = { readonly sold: bigint[]; bought: bigint; isCancelled: boolean }

/** Fills a part where the model says that it may be filled, and makes sure that the settlement says the same. */
async function applyFill(
  orders: OrderRoom,
  parts: readonly TrackedOrder[],
  { model, event, now }: { model: Model; event: Event & { kind: 'fill' }; now: bigint },
): Promise<void> {
  const index = event.at % parts.length
  const { terms } = parts[index]!
  const remaining = terms.sellAmount - model.sold[index]!
  const amount = terms.isPartiallyFillable ? (remaining * event.share + 3n) / 4n : terms.sellAmount
  const sold = amount === 0n ? 1n : amount
  const least = (sold * terms.buyAmount + terms.sellAmount - 1n) / terms.sellAmount
  const bought = least + event.better
  // A settlement needs prices above zero.
  if (bought <= 0n) return
  const isDue =
    !model.isCancelled && terms.validTo >= now && sold <= remaining && event.better >= 0n
  const isFilled = await orders.fill(parts[index]!, sold, bought).then(
    () => true,
    () => false,
  )
  expect(isFilled, `part ${index}, ${sold} for ${bought}`).toBe(isDue)
  if (!isFilled) return
  model.sold[index]! += sold
  model.bought += bought
}

test('law: a sale in parts is filled, ends and is cancelled as a model says, and no allowance stays', async ({
  skip,
}) => {
  if (room === null) return skip(reason)
  const swaps = room
  let cancelled = 0
  let early = 0
  await fc.assert(
    fc.asyncProperty(schedules, async (schedule) => {
      const { parts: count, window, sellAmount, price, isPartiallyFillable } = schedule
      await swaps.undone(async () => {
        const orders = await openOrders(swaps)
        const start = [await orders.held('WETH'), await orders.held('USDC')] as const
        const sale = { sellAmount, buyAmount: sellAmount * price, isPartiallyFillable }
        const placed = { ...sale, buyAmount: sale.buyAmount / 10n ** 12n + 1n }
        const seconds = window * BigInt(count)
        const parts = await orders.placeParts(placed, { parts: count, seconds })
        expect(await orders.allowance()).toBe(sellAmount)
        const model: Model = { sold: parts.map(() => 0n), bought: 0n, isCancelled: false }
        const events: readonly Event[] = [
          ...schedule.before,
          ...(schedule.ending === null ? [] : [schedule.ending]),
          ...schedule.after,
        ]
        for (const event of events) {
          // The transaction is mined a second later at the most.
          const now = (await swaps.chain.readBlock('latest')).timestamp + 1n
          if (event.kind === 'pass') await passTime(world.chain, event.seconds)
          else if (event.kind === 'fill') await applyFill(orders, parts, { model, event, now })
          else {
            const isOpen = parts.some(
              ({ terms }, index) => terms.validTo >= now && model.sold[index]! < terms.sellAmount,
            )
            const left = sellAmount - model.sold.reduce((sum, amount) => sum + amount, 0n)
            if (!isOpen && left === 0n) continue
            const route = event.isFinal ? 'cow/cancel_order' : 'cow/withdraw_signature'
            await orders.cancel(parts, route)
            model.isCancelled = true
            cancelled += 1
            expect(await orders.allowance()).toBe(0n)
          }
          const total = model.sold.reduce((sum, amount) => sum + amount, 0n)
          const states = await orders.states()
          expect(states.map(({ filledSell }) => filledSell)).toEqual(model.sold)
          expect(start[0] - (await orders.held('WETH'))).toBe(total)
          expect((await orders.held('USDC')) - start[1]).toBe(model.bought)
          expect(await orders.allowance()).toBe(model.isCancelled ? 0n : sellAmount - total)
          const isLimited = states.every(
            ({ filledSell, filledBuy, terms }) =>
              filledBuy * terms.sellAmount >= filledSell * terms.buyAmount,
          )
          expect(isLimited).toBe(true)
          if (states.slice(1).some(({ filledSell }) => filledSell > 0n)) early += 1
        }
      })
    }),
    { numRuns: 100 },
  )
  // The settlement knows no start: what is said of later parts is true.
  expect([cancelled > 20, early > 0]).toEqual([true, true])
}, 1_800_000)
