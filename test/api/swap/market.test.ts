import { isSameAddress, minimumOf } from '@vaultwright/base'
import { decodeManage } from '@vaultwright/manager'
import { recomputeQuote } from '@vaultwright/swap'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { offeredData } from '../../support/swap/swap-answer.ts'
import { seedLocalVault } from '../support/builder-world.ts'
import { openSwapWorld, type SwapWorld, swapPath, trader } from '../support/swap-world.ts'

const oneWeth = 10n ** 18n
const tiers = { sell_token: 'WETH', buy_token: 'USDC', venues: ['uniswap_v3/swap'] } as const
const refusal = (code: string) => ({ status: 400, body: { error: { code } } })

let world: SwapWorld
/** Seconds by which the service's clock is ahead. */
let ahead = 0n

beforeAll(async () => {
  world = await openSwapWorld({ now: () => BigInt(Math.floor(Date.now() / 1000)) + ahead })
})
afterAll(() => world?.close())

const offeredCalldata = [{ route: 'one_inch/swap_v5', data: offeredData }]
const request = (more: object = {}) => ({
  sell_token: 'WETH',
  buy_token: 'USDC',
  sell_amount: '1',
  calldata: offeredCalldata,
  ...more,
})

test('default: routes show four venues that pay the vault, and one that does not', async () => {
  const { status, body } = await world.get('/routes?sell_token=WETH&buy_token=USDC')
  expect([status, body.data.length, body.page.has_more]).toEqual([200, 1, false])
  const states = body.data[0].venues.map(({ state }: { state: string }) => state)
  expect(states.filter((state: string) => state !== 'recipient_not_vault')).toHaveLength(4)
  expect(states.filter((state: string) => state === 'recipient_not_vault')).toHaveLength(1)
  expect(body.data[0].limit_order.state).toBe('ready')
})

test('law: pages of routes lead through every pair once', async () => {
  const whole = (await world.get('/routes?page_size=100')).body.data
  const walked: unknown[] = []
  for (let cursor = ''; ; ) {
    const { body } = await world.get(`/routes?page_size=7${cursor}`)
    walked.push(...body.data)
    if (!body.page.has_more) break
    cursor = `&cursor=${body.page.next_cursor}`
  }
  expect(walked).toEqual(whole)
})

test('golden: a quote of 1 WETH lists 2,000 and 1,957.703388, and says why the second is refused', async () => {
  const { status, body } = await world.post('/quotes', request())
  expect(status).toBe(200)
  const { data } = body
  const [best] = data.candidates
  expect([best.id, best.buy_amount, best.legs[0].route]).toEqual([
    data.best,
    '2000',
    'one_inch/swap_v5',
  ])
  const candidate = data.candidates.find(
    (one: { buy_amount: string }) => one.buy_amount === '1957.703388',
  )
  expect(candidate.refusal).toEqual({
    code: 'price_out_of_bound',
    message: '2.12 % less than the tokens are worth; the policy allows 0.50 %.',
  })
  expect([data.fair.buy_amount, data.bound.least]).toEqual(['2000', '1990'])
  expect(recomputeQuote(data.receipt)).toEqual(data.receipt.result)
  // What is stored is what was answered, byte for byte.
  const again = await world.get(`/quotes/${data.quote_id}`)
  expect(JSON.parse(again.text)).toEqual(body)
})

test('golden: the market transaction of a quote executes, and the vault has 2,000 USDC more', async () => {
  const quote = (await world.post('/quotes', request())).body.data
  const market = await world.post('/transactions/market', {
    quote_id: quote.quote_id,
    verbose: true,
  })
  expect([market.status, market.body.data.simulation_status]).toEqual([200, true])
  const { data } = market.body
  expect([data.quote.quote_id, data.approvals_left]).toEqual([quote.quote_id, []])
  expect(BigInt(data.raw_least)).toBeGreaterThanOrEqual(BigInt(data.bound.raw_least))
  expect(
    data.token_transfers.map((one: { direction: string; amount: string }) => [
      one.direction,
      one.amount,
    ]),
  ).toEqual([
    ['out', '1'],
    ['in', '2000'],
  ])
  const { calls } = data.action_api_response[0]
  expect(decodeManage(data.encoded_tx_data).map(({ proof }) => proof)).toEqual(
    calls.map(({ proof }: { proof: string[] }) => proof),
  )
  const [weth, usdc] = ['WETH', 'USDC'].map(world.place)
  const before = [await world.held(weth!), await world.held(usdc!)] as const
  await world.execute(market)
  expect(before[0] - (await world.held(weth!))).toBe(oneWeth)
  expect((await world.held(usdc!)) - before[1]).toBe(2_000_000_000n)
})

const soldBy = ({ legs }: { legs: readonly { raw_sell_amount: string }[] }) =>
  legs.reduce((sum, leg) => sum + BigInt(leg.raw_sell_amount), 0n)

test('default: 50 WETH over the tiers of one venue are split, and beat each of them', async () => {
  const { body } = await world.post('/quotes', { ...tiers, sell_amount: '50' })
  const [best, ...further] = body.data.candidates
  expect(best.legs.length).toBeGreaterThan(1)
  expect(soldBy(best)).toBe(50n * oneWeth)
  for (const candidate of further) {
    expect(BigInt(best.raw_buy_amount)).toBeGreaterThan(BigInt(candidate.raw_buy_amount))
  }
})

test('refuses: what the policy or the tree does not let a swap do, each by its code', async () => {
  const market = (body: object) => world.post('/transactions/market', body)
  const quoted = { ...tiers, sell_amount: '50' }
  const quote = (await world.post('/quotes', { ...quoted, split: false })).body.data
  const worst = quote.candidates.at(-1).id
  expect(await market({ quote_id: quote.quote_id, candidate: worst })).toMatchObject(
    refusal('price_out_of_bound'),
  )
  expect(await market({ quote_id: quote.quote_id, candidate: 'c99' })).toMatchObject(
    refusal('candidate_missing'),
  )
  expect(await market({ sell_token: 'stETH', buy_token: 'USDC', sell_amount: '1' })).toMatchObject(
    refusal('no_permitted_venue'),
  )
  expect(await market({ ...tiers, sell_amount: '1000000' })).toMatchObject({
    status: 400,
    body: { error: { code: 'insufficient_balance', details: { reserved_by_orders: '0' } } },
  })
  const all = await world.held(world.place('WETH'))
  expect(await market({ ...tiers, raw_sell_amount: String(all) })).toMatchObject(
    refusal('amount_above_policy'),
  )
  const calldata = { route: 'one_inch/swap_v5', data: world.oneInch(2n * oneWeth) }
  const mine = { venues: ['one_inch/swap_v5'] }
  expect(await market(request({ ...mine, calldata: [calldata] }))).toMatchObject(
    refusal('amount_mismatch'),
  )
  const greedy = { route: 'one_inch/swap_v5', data: world.oneInch(oneWeth) }
  expect(await market(request({ ...mine, calldata: [greedy] }))).toMatchObject(
    refusal('least_below_bound'),
  )
})

/** Pools with liquidity at every price: their reserves, by their fee in millionths. */
const tierReserves = {
  '100': { weth: 5_000n * oneWeth, usdc: 10_000_000n * 10n ** 6n },
  '3000': { weth: 8_000n * oneWeth, usdc: 16_032_000n * 10n ** 6n },
} as const

type TierLeg = {
  readonly raw_sell_amount: string
  readonly raw_least: string
  readonly params: { readonly fee: keyof typeof tierReserves }
}

test('golden: 20,000 USDC are demanded to a hundredth of a basis point, as the pools pay, by a quote and by what is built of it', async () => {
  const body = { ...tiers, buy_amount: '20000', max_sell_amount: '10.5' }
  const { status, body: answer } = await world.post('/quotes', body)
  expect(status).toBe(200)
  const { exact_output, best, candidates, quote_id, raw_sell_amount, slippage_bps } = answer.data
  expect(exact_output).toEqual({
    buy_amount: '20000',
    raw_buy_amount: '20000000000',
    max_sell_amount: '10.5',
    raw_max_sell_amount: '10500000000000000000',
  })
  const candidate = candidates.find(({ id }: { id: string }) => id === best)
  // By the formula of each pool, the minimum of each share less the slippage.
  const minimums = candidate.legs.map(({ raw_sell_amount: sold, params }: TierLeg) => {
    const [reserves, fee] = [tierReserves[params.fee], BigInt(params.fee)]
    const net = (BigInt(sold) * (1_000_000n - fee)) / 1_000_000n
    return minimumOf((reserves.usdc * net) / (reserves.weth + net), BigInt(slippage_bps))
  })
  expect(candidate.legs.map(({ raw_least }: TierLeg) => BigInt(raw_least))).toEqual(minimums)
  // At most half a basis point above what is to be bought, which is 20,001 USDC: here far less.
  expect([soldBy(candidate), candidate.raw_least]).toEqual([BigInt(raw_sell_amount), '20000007554'])
  const { body: built } = await world.post('/transactions/market', { quote_id })
  const { quote, raw_least } = built.data
  expect([soldBy(quote.candidate), raw_least]).toEqual([soldBy(candidate), candidate.raw_least])
})

test('refuses: a request that is not as its schema says, with each place', async () => {
  const placesOf = async (body: object) => {
    const { status, body: answer } = await world.post('/quotes', body)
    return [status, answer.detail?.map(({ loc }: { loc: string[] }) => loc.join('.'))]
  }
  for (const [body, place] of [
    [{ ...tiers, sell_amount: '1', slippage_bps: 101 }, 'body.slippage_bps'],
    [{ sell_token: 'WETH', buy_token: 'WETH', sell_amount: '1' }, 'body.buy_token'],
    [{ sell_token: 'WET', buy_token: 'USDC', sell_amount: '1' }, 'body.sell_token'],
    [{ sell_token: 'ETH', buy_token: 'WETH', sell_amount: '1' }, 'body.sell_token'],
    [{ ...tiers, sell_amount: '0' }, 'body.sell_amount'],
    [{ ...tiers, sell_amount: '1', raw_sell_amount: '1' }, 'body.raw_sell_amount'],
    [{ ...tiers, sell_amount: '0.0000000000000000001' }, 'body.sell_amount'],
    [{ ...tiers, sell_amount: '1', buy_amount: '1' }, 'body.buy_amount'],
    [{ ...tiers, buy_amount: '1', raw_buy_amount: '1' }, 'body.raw_buy_amount'],
    [{ ...tiers, sell_amount: '1', max_sell_amount: '1' }, 'body.max_sell_amount'],
  ] as const) {
    expect([body, await placesOf(body)]).toEqual([body, [422, [place]]])
  }
  const market = await world.post('/transactions/market', { quote_id: 'q', sell_token: 'WETH' })
  expect(market).toMatchObject({ status: 422, body: { detail: [{ loc: ['body', 'sell_token'] }] } })
  const none = await world.post('/transactions/market', { sell_token: 'WETH' })
  expect(none).toMatchObject({ status: 422, body: { detail: [{ loc: ['body', 'buy_token'] }] } })
})

test('behavior: a token that tells no decimals is sold in base units', async () => {
  const pair = { sell_token: world.place('NODEC'), buy_token: 'USDC' }
  expect(await world.post('/quotes', { ...pair, sell_amount: '1' })).toMatchObject(
    refusal('token_decimals_unknown'),
  )
  const raw = await world.post('/quotes', { ...pair, raw_sell_amount: '1000' })
  expect([200, 400]).toContain(raw.status)
  expect(raw.body.error?.code ?? null).not.toBe('token_decimals_unknown')
})

test('behavior: without a policy nothing bounds a swap, which is accepted, demanded and audited', async () => {
  const { api } = world
  const bare = await api.addTenant('bare')
  await seedLocalVault(api.store, bare.tenant.id, { isBare: true })
  const headers = await bare.as('strategist')
  const ask = (rest: string, body: object) => api.ask('POST', swapPath(rest), { headers, body })
  const pair = { sell_token: world.place('WETH'), buy_token: world.place('USDC') }
  const body = { ...pair, sell_amount: '1', venues: ['uniswap_v3/swap'] }
  const quote = (await ask('/quotes', body)).body.data
  expect([quote.fair, quote.bound, quote.best === null]).toEqual([null, null, false])
  const market = '/transactions/market'
  for (const more of [{}, { accept_unbounded: true }, { min_buy_amount: '1900' }]) {
    expect(await ask(market, { ...body, ...more })).toMatchObject(refusal('price_unknown'))
  }
  const minimum = { accept_unbounded: true, min_buy_amount: '1900' }
  const built = await ask(market, { ...body, ...minimum })
  expect([built.status, built.body.data?.bound]).toEqual([200, null])
  expect(BigInt(built.body.data.raw_least)).toBeGreaterThanOrEqual(1_900_000_000n)
  const { items } = await api.store.audit.page(bare.tenant.id, { after: null, limit: 9 })
  const acts = items.filter(({ act }) => act === 'swap.unbounded')
  expect(acts).toHaveLength(1)
  expect(isSameAddress(acts[0]!.subject as `0x${string}`, world.place('Local ETH'))).toBe(true)
  expect(acts[0]!.details).toContain(built.body.data.encoded_tx_data)
})

test('law: deadlines and orders count from the block, however far off the clock of the service is', async () => {
  const { timestamp } = await world.chain.readBlock('latest')
  const vault = world.place('Local ETH')
  const sale = { token_in: 'WETH', token_out: 'USDC', amount: '1', fee: 100, minimum: '1' }
  const headers = await world.api.as('strategist')
  const end = (timestamp + 3_600n).toString(16).padStart(64, '0')
  for (const seconds of [-100_000_000n, 100_000_000n]) {
    ahead = seconds
    for (const skip_sim of [true, false]) {
      const path = `/v1/tx-builder/api/execute/local/${vault}/${trader}/uniswap_v3/swap`
      const body = { params: sale, skip_sim }
      const built = await world.api.ask('POST', path, { headers, body })
      expect([skip_sim, built.status]).toEqual([skip_sim, 200])
      expect(built.body.encoded_tx_data).toContain(end)
    }
    const market = await world.post('/transactions/market', { ...tiers, sell_amount: '1' })
    expect(Date.parse(market.body.data.deadline) / 1_000).toBe(Number(timestamp) + 3_600)
    const terms = { sell_token: 'WETH', buy_token: 'USDC', sell_amount: '1', limit_price: '2600' }
    const order = await world.post('/transactions/limit-order', terms)
    expect(order.body.data.order.valid_to).toBeGreaterThanOrEqual(Number(timestamp) + 86_400)
    expect(order.body.data.order.valid_to).toBeLessThan(Number(timestamp) + 86_410)
  }
  ahead = 0n
})

test('refuses: a quote that has expired, or that the newest block no longer keeps', async () => {
  const { data } = (await world.post('/quotes', { ...tiers, sell_amount: '10', split: false })).body
  const build = () => world.post('/transactions/market', { quote_id: data.quote_id })
  ahead = 61n
  expect(await build()).toMatchObject({ status: 409, body: { error: { code: 'quote_stale' } } })
  ahead = 0n
  await world.execute(await build())
  const { raw_buy_amount: quoted } = data.candidates[0]
  expect(await build()).toMatchObject({
    status: 409,
    body: { error: { code: 'quote_stale', details: { quoted } } },
  })
})
