import { checkSavedAnswer, parseSavedRequest } from '@vaultwright/check'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { localTree } from '../../support/node/local-chain.ts'
import { localEth } from '../support/builder-world.ts'
import { openSwapWorld, type SwapWorld, trader } from '../support/swap-world.ts'

let world: SwapWorld
beforeAll(async () => {
  world = await openSwapWorld()
})
afterAll(() => world?.close())

const sale = (more: object = {}) => ({
  sell_token: world.place('WETH'),
  buy_token: world.place('USDC'),
  raw_sell_amount: '1000000000000000000',
  venues: ['uniswap_v3/swap'],
  slippage_bps: 30,
  ...more,
})
const deposit = () => ({
  route: 'erc_4626/deposit',
  params: { vault: world.place('Savings WETH'), asset: world.place('WETH'), amount: '2' },
})
const batch = () => ({
  swaps: [sale(), sale({ raw_sell_amount: '2000000000000000000' })],
  after: [deposit()],
})

/** The verdict of `check` on an answer to a request. */
function verdictOf(body: object, request: object) {
  const inputs = {
    request: parseSavedRequest({
      chain: 'local',
      vault_address: localEth.vault,
      strategist_address: trader,
      ...request,
    }),
    tree: localTree('local-eth-trader'),
    managerTree: null,
    quote: null,
    days: null,
    accounts: null,
    nowUnix: Math.floor(Date.now() / 1000),
  }
  return checkSavedAnswer(JSON.stringify(body), inputs)
}

const noReasonsOf = ({ reasons }: ReturnType<typeof verdictOf>) =>
  reasons.filter(({ weight }) => weight === 'no').map(({ message }) => message)

test('golden: a batch is quoted, built, checked against its request, and executes', async () => {
  const request = batch()
  const quoted = await world.post('/quotes', request)
  expect([quoted.status, quoted.body.data?.refusal]).toEqual([200, null])
  const quoteVerdict = verdictOf(quoted.body, request)
  expect([quoteVerdict.kind, noReasonsOf(quoteVerdict)]).toEqual(['batch_quote', []])
  const market = await world.post('/transactions/market', { ...request, verbose: true })
  expect([market.status, market.body.data?.simulation_status]).toEqual([200, true])
  const verdict = verdictOf(market.body, request)
  expect([verdict.kind, noReasonsOf(verdict)]).toEqual(['swap_batch', []])
  const { data } = market.body
  expect([data.calls.swaps.length, data.calls.after, data.approvals_left]).toEqual([2, 2, []])
  const [weth, usdc] = ['WETH', 'USDC'].map(world.place)
  const before = [await world.held(weth!), await world.held(usdc!)] as const
  await world.undone(() =>
    world.execute(market).then(async () => {
      expect(before[0] - (await world.held(weth!))).toBe(5n * 10n ** 18n)
      const moved = data.batch.moves.find(({ token }: { token: string }) => token === usdc)
      expect((await world.held(usdc!)) - before[1]).toBe(BigInt(moved.raw_amount))
    }),
  )
})

test('refuses: check says no to a batch of other swaps, other actions, or other calldata', async () => {
  const request = batch()
  const { body } = await world.post('/transactions/market', { ...request, skip_sim: true })
  const noTo = (answer: object, asked: object) => noReasonsOf(verdictOf(answer, asked)).join(' ')
  const otherSale = { ...request, swaps: [sale({ raw_sell_amount: '7' }), request.swaps[1]] }
  expect(noTo(body, otherSale)).toMatch(/Swap 1: You asked for the amount in base units 7/)
  expect(noTo(body, { ...request, swaps: [request.swaps[0]] })).toMatch(/You asked for 1 swaps/)
  expect(noTo(body, { ...request, after: [] })).toMatch(/other actions after the swaps/)
  expect(noTo(body, sale())).toMatch(/You asked for an answer of the kind market/)
  const { data } = body
  const word = BigInt(data.batch.swaps[0].candidates[0].raw_least).toString(16).padStart(64, '0')
  const unit = '1'.padStart(64, '0')
  const lowered = { data: { ...data, encoded_tx_data: data.encoded_tx_data.replace(word, unit) } }
  expect(noTo(lowered, request)).toMatch(/Swap 1: uniswap_v3\/swap demands 1 base units at least/)
  const stretched = { data: { ...data, calls: { ...data.calls, after: data.calls.after + 1 } } }
  expect(noTo(stretched, request)).toMatch(/tells of \d calls in its parts/)
  const shifted = {
    data: {
      ...data,
      calls: { ...data.calls, swaps: [data.calls.swaps[0] + data.calls.swaps[1], 0] },
    },
  }
  expect(noTo(shifted, request)).toMatch(/Swap 2: No call does uniswap_v3\/swap/)
})

test('refuses: a batch beside one swap, and a swap of it by its place', async () => {
  const beside = await world.post('/quotes', { ...batch(), sell_token: 'WETH' })
  expect(beside).toMatchObject({
    status: 422,
    body: { detail: [{ loc: ['body', 'sell_token'] }] },
  })
  const none = await world.post('/quotes', { buy_token: 'USDC' })
  expect(none).toMatchObject({ status: 422, body: { detail: [{ type: 'missing' }] } })
  const stray = await world.post('/quotes', { ...sale(), after: [deposit()] })
  expect(stray).toMatchObject({ status: 422, body: { detail: [{ loc: ['body', 'after'] }] } })
  const wrong = await world.post('/quotes', { swaps: [sale(), sale({ buy_token: 'GOLD' })] })
  expect(wrong).toMatchObject({
    status: 422,
    body: { detail: [{ loc: ['body', 'swaps', 1, 'buy_token'] }] },
  })
  const poor = await world.post('/quotes', {
    swaps: [sale(), sale({ raw_sell_amount: '9'.repeat(30) })],
  })
  expect(poor).toMatchObject({
    status: 400,
    body: { error: { code: 'insufficient_balance', details: { list: 'swaps', index: 1 } } },
  })
  const five = await world.post('/quotes', { swaps: Array.from({ length: 5 }, () => sale()) })
  expect(five.status).toBe(422)
})
