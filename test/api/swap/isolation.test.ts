import { operations } from '@vaultwright/wire'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { openChains } from '../../../packages/api/src/node/chains.ts'
import { localEth, seedLocalVault } from '../support/builder-world.ts'
import { openTestApi, type TestApi, type TestTenant, testConfig } from '../support/harness.ts'
import { swapPath, trader } from '../support/swap-world.ts'

const uid = `0x${'ab'.repeat(32)}${localEth.vault.slice(2).toLowerCase()}ffffffff`
const quoteId = 'q_5Qm1xZr3Yt7Lw9Kc2Vb8Ng'
const pair = { sell_token: 'WETH', buy_token: 'USDC', sell_amount: '1' }
const reads = ['/routes', `/quotes/${quoteId}`, '/orders', `/orders/${uid}`] as const
const writes = [
  ['/quotes', pair],
  ['/transactions/market', { quote_id: quoteId }],
  ['/transactions/market', pair],
  ['/transactions/limit-order', { ...pair, limit_price: '2600', valid_for_seconds: 3_600 }],
  ['/transactions/cancel-order', { order_uid: uid }],
] as const

let api: TestApi
let otherTenant: TestTenant

beforeAll(async () => {
  // Nothing listens there.
  const chains = openChains({ LOCAL_RPC_URL: 'http://127.0.0.1:9' }, testConfig.simulation)
  api = await openTestApi({ chains, config: { nodeShareMs: 500 } })
  await seedLocalVault(api.store, api.tenant.id)
  otherTenant = await api.addTenant('globex')
  const place = { chain: 'local', vault: localEth.vault, strategist: trader }
  await api.store.swapQuotes.put(api.tenant.id, {
    ...place,
    id: quoteId,
    createdAtUnix: 1_767_225_600n,
    expiresAtUnix: 4_000_000_000n,
    body: '{}',
    receipt: '{}',
  })
  await api.store.swapOrders.put(api.tenant.id, {
    ...place,
    uid: uid as `0x${string}`,
    createdAtUnix: 1_767_225_600n,
    terms: '{}',
    quoteId: null,
    publishedAtUnix: null,
    finalState: null,
  })
})
afterAll(async () => {
  await api?.context.chains.close()
  await api?.close()
})

const shownOf = ({ status, text }: { status: number; text: string }) => ({ status, text })

test('law: what another tenant has is not there, byte for byte', async () => {
  const [viewer, strategist] = [await otherTenant.as('viewer'), await otherTenant.as('strategist')]
  const ask = async () => {
    const answers = []
    for (const tail of reads) {
      answers.push(shownOf(await api.ask('GET', swapPath(tail), { headers: viewer })))
    }
    for (const [tail, body] of writes) {
      const headers = strategist
      answers.push(shownOf(await api.ask('POST', swapPath(tail), { headers, body })))
    }
    return answers
  }
  const answers = await ask()
  for (const answer of answers) {
    expect(answer.status).toBe(404)
    expect(JSON.parse(answer.text).error.code).toBe('vault_not_found')
  }
  // The same vault of its own, with neither quotes nor orders: those of the other tenant stay unseen.
  await seedLocalVault(api.store, otherTenant.tenant.id)
  const headers = viewer
  const mine = await api.ask('GET', swapPath(`/quotes/${quoteId}`), { headers })
  const none = await api.ask('GET', swapPath('/quotes/q_0000000000000000000000'), { headers })
  expect([mine.status, mine.body.error.code]).toEqual([404, 'quote_not_found'])
  expect(mine.text.replaceAll(quoteId, 'q_0000000000000000000000')).toBe(none.text)
  expect((await api.ask('GET', swapPath('/orders'), { headers })).body.data).toEqual([])
})

test('law: the list of all orders has those of the tenant alone, and says why a state is not known', async () => {
  const ask = async (who: TestTenant | TestApi, query = '') => {
    const headers = await who.as('viewer')
    return await api.ask('GET', `/v1/swap/orders${query}`, { headers })
  }
  const bare = await api.addTenant('initech')
  const none = await ask(bare)
  const theirs = await ask(otherTenant)
  expect([theirs.status, theirs.text]).toEqual([none.status, none.text])
  for (const query of ['', '?status=unfinished', '?status=open', '?status=filled']) {
    const { status, body } = await ask(api, query)
    // No node is there, so it may be in any state.
    expect([status, body.data]).toEqual([
      200,
      [
        {
          chain: 'local',
          vault_address: localEth.vault,
          strategist_address: trader,
          order_uid: uid,
          order: null,
          reason: expect.stringMatching(/./),
        },
      ],
    ])
  }
  expect((await ask(api, `?cursor=${'x'.repeat(40)}`)).status).toBe(422)
  expect((await api.ask('GET', '/v1/swap/orders')).status).toBe(401)
})

test('law: every operation needs its role', async () => {
  const viewer = await api.as('viewer')
  for (const [tail, body] of writes) {
    expect((await api.ask('POST', swapPath(tail), { headers: viewer, body })).status).toBe(403)
  }
  for (const tail of reads) expect((await api.ask('GET', swapPath(tail))).status).toBe(401)
})

test('behavior: with every node away routes answer, and what is measured is a 503', async () => {
  const headers = await api.as('strategist')
  const routes = await api.ask('GET', swapPath('/routes'), { headers })
  expect([routes.status, routes.body.data.length > 5]).toEqual([200, true])
  for (const [tail, body] of [writes[0], writes[2], writes[3]]) {
    const answered = await api.ask('POST', swapPath(tail), { headers, body })
    expect([tail, answered.status, answered.body.error?.code]).toEqual([tail, 503, 'unavailable'])
  }
})

test('refuses: another chain, a strategist without a tree and a body that is too large', async () => {
  const headers = await api.as('strategist')
  const solana = swapPath('/routes').replace('/local/', '/solana/')
  expect(await api.ask('GET', solana, { headers })).toMatchObject({
    status: 404,
    body: { error: { code: 'chain_not_served' } },
  })
  const treeless = swapPath('/routes', localEth.vault)
  expect(await api.ask('GET', treeless, { headers })).toMatchObject({
    status: 404,
    body: { error: { code: 'active_tree_missing' } },
  })
  const { bodyLimit } = operations.createSwapQuote
  const payload = JSON.stringify({ ...pair, venues: ['x'.repeat(bodyLimit)] })
  const asking = { headers: { ...headers, 'content-type': 'application/json' }, payload }
  expect((await api.ask('POST', swapPath('/quotes'), asking)).status).toBe(413)
})

test('behavior: three quotes of a tenant run at once, more wait, and one more than may wait is told when to ask again', async () => {
  const { quotes } = api.context.swaps
  const ends: (() => void)[] = []
  const { signal } = new AbortController()
  const runOf = (tenantId: string) =>
    quotes.run(tenantId, () => new Promise<void>((end) => ends.push(end)), signal)
  const headers = await api.as('strategist')
  const theirs = await otherTenant.as('strategist')
  const ask = (who: Readonly<Record<string, string>>) =>
    api.ask('POST', swapPath('/quotes'), { headers: who, body: pair })
  const busy = {
    status: 503,
    body: { error: { message: expect.stringContaining('Too many quotes are running') } },
    headers: { 'retry-after': '2' },
  }
  const running = [1, 2, 3].map(() => runOf(api.tenant.id))
  const waiting = Array.from({ length: 32 }, () => runOf(api.tenant.id))
  expect(ends).toHaveLength(3)
  expect(await ask(headers)).toMatchObject(busy)
  // The others are not kept out by it.
  expect(await ask(theirs)).not.toMatchObject(busy)
  for (let index = 0; index < 35; index++) {
    ends[index]!()
    await new Promise(setImmediate)
  }
  await Promise.all([...running, ...waiting])
  expect(await ask(headers)).not.toMatchObject(busy)
})
