import type { Hex } from '@vaultwright/base'
import type { OrderState, OrderStatus, OrderTerms } from '@vaultwright/swap'
import fc from 'fast-check'
import { expect } from 'vitest'

/** One thing that happens to the orders of a vault; `at` picks one of them. */
export type OrderEvent =
  | {
      readonly kind: 'place'
      readonly sell: bigint
      readonly buy: bigint
      readonly life: bigint
      readonly isPart: boolean
    }
  | { readonly kind: 'replace'; readonly at: number; readonly sell: bigint; readonly buy: bigint }
  | { readonly kind: 'fill'; readonly at: number; readonly share: number; readonly better: bigint }
  | { readonly kind: 'cancel'; readonly at: number; readonly isFinal: boolean }
  | { readonly kind: 'pass'; readonly seconds: bigint }
  | { readonly kind: 'deposit'; readonly amount: bigint }

/** The draft of an order. */
export type OrderDraft = {
  readonly sellAmount: bigint
  readonly buyAmount: bigint
  readonly seconds: bigint
  readonly isPartiallyFillable: boolean
}

/** A vault whose orders of one token are placed, filled and ended: in memory, or on a chain. */
export type OrderWorld = {
  readonly now: () => Promise<bigint>
  /** Null where the vault has too little. */
  readonly place: (
    draft: OrderDraft,
  ) => Promise<{ readonly uid: Hex; readonly terms: OrderTerms } | null>
  /** Sells so much for so much; false where the settlement refuses. */
  readonly fill: (uid: Hex, sell: bigint, buy: bigint) => Promise<boolean>
  readonly cancel: (uid: Hex, isFinal: boolean) => Promise<void>
  readonly pass: (seconds: bigint) => Promise<void>
  readonly deposit: (amount: bigint) => Promise<void>
  /** In the order in which they were placed. */
  readonly read: () => Promise<readonly OrderState[]>
  /** The vault's balances of both tokens, and the relayer's allowance of the sold one. */
  readonly funds: () => Promise<{
    readonly sold: bigint
    readonly bought: bigint
    readonly allowance: bigint
  }>
}

const units = fc.bigInt({ min: 1n, max: 40n })
const picked = fc.nat(5)

/** Up to 14 events; amounts are small, so that orders compete for the balance. */
export const orderSchedule: fc.Arbitrary<readonly OrderEvent[]> = fc.array(
  fc.oneof(
    {
      weight: 3,
      arbitrary: fc.record({
        kind: fc.constant('place' as const),
        sell: units,
        buy: units,
        life: fc.bigInt({ min: 300n, max: 2_000n }),
        isPart: fc.boolean(),
      }),
    },
    {
      weight: 4,
      arbitrary: fc.record({
        kind: fc.constant('fill' as const),
        at: picked,
        share: fc.integer({ min: 1, max: 4 }),
        better: fc.bigInt({ min: -2n, max: 2n }),
      }),
    },
    {
      weight: 2,
      arbitrary: fc.record({
        kind: fc.constant('cancel' as const),
        at: picked,
        isFinal: fc.boolean(),
      }),
    },
    {
      weight: 1,
      arbitrary: fc.record({
        kind: fc.constant('replace' as const),
        at: picked,
        sell: units,
        buy: units,
      }),
    },
    {
      weight: 1,
      arbitrary: fc.record({
        kind: fc.constant('pass' as const),
        seconds: fc.bigInt({ min: 1n, max: 900n }),
      }),
    },
    {
      weight: 1,
      arbitrary: fc.record({ kind: fc.constant('deposit' as const), amount: units }),
    },
  ),
  { minLength: 3, maxLength: 14 },
)

type ModelOrder = {
  readonly uid: Hex
  readonly terms: OrderTerms
  sold: bigint
  bought: bigint
  end: 'none' | 'withdrawn' | 'invalidated'
}

type Model = {
  readonly orders: ModelOrder[]
  balance: bigint
  bought: bigint
  allowance: bigint
  signed: bigint
}

/**
 * Runs a schedule, and holds what is read after each event against a model that knows neither storages nor logs.
 *
 * @param start - what the vault has of the token that it sells.
 */
export async function runOrderSchedule(
  world: OrderWorld,
  events: readonly OrderEvent[],
  start: bigint,
): Promise<void> {
  const model: Model = { orders: [], balance: start, bought: 0n, allowance: 0n, signed: 0n }
  for (const event of events) {
    await apply(world, model, event)
    await compare(world, model)
  }
}

async function apply(world: OrderWorld, model: Model, event: OrderEvent): Promise<void> {
  switch (event.kind) {
    case 'place':
      return place(world, model, {
        sellAmount: event.sell,
        buyAmount: event.buy,
        seconds: event.life,
        isPartiallyFillable: event.isPart,
      })
    case 'replace': {
      const order = pick(model, event.at)
      if (order === null) return
      await cancel(world, model, { order, isFinal: true })
      return place(world, model, {
        sellAmount: event.sell,
        buyAmount: event.buy,
        seconds: 1_000n,
        isPartiallyFillable: true,
      })
    }
    case 'fill':
      return fill(world, model, event)
    case 'cancel': {
      const order = pick(model, event.at)
      return order === null ? undefined : cancel(world, model, { order, isFinal: event.isFinal })
    }
    case 'pass':
      return world.pass(event.seconds)
    case 'deposit':
      model.balance += event.amount
      return world.deposit(event.amount)
  }
}

function pick({ orders }: Model, at: number): ModelOrder | null {
  return orders.length === 0 ? null : orders[at % orders.length]!
}

async function place(world: OrderWorld, model: Model, draft: OrderDraft): Promise<void> {
  const open = openSumOf(model, await world.now())
  const placed = await world.place(draft)
  expect(placed === null, 'an order that the vault cannot pay beside its open ones').toBe(
    model.balance < open + draft.sellAmount,
  )
  if (placed === null) return
  expect(
    model.orders.map(({ uid }) => uid),
    'a uid is used once',
  ).not.toContain(placed.uid)
  model.orders.push({ ...placed, sold: 0n, bought: 0n, end: 'none' })
  model.signed += draft.sellAmount
  model.allowance = openSumOf(model, await world.now())
}

type Ending = { readonly order: ModelOrder; readonly isFinal: boolean }

async function cancel(world: OrderWorld, model: Model, { order, isFinal }: Ending): Promise<void> {
  const isAlive = isOpen(statusOf(order, await world.now()))
  await world.cancel(order.uid, isFinal)
  if (isAlive) order.end = isFinal ? 'invalidated' : 'withdrawn'
  const sum = openSumOf(model, await world.now())
  if (sum < model.allowance) model.allowance = sum
}

async function fill(
  world: OrderWorld,
  model: Model,
  event: OrderEvent & { readonly kind: 'fill' },
): Promise<void> {
  const order = pick(model, event.at)
  if (order === null) return
  const { sellAmount, buyAmount, isPartiallyFillable } = order.terms
  const remaining = sellAmount - order.sold
  const amount = isPartiallyFillable ? (remaining * BigInt(event.share) + 3n) / 4n : sellAmount
  const sell = amount > 0n ? amount : sellAmount
  const minimum = (sell * buyAmount + sellAmount - 1n) / sellAmount
  const buy = minimum + event.better
  const isDue =
    isOpen(statusOf(order, await world.now())) &&
    sell <= remaining &&
    sell <= model.balance &&
    sell <= model.allowance &&
    event.better >= 0n
  const isFilled = await world.fill(order.uid, sell, buy)
  expect(isFilled, `a fill of ${sell} for ${buy}`).toBe(isDue)
  if (!isFilled) return
  order.sold += sell
  order.bought += buy
  model.balance -= sell
  model.allowance -= sell
  model.bought += buy
}

/** The status of an order, by its events alone. */
function statusOf({ terms, sold, end }: ModelOrder, now: bigint): OrderStatus {
  if (end === 'invalidated') return 'cancelled'
  if (sold === terms.sellAmount) return 'filled'
  if (now > terms.validTo) return 'expired'
  if (end === 'withdrawn') return 'cancelled'
  return sold === 0n ? 'open' : 'partially_filled'
}

function isOpen(status: OrderStatus): boolean {
  return status === 'open' || status === 'partially_filled'
}

function openSumOf({ orders }: Model, now: bigint): bigint {
  const open = orders.filter((order) => isOpen(statusOf(order, now)))
  return open.reduce((sum, { terms, sold }) => sum + terms.sellAmount - sold, 0n)
}

async function compare(world: OrderWorld, model: Model): Promise<void> {
  const now = await world.now()
  const [states, funds] = [await world.read(), await world.funds()]
  const open = openSumOf(model, now)
  expect(funds).toEqual({ sold: model.balance, bought: model.bought, allowance: model.allowance })
  expect(states.map(({ uid, status }) => [uid, status])).toEqual(
    model.orders.map((order) => [order.uid, statusOf(order, now)]),
  )
  let sold = 0n
  for (const [index, state] of states.entries()) {
    const order = model.orders[index]!
    const isLive = isOpen(state.status)
    const remaining = isLive ? order.terms.sellAmount - order.sold : 0n
    const [fillable = 0n] = [model.balance, model.allowance, remaining].sort((one, other) =>
      one < other ? -1 : Number(one > other),
    )
    expect(state.filledSell).toBe(order.sold)
    expect(state.filledBuy).toBe(order.bought)
    expect(state.remaining).toBe(remaining)
    expect(state.fillable).toBe(fillable)
    expect(state.warnings.includes('underfunded')).toBe(isLive && fillable < remaining)
    expect(state.warnings.includes('allowance_left')).toBe(!isLive && model.allowance > open)
    // Received at the limit or better, rounded as the settlement rounds.
    expect(order.bought * order.terms.sellAmount >= order.sold * order.terms.buyAmount).toBe(true)
    sold += order.sold
  }
  expect(sold <= model.signed).toBe(true)
}
