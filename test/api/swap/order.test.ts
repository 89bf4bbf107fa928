import { openNamedAggregators } from '@vaultwright/aggregator'
import { openEnvReader } from '@vaultwright/base'
import { orderDomainOf } from '@vaultwright/protocols'
import { recomputeQuote } from '@vaultwright/swap'
import { termsOfOrder } from '@vaultwright/wire'
import { encodeFunctionData, erc20Abi, parseAbi } from 'viem'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { placeOf } from '../../support/node/local-chain.ts'
import { type CowBook, startCowBook } from '../../support/swap/cow-book.ts'
import { encodeSettle } from '../../support/swap/cow-settlement.ts'
import { offeredData } from '../../support/swap/swap-answer.ts'
import { localManifest } from '../support/builder-world.ts'
import type { Answered } from '../support/harness.ts'
import { openSwapWorld, type SwapWorld } from '../support/swap-world.ts'

const tenWeth = 10n ** 19n
const usd = 10n ** 6n
const settlement = placeOf({ manifest: localManifest }, 'CoW settlement')
const relayer = placeOf({ manifest: localManifest }, 'CoW vault relayer')
const secret = 'book-key-that-nobody-sees'
const limit = {
  sell_token: 'WETH',
  buy_token: 'USDC',
  sell_amount: '10',
  limit_price: '2600',
  valid_for_seconds: 86_400,
}

let world: SwapWorld
let book: CowBook

beforeAll(async () => {
  book = await startCowBook({
    domainSeparator: orderDomainOf(31337, settlement),
    nowUnix: async () => (await world.chain.readBlock('latest')).timestamp,
    read: async () => ({ status: 'open', soldAmount: 0n, boughtAmount: 0n, transactions: [] }),
    priceOf: (amount) => (amount * 2_001n * usd) / 10n ** 18n,
  })
  const reader = openEnvReader({ AGGREGATOR_COW_URL: book.url, AGGREGATOR_COW_KEY: secret })
  const platform = { fetch: (url: string, init: RequestInit) => fetch(url, init), nowMs: Date.now }
  world = await openSwapWorld({ aggregators: openNamedAggregators(reader, platform) })
})
afterAll(async () => {
  await world?.close()
  await book?.close()
})

const place = (more: object = {}) => world.post('/transactions/limit-order', { ...limit, ...more })
const cancel = (uid: string) => world.post('/transactions/cancel-order', { order_uid: uid })
const stateOf = async ({ body }: Answered) =>
  (await world.get(`/orders/${body.data.order_uid}`)).body.data
const allowance = async () => {
  const args = [world.place('Local ETH'), relayer] as const
  const data = encodeFunctionData({ abi: erc20Abi, functionName: 'allowance', args })
  return BigInt(
    (await world.ask('eth_call', { to: world.place('WETH'), data }, 'latest')) as string,
  )
}

/** Fills an order whole, out of the stock of the settlement. */
async function fill({ body }: Answered, bought: bigint): Promise<void> {
  const terms = termsOfOrder(body.data.order)
  const mint = parseAbi(['function mint(address to, uint256 amount)'])
  const stock = encodeFunctionData({ abi: mint, args: [settlement, bought] })
  await world.send(world.place('owner'), terms.buyToken, stock)
  const prices = new Map([
    [terms.sellToken, bought],
    [terms.buyToken, terms.sellAmount],
  ])
  const orders = [{ terms, owner: world.place('Local ETH'), executed: terms.sellAmount }]
  await world.send(world.place('solver'), settlement, encodeSettle({ prices, orders }))
}

test('golden: an order is pending, open when it is signed, and filled with its trade', async () => {
  const built = await place()
  expect([built.status, built.body.data.simulation_status]).toEqual([200, true])
  const { order, allowance: change, order_book } = built.body.data
  expect([order.raw_buy_amount, order.receiver]).toEqual([
    String(26_000n * usd),
    world.place('Local ETH'),
  ])
  expect([change.raw_after, order_book.published]).toEqual([String(tenWeth), false])
  expect((await stateOf(built)).status).toBe('pending')
  await world.execute(built)
  expect(await stateOf(built)).toMatchObject({
    status: 'open',
    raw_fillable: String(tenWeth),
    warnings: [],
  })
  // What an open order still sells is not free to be sold again.
  const all = await world.held(world.place('WETH'))
  const market = {
    sell_token: 'WETH',
    buy_token: 'USDC',
    raw_sell_amount: String(all - tenWeth + 1n),
  }
  expect(await world.post('/quotes', market)).toMatchObject({
    status: 400,
    body: { error: { details: { reserved_by_orders: String(tenWeth) } } },
  })
  await fill(built, 26_100n * usd)
  expect(await stateOf(built)).toMatchObject({
    status: 'filled',
    raw_filled_buy: String(26_100n * usd),
    // 10 WETH were worth 20,000 USDC at the block of the fill: the order sold them 3,050 bps above.
    trades: [
      {
        raw_sell_amount: String(tenWeth),
        raw_fair_buy_amount: String(20_000n * usd),
        loss_bps: '-3050',
        fair_reason: null,
      },
    ],
  })
  expect(await allowance()).toBe(0n)
  expect(await cancel(built.body.data.order_uid)).toMatchObject({
    status: 409,
    body: { error: { code: 'order_ended', message: expect.stringContaining(' is filled: ') } },
  })
})

test('golden: the allowance is the sum of what open orders sell, and a cancellation lowers it to the rest', async () => {
  const first = await place({ limit_price: '3000' })
  await world.execute(first)
  const otherOrder = await place({ sell_amount: '4', limit_price: '3000' })
  expect(otherOrder.body.data.allowance).toEqual({
    raw_before: String(tenWeth),
    raw_open_orders: String(tenWeth),
    raw_after: String(14n * 10n ** 18n),
  })
  await world.execute(otherOrder)
  const cancelled = await cancel(first.body.data.order_uid)
  expect(cancelled.body.data).toMatchObject({ method: 'invalidate', is_final: true })
  await world.execute(cancelled)
  expect(await allowance()).toBe(4n * 10n ** 18n)
  expect((await stateOf(first)).status).toBe('cancelled')
  await world.execute(await cancel(otherOrder.body.data.order_uid))
  expect(await allowance()).toBe(0n)
})

test('law: pages of orders lead through each once, newest first, and a state filters them', async () => {
  const whole = (await world.get('/orders')).body.data
  const walked: unknown[] = []
  for (let cursor = ''; ; ) {
    const { body } = await world.get(`/orders?page_size=1${cursor}`)
    walked.push(...body.data)
    if (!body.page.has_more) break
    cursor = `&cursor=${body.page.next_cursor}`
  }
  expect(walked).toEqual(whole)
  // The list of all vaults has the same orders, and whose they are.
  const viewer = await world.api.as('viewer')
  const all = await world.api.ask('GET', '/v1/swap/orders', { headers: viewer })
  expect(all.body.data.map(({ order }: { order: unknown }) => order)).toEqual(whole)
  expect(all.body.data[0]).toMatchObject({
    chain: 'local',
    vault_address: world.place('Local ETH'),
    strategist_address: world.place('trader'),
    reason: null,
  })
  const filled = await world.api.ask('GET', '/v1/swap/orders?status=filled', { headers: viewer })
  expect(filled.body.data).toHaveLength(1)
  const open = await world.api.ask('GET', '/v1/swap/orders?status=unfinished', { headers: viewer })
  expect(open.body.data).toEqual([])
  const statuses = whole.map(({ status }: { status: string }) => status).toSorted()
  expect(statuses).toEqual(['cancelled', 'cancelled', 'filled'])
  for (const [status, count] of [
    ['filled', 1],
    ['cancelled', 2],
    ['open', 0],
  ] as const) {
    expect((await world.get(`/orders?status=${status}&page_size=1`)).body.data).toHaveLength(
      Math.min(1, count),
    )
  }
})

test('behavior: the same terms get a uid of their own each time, published or not', async () => {
  const order = await place({ publish: true })
  const posted = 'POST /api/v1/orders'
  expect([order.body.data.order_book.published, book.requests.includes(posted)]).toEqual([
    true,
    true,
  ])
  expect(book.orders.has(order.body.data.order_uid)).toBe(true)
  const again = await place()
  expect(again.body.data.order_uid).not.toBe(order.body.data.order_uid)
  const state = await stateOf(order)
  expect([state.order_book.status, state.order_book.published_at === null]).toEqual(['open', false])
  book.lie({ refusal: 'InsufficientBalance' })
  const refused = await place({ publish: true })
  expect([refused.status, refused.body.data.order_book.published]).toEqual([200, false])
  book.lie({ answer: 'broken' })
  expect((await stateOf(order)).order_book.status).toBeNull()
  book.lie({})
  for (const { text } of [order, again, refused]) expect(text).not.toContain(secret)
})

test('refuses: limits, pairs and lifetimes that the policy or the tree does not allow', async () => {
  const refusal = (code: string) => ({ status: 400, body: { error: { code } } })
  expect(await place({ limit_price: '1989' })).toMatchObject(refusal('limit_below_market'))
  expect(await place({ sell_token: 'DAI' })).toMatchObject(refusal('limit_order_not_permitted'))
  expect(await place({ sell_amount: '1000000' })).toMatchObject(refusal('insufficient_balance'))
  const held = await world.held(world.place('WETH'))
  const { sell_amount: _, ...fields } = limit
  const most = { ...fields, raw_sell_amount: String(held) }
  expect(await world.post('/transactions/limit-order', most)).toMatchObject(
    refusal('amount_above_policy'),
  )
  for (const more of [
    { valid_for_seconds: 299 },
    { valid_for_seconds: 604_801 },
    { min_buy_amount: '1' },
    { limit_price: '0' },
  ]) {
    expect([more, (await place(more)).status]).toEqual([more, 422])
  }
  const unknown = `0x${'12'.repeat(56)}`
  expect(await cancel(unknown)).toMatchObject({
    status: 404,
    body: { error: { code: 'order_not_found' } },
  })
  expect((await world.get('/orders/0x12')).status).toBe(422)
})

/** A quote of one WETH by 1inch, which executes at once, and by the order book. */
const quoted = (more: object = {}) =>
  world.post('/quotes', {
    sell_token: 'WETH',
    buy_token: 'USDC',
    sell_amount: '1',
    venues: ['one_inch/swap_v5', 'cow/place_order'],
    calldata: [{ route: 'one_inch/swap_v5', data: offeredData }],
    ...more,
  })

test('golden: an order at the price of the book stands beside what executes at once, and fills at that price', async () => {
  const { status, body } = await quoted()
  const { best, candidates, order, receipt } = body.data
  expect([status, candidates.map(({ id }: { id: string }) => id)]).toEqual([200, [best]])
  // A thousandth of the WETH is the fee; the rest is paid at 2,001 USDC.
  expect(order).toMatchObject({
    book: 'cow',
    rank: 2,
    buy_amount: '1998.999',
    fee_amount: '0.001',
    verified: true,
    within_bound: true,
    refusal: null,
    note: `The order may not fill: nothing is sold until a solver takes it, and after 20 minutes it ends. ${best} executes at once and buys 1.001 USDC more before gas.`,
  })
  expect(recomputeQuote(receipt)).toEqual(receipt.result)
  const built = await world.post('/transactions/limit-order', order.request)
  expect([built.status, built.body.data.simulation_status]).toEqual([200, true])
  const { timestamp } = await world.chain.readBlock('latest')
  expect(built.body.data.order).toMatchObject({
    raw_buy_amount: order.raw_buy_amount,
    valid_to: Number(timestamp) + 1_200,
  })
  await world.execute(built)
  const before = await world.held(world.place('USDC'))
  await fill(built, BigInt(order.raw_buy_amount))
  expect((await stateOf(built)).status).toBe('filled')
  expect((await world.held(world.place('USDC'))) - before).toBe(1_998_999_000n)
})

test('golden: the order book alone is asked for by its route, and nothing is the best then', async () => {
  const { data } = (await quoted({ venues: ['cow/place_order'], calldata: [] })).body
  expect([data.best, data.candidates, data.refused, data.order.rank]).toEqual([null, [], [], 1])
  // A market transaction is of a candidate: an order is another transaction.
  expect(await world.post('/transactions/market', { quote_id: data.quote_id })).toMatchObject({
    status: 400,
    body: { error: { code: 'candidate_missing' } },
  })
})

test('refuses: a book that lies or fails is a refused venue, and so is one that the tree does not permit', async () => {
  const failures = []
  for (const lie of [
    { soldAmount: 10n ** 18n },
    { buyToken: world.place('DAI') },
    { refusal: 'NoLiquidity' },
    { answer: 'broken' },
  ] as const) {
    book.lie(lie)
    const { body, text } = await quoted()
    expect(text).not.toContain(secret)
    expect(body.data.order).toBeUndefined()
    expect(body.data.best).not.toBeNull()
    failures.push(...body.data.refused.map(({ code }: { code: string }) => code))
  }
  book.lie({})
  expect(failures).toEqual([
    'aggregator_answer_invalid',
    'aggregator_answer_invalid',
    'aggregator_refused',
    'aggregator_unavailable',
  ])
  const unpermitted = { buy_token: 'wstETH', venues: ['cow/place_order'], calldata: [] }
  expect((await quoted(unpermitted)).body.data.refused).toEqual([
    {
      route: 'cow/place_order',
      params: {},
      code: 'limit_order_not_permitted',
      message: 'The tree has no leaf that pre-signs this pair.',
    },
  ])
})
