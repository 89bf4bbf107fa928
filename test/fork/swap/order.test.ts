import { type OrderBook, openCowOrderBook } from '@vaultwright/aggregator'
import type { Address, Hex } from '@vaultwright/base'
import { buildActions } from '@vaultwright/builder'
import type { LocalChain } from '@vaultwright/chain'
import {
  assertLimitAtMarket,
  findPlacedOrders,
  type LimitOrderDraft,
  type OrderRequest,
  planLimitOrder,
  planOrderCancel,
  readMarketBound,
  readOrderStates,
  readSettlement,
  type TrackedOrder,
} from '@vaultwright/operations'
import { emptyFacts } from '@vaultwright/protocols'
import type { OrderState } from '@vaultwright/swap'
import { numberToHex } from 'viem'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { localTree, placeOf, startLocalChain } from '../../support/node/local-chain.ts'
import { askRpc } from '../../support/node/test-chain.ts'
import { type BookLie, type CowBook, startCowBook } from '../../support/swap/cow-book.ts'
import { encodeSettle, freeingCalls } from '../../support/swap/cow-settlement.ts'
import { type CowSolver, openCowSolver } from '../../support/swap/cow-solver.ts'
import { type OrderChain, openOrderChain } from '../../support/swap/order-chain.ts'
import { localPolicy } from '../../support/swap/quote-context.ts'

const { tree } = localTree('local-eth-trader')
const oneWeth = 10n ** 18n
const usd = 10n ** 6n
const signal = new AbortController().signal

let local: LocalChain
let orderChain: OrderChain
let vault: Address
let weth: Address
let usdc: Address

beforeAll(async () => {
  local = await startLocalChain()
  orderChain = await openOrderChain(local)
  const names = ['Local ETH', 'WETH', 'USDC'] as const
  ;[vault, weth, usdc] = names.map((name) => placeOf(local, name)) as [Address, Address, Address]
})
afterAll(() => local?.anvil.close())

const request = {
  sellAmount: oneWeth,
  buyAmount: 2_100n * usd,
  validForSeconds: 3_600n,
  maxSeconds: 604_800n,
  isPartiallyFillable: true,
}

/** The vault's orders, in the order in which they were placed. */
function vaultOrders() {
  const orders: TrackedOrder[] = []
  const { chain, ports, send } = orderChain
  const read = async () => {
    const block = await chain.readBlock('latest')
    return { block, states: await readOrderStates(ports, orders, block) }
  }
  const tokens = () => ({
    vault,
    sellToken: { address: weth, decimals: 18 },
    buyToken: { address: usdc, decimals: 6 },
  })
  const plan = async (part: Partial<LimitOrderDraft> = {}) => {
    const { block, states } = await read()
    const placed = { states, uids: orders.map(({ uid }) => uid) }
    return planLimitOrder(ports, { ...tokens(), ...request, ...part }, { block, known: placed })
  }
  const run = async (requests: readonly OrderRequest[]) => {
    const block = await chain.readBlock('latest')
    const manager = placeOf(local, 'Local ETH: manager')
    const context = {
      tree,
      vault,
      manager,
      chainId: 31337,
      knownFacts: emptyFacts,
      reads: (calls: Parameters<typeof chain.readCalls>[0]) => chain.readCalls(calls, block),
      managerTree: null,
      now: block.timestamp,
    }
    const { calldata } = await buildActions(context, requests)
    expect(await send(placeOf(local, 'trader'), manager, calldata)).toBe(true)
  }
  return {
    orders,
    read,
    plan,
    run,
    states: async (): Promise<readonly OrderState[]> => (await read()).states,
    place: async (part: Partial<LimitOrderDraft> = {}) => {
      const orderPlan = await plan(part)
      await run(orderPlan.requests)
      const order = {
        uid: orderPlan.uid,
        terms: orderPlan.terms,
        stored: null,
        fromBlock: orderPlan.block.number,
      }
      orders.push(order)
      return order
    },
    cancel: async (
      order: TrackedOrder,
      route: 'cow/cancel_order' | 'cow/withdraw_signature' = 'cow/cancel_order',
    ) => {
      const { block, states } = await read()
      const cancelPlan = await planOrderCancel(
        ports,
        { uids: [order.uid], vault, sellToken: tokens().sellToken },
        { block, states, route },
      )
      await run(cancelPlan.requests)
      return cancelPlan
    },
  }
}

async function undone(work: () => Promise<void>): Promise<void> {
  const { rpc } = local.anvil
  const snapshot = await askRpc(rpc, 'evm_snapshot')
  try {
    await work()
  } finally {
    await askRpc(rpc, 'evm_revert', snapshot)
  }
}

/** A book that shows what the chain says. */
function bookOf(orders: ReturnType<typeof vaultOrders>): Promise<CowBook> {
  const names = { partially_filled: 'open', filled: 'fulfilled', pending: 'presignaturePending' }
  return startCowBook({
    domainSeparator: orderChain.ports.contracts.domainSeparator,
    nowUnix: async () => (await orderChain.chain.readBlock('latest')).timestamp,
    read: async ({ uid }) => {
      const state = (await orders.states()).find((one) => one.uid === uid)!
      const status = names[state.status as keyof typeof names] ?? state.status
      return {
        status: status as 'open',
        soldAmount: state.filledSell,
        boughtAmount: state.filledBuy,
        transactions: state.trades.map(({ transactionHash }) => transactionHash),
      }
    },
  })
}

/** A vault's orders with a book that shows them, its client, and a solver that fills them. */
async function withBook(work: (market: OrderMarket) => Promise<void>): Promise<void> {
  await undone(async () => {
    const orders = vaultOrders()
    const book = await bookOf(orders)
    try {
      const settings = { fetch, url: book.url, key: null, nowMs: () => performance.now() }
      const client = openCowOrderBook({ ...settings, timeoutMs: 60_000 }, 31337)
      await work({ orders, book, client, solver: openCowSolver(orderChain, book) })
    } finally {
      await book.close()
    }
  })
}

type OrderMarket = {
  readonly orders: ReturnType<typeof vaultOrders>
  readonly book: CowBook
  readonly client: OrderBook
  readonly solver: CowSolver
}

test('golden: an order is placed through the tree, shown by the book, filled, and told with its trade', async () => {
  await withBook(async ({ orders, book, client, solver }) => {
    const plan = await orders.plan()
    expect(plan.allowance).toEqual({ before: 0n, openOrders: 0n, after: oneWeth })
    const order = { uid: plan.uid, terms: plan.terms, stored: null, fromBlock: plan.block.number }
    orders.orders.push(order)
    expect(await client.publish({ ...order, owner: vault }, signal)).toEqual({ wasKnown: false })
    expect(await orders.states()).toMatchObject([{ status: 'pending', fillable: 0n }])
    solver.stock(() => 2_101n * usd)
    // Nothing can be filled before the signature.
    expect(await solver.run()).toEqual([])
    await orders.run(plan.requests)
    expect(await orders.states()).toMatchObject([{ status: 'open', fillable: oneWeth }])
    solver.stock(() => 2_099n * usd)
    expect(await solver.run()).toEqual([])
    solver.stock(() => 2_101n * usd)
    expect(await solver.run()).toEqual([{ uid: order.uid, source: 'stock' }])
    const [state] = await orders.states()
    expect(state).toMatchObject({
      status: 'filled',
      filledSell: oneWeth,
      filledBuy: 2_101n * usd,
      allowance: 0n,
      warnings: [],
    })
    expect(await client.read(order.uid, signal)).toMatchObject({
      status: 'fulfilled',
      phase: 'traded',
      transactions: [state!.trades[0]!.transactionHash],
    })
    // The book may say what it likes: the chain is asked, and nothing is filled twice.
    book.lie({ status: 'open' })
    expect(await client.read(order.uid, signal)).toMatchObject({ status: 'open' })
    expect(await solver.run()).toEqual([])
    expect(await orders.states()).toMatchObject([{ status: 'filled' }])
  })
})

test('golden: a pool fills what it can pay for, and what is cancelled is left, whatever the book says', async () => {
  await withBook(async ({ orders, book, client, solver }) => {
    const cheap = await orders.place({ buyAmount: 1_950n * usd, isPartiallyFillable: false })
    const dear = await orders.place()
    for (const order of [cheap, dear]) await client.publish({ ...order, owner: vault }, signal)
    expect(await solver.run()).toEqual([{ uid: cheap.uid, source: 'pool' }])
    const [filled, open] = await orders.states()
    // What one whole WETH buys in the tier of 500, to the unit.
    expect(filled).toMatchObject({ status: 'filled', filledBuy: 1_957_703_388n })
    expect(open).toMatchObject({ status: 'open', allowance: oneWeth })
    await orders.cancel(dear)
    book.lie({ status: 'open' })
    solver.stock(() => 3_000n * usd)
    expect(await solver.run()).toEqual([])
    expect(await client.read(dear.uid, signal)).toMatchObject({ status: 'open' })
    expect(await orders.states()).toMatchObject([
      { status: 'filled' },
      { status: 'cancelled', allowance: 0n, warnings: [] },
    ])
  })
})

test('golden: an order takes the place of another one in one transaction, and the allowance is its own', async () => {
  await withBook(async ({ orders, solver, book, client }) => {
    const old = await orders.place({ buyAmount: 2_600n * usd })
    const second = await orders.place({ buyAmount: 2_700n * usd, sellAmount: oneWeth / 2n })
    const replaced = { uid: old.uid, route: 'cow/cancel_order' } as const
    const next = await orders.place({ sellAmount: 2n * oneWeth, buyAmount: 4_000n * usd, replaced })
    expect(await orders.states()).toMatchObject([
      { uid: old.uid, status: 'cancelled' },
      { uid: second.uid, status: 'open' },
      { uid: next.uid, status: 'open', fillable: 2n * oneWeth, warnings: [] },
    ])
    const [state] = await orders.states()
    expect(state!.allowance).toBe((5n * oneWeth) / 2n)
    for (const order of [old, next]) await client.publish({ ...order, owner: vault }, signal)
    solver.stock(({ sellAmount }) => (sellAmount * 2_650n * usd) / oneWeth)
    expect(await solver.run()).toEqual([{ uid: next.uid, source: 'stock' }])
    // It ended, and so did the one before it.
    for (const { uid } of [old, next]) {
      const again = { uid, route: 'cow/cancel_order' } as const
      await expect(orders.plan({ replaced: again })).rejects.toMatchObject({
        code: 'order_not_replaced',
      })
    }
    const foreign = { uid: `0x${'ab'.repeat(56)}`, route: 'cow/cancel_order' } as const
    await expect(orders.plan({ replaced: foreign })).rejects.toMatchObject({
      code: 'order_not_replaced',
      facts: { reason: 'is not an order of the vault' },
    })
    expect(book.orders.size).toBe(2)
  })
})

test('refuses: whatever the book answers, the order is there by the word of the chain', async () => {
  await withBook(async ({ orders, book, client }) => {
    const order = await orders.place()
    const published = () => client.publish({ ...order, owner: vault }, signal)
    const lies: readonly (readonly [BookLie, string])[] = [
      [{ refusal: 'InsufficientBalance' }, 'aggregator_refused'],
      [{ answer: 'html' }, 'aggregator_answer_invalid'],
      [{ uid: `0x${'77'.repeat(56)}` }, 'order_book_uid'],
      // It is not asked again before the time that it names.
      [{ answer: 'limited' }, 'aggregator_unavailable'],
      [{}, 'aggregator_busy'],
    ]
    for (const [lie, code] of lies) {
      book.lie(lie)
      await expect(published()).rejects.toMatchObject({ code })
      expect(await orders.states()).toMatchObject([{ status: 'open', fillable: oneWeth }])
    }
  })
})

test('refuses: a limit below what the tokens are worth, and prices that are not known', async () => {
  const { chain } = orderChain
  const block = await chain.readBlock('latest')
  const policy = localPolicy(local)
  const sale = {
    sellToken: { address: weth, symbol: null, decimals: 18 },
    buyToken: { address: usdc, symbol: null, decimals: 6 },
    sellAmount: oneWeth,
  }
  const limit = { buyAmount: 1_990n * usd, acceptsUnbounded: false }
  // 1 WETH is worth 2,000 USDC, and half a per cent may be lost.
  const market = await readMarketBound({ chain, policy }, sale, block)
  assertLimitAtMarket(market, limit)
  const below = { ...limit, buyAmount: limit.buyAmount - 1n }
  expect(() => assertLimitAtMarket(market, below)).toThrow(
    expect.objectContaining({
      code: 'limit_below_market',
      facts: { raw_buy_amount: '1989999999', raw_least: '1990000000' },
    }),
  )
  const unpriced = { ...policy, prices: policy.prices.slice(1) }
  const unknown = await readMarketBound({ chain, policy: unpriced }, sale, block)
  expect(() => assertLimitAtMarket(unknown, limit)).toThrow(
    expect.objectContaining({ code: 'price_unknown' }),
  )
  assertLimitAtMarket(unknown, { buyAmount: 1n, acceptsUnbounded: true })
})

test('golden: what is cancelled leaves no allowance, and what else is open keeps its own', async () => {
  await undone(async () => {
    const orders = vaultOrders()
    const first = await orders.place()
    const second = await orders.place({ sellAmount: 2n * oneWeth, buyAmount: 4_200n * usd })
    expect(await orders.states()).toMatchObject([
      { status: 'open', fillable: oneWeth, allowance: 3n * oneWeth },
      { status: 'open', fillable: 2n * oneWeth },
    ])
    expect(await orderChain.settle(second, oneWeth, 2_100n * usd)).toBe(true)
    const cancelled = await orders.cancel(first)
    expect(cancelled).toMatchObject({ isFinal: true, allowance: { after: oneWeth } })
    expect(await orders.states()).toMatchObject([
      { status: 'cancelled', allowance: oneWeth, warnings: [] },
      { status: 'partially_filled', remaining: oneWeth, fillable: oneWeth },
    ])
    expect(await orderChain.settle(first, oneWeth, 3_000n * usd)).toBe(false)
    const withdrawn = await orders.cancel(second, 'cow/withdraw_signature')
    expect(withdrawn).toMatchObject({ isFinal: false, allowance: { after: 0n } })
    expect(await orders.states()).toMatchObject([{ allowance: 0n }, { status: 'cancelled' }])
    expect(await orderChain.settle(second, oneWeth, 3_000n * usd)).toBe(false)
    await expect(orders.cancel(first)).rejects.toMatchObject({
      code: 'order_ended',
      message: expect.stringContaining(`${first.uid} is cancelled: there is nothing to cancel`),
    })
    // An order of which nothing is known would be left as it is, in silence.
    const unknown = { ...first, uid: second.uid.replace(/.{8}$/, 'ffffffff') as typeof first.uid }
    await expect(orders.cancel(unknown)).rejects.toMatchObject({ code: 'order_not_found' })
  })
})

test('golden: terms of whoever placed an order come from the calldata that signed it', async () => {
  await undone(async () => {
    const orders = vaultOrders()
    const { chain, ports } = orderChain
    const placed = [await orders.place(), await orders.place({ isPartiallyFillable: false })]
    await orders.cancel(placed[0]!)
    const toBlock = await chain.readBlock('latest')
    const range = { owner: vault, fromBlock: placed[0]!.fromBlock, toBlock }
    const match = await findPlacedOrders(chain, ports.contracts, range)
    expect(match.map(({ uid, terms }) => ({ uid, terms }))).toEqual(
      placed.map(({ uid, terms }) => ({ uid, terms })),
    )
  })
})

test('golden: an order that expired leaves a warning and what zeroes its allowance; freed storages change nothing', async () => {
  await undone(async () => {
    const orders = vaultOrders()
    const [left, filled] = [await orders.place(), await orders.place({ validForSeconds: 400n })]
    expect(await orderChain.settle(filled, oneWeth, 2_100n * usd)).toBe(true)
    const { rpc } = local.anvil
    await askRpc(rpc, 'evm_setNextBlockTimestamp', numberToHex(left.terms.validTo + 1n))
    await askRpc(rpc, 'evm_mine')
    const settlement = placeOf(local, 'CoW settlement')
    const after = freeingCalls(settlement, [left.uid, filled.uid])
    const freeing = encodeSettle({ prices: new Map(), orders: [], after })
    expect(await orderChain.send(placeOf(local, 'solver'), settlement, freeing)).toBe(true)
    expect(await orders.states()).toMatchObject([
      { status: 'expired', filledSell: 0n, warnings: ['allowance_left'] },
      { status: 'filled', filledSell: oneWeth, warnings: ['allowance_left'] },
    ])
    const zeroed = await orders.cancel(left)
    expect(zeroed.requests.map(({ route }) => route)).toEqual(['erc_20/approve'])
    expect(await orders.states()).toMatchObject([{ allowance: 0n, warnings: [] }, { warnings: [] }])
  })
})

test('golden: the same terms in the same second are another order', async () => {
  await undone(async () => {
    const orders = vaultOrders()
    const plan = await orders.plan()
    await orders.run(plan.requests)
    const { block } = plan
    // Nobody wrote the first one down: its log is enough.
    const again = await planLimitOrder(
      orderChain.ports,
      {
        ...request,
        vault,
        sellToken: { address: weth, decimals: 18 },
        buyToken: { address: usdc, decimals: 6 },
        validForSeconds: request.validForSeconds - ((await latest()) - block.timestamp),
      },
      { block: await orderChain.chain.readBlock('latest'), known: { states: [], uids: [] } },
    )
    expect(again.terms.validTo).toBe(plan.terms.validTo + 1n)
    expect(again.uid).not.toBe(plan.uid)
  })
})

test('refuses: more than the vault has beside its open orders; an order goes short and is told so', async () => {
  await undone(async () => {
    const orders = vaultOrders()
    const { available } = await orders.plan()
    const order = await orders.place({ sellAmount: available - oneWeth, buyAmount: usd })
    await expect(orders.plan({ sellAmount: oneWeth + 1n })).rejects.toMatchObject({
      code: 'insufficient_balance',
      facts: { reserved_by_orders: (available - oneWeth).toString() },
    })
    await orders.place({ sellAmount: oneWeth, buyAmount: usd })
    // Another order is served first, by a settlement that leaves too little for the rest.
    const transfer = '0xa9059cbb'
    const word = (value: bigint) => value.toString(16).padStart(64, '0')
    const gone = `${transfer}${word(BigInt(usdc))}${word(2n * oneWeth)}` as const
    expect(await orderChain.send(vault, weth, gone)).toBe(true)
    expect(await orders.states()).toMatchObject([
      { uid: order.uid, status: 'open', warnings: ['underfunded'] },
      { status: 'open', fillable: oneWeth },
    ])
  })
})

test('refuses: an account that is not a settlement, lives out of bounds, orders of another vault', async () => {
  const { chain, ports } = orderChain
  const block = await chain.readBlock('latest')
  for (const name of ['USDC', 'trader', 'CoW solvers']) {
    await expect(readSettlement(chain, placeOf(local, name), block)).rejects.toMatchObject({
      code: 'not_a_settlement',
    })
  }
  const orders = vaultOrders()
  for (const validForSeconds of [299n, 604_801n]) {
    await expect(orders.plan({ validForSeconds })).rejects.toMatchObject({ code: 'order_lifetime' })
  }
  const { uid, terms } = await orders.plan()
  const mine = { uid, terms, stored: null, fromBlock: block.number }
  const foreign: Hex = `0x${uid.slice(2, 66)}${'77'.repeat(20)}${uid.slice(106)}`
  const both = [mine, { ...mine, uid: foreign }]
  await expect(readOrderStates(ports, both, block)).rejects.toMatchObject({
    code: 'order_not_found',
  })
})

async function latest(): Promise<bigint> {
  return (await orderChain.chain.readBlock('latest')).timestamp
}
