import { openStore, type Store } from '@vaultwright/store'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { type BenchCase, casesOf } from '../../bench/api/api.cases.ts'
import { type DemoWorld, openDemoWorld } from '../support/demo-world.ts'
import { exchange } from '../support/exchange.ts'
import { makeKey, noChains, testActor } from '../support/harness.ts'
import { listen, openRawConnection } from '../support/talk.ts'

let world: DemoWorld
let store: Store
let port = 0
let url = ''
let tenantId = ''
let vault = ''
let main = ''
let weth = ''
let cases: (BenchCase & { readonly path: string })[] = []

beforeAll(async () => {
  // With a node a build asks it what is so now.
  world = await openDemoWorld({ chains: noChains })
  store = world.api.store
  port = (await listen(world.api)).port
  url = `sqlite:${world.file}`
  tenantId = world.tenantId
  vault = world.eth.vault
  main = world.main
  weth = world.token('WETH')
  const key = await keyOf()
  const textOf = async (path: string) => (await ask({ path }, key)).text
  const all = await casesOf(world.chain.manifest, [], textOf)
  cases = all.map((one) => ({ ...one, path: one.paths[0]! }))
})
afterAll(() => world.close())

let users = 0
async function keyOf(limit: { readonly ratePerMinute?: number } = {}): Promise<string> {
  const draft = { name: `user ${users++}`, role: 'strategist', ...limit } as const
  return (await makeKey(store, tenantId, draft)).text
}

type GatewayRequest = {
  readonly method?: string
  readonly path: string
  readonly body?: string | null
}

function ask(
  { method = 'GET', path, body = null }: GatewayRequest,
  key: string,
  head: readonly string[] = [],
) {
  const type = [
    'content-type: application/json',
    `content-length: ${Buffer.byteLength(body ?? '')}`,
  ]
  const lines = [`authorization: Bearer ${key}`, ...(body === null ? [] : type), ...head]
  return exchange(port, { method, target: path, head: lines, ...(body !== null && { body }) })
}

const ownHeaders = ['date', 'x-request-id', 'ratelimit-remaining', 'ratelimit-reset']
function withoutOwn({ headers, ...fields }: Awaited<ReturnType<typeof ask>>) {
  const remaining = Object.entries(headers).filter(([name]) => !ownHeaders.includes(name))
  return { ...fields, headers: Object.fromEntries(remaining.sort()) }
}

function supply(amount: string, rest: object = { skip_sim: true }): GatewayRequest {
  const path = `/v1/tx-builder/api/execute/local/${vault}/${main}/aave_v3/supply`
  const body = JSON.stringify({ params: { asset: weth, amount }, ...rest })
  return { method: 'POST', path, body }
}

test('default: a request that is asked again is answered byte for byte alike, but for what each answer has anew', async () => {
  const key = await keyOf()
  for (const request of [...cases, { path: '/v1/tx-builder/health' }]) {
    const first = await ask(request, key)
    expect(first.status).toBe(200)
    const second = await ask(request, key)
    expect(withoutOwn(second)).toEqual(withoutOwn(first))
    expect(second.headers['x-request-id']).not.toBe(first.headers['x-request-id'])
    const left = Number(first.headers['ratelimit-remaining'])
    expect(Number(second.headers['ratelimit-remaining'])).toBe(left - 1)
  }
})

test('behavior: a write of any process is seen by the next request', async () => {
  const key = await keyOf()
  const otherStore = await openStore(url)
  const roots = { path: `/v1/vaults/local/${vault}/roots` }
  const build = supply('2')
  for (const request of [roots, build]) {
    await ask(request, key)
    await ask(request, key)
  }
  const { items } = await store.roots.page(
    tenantId,
    { chain: 'local', vault: vault as `0x${string}` },
    { after: null, limit: 20 },
  )
  const { root, strategist } = items.find((item) => item.strategist === main)!
  const zero = `0x${'0'.repeat(64)}` as const
  const event = { chain: 'local', vault: vault as `0x${string}`, strategist, txHash: null }
  await otherStore.roots.set(tenantId, {
    ...event,
    root: zero,
    block: 500n,
    logIndex: 0,
    atUnix: 1n,
  })
  const { data } = (await ask(roots, key)).body
  const active = data.filter((item: { readonly active: boolean }) => item.active)
  expect(active.length).toBeGreaterThan(0)
  expect(active).not.toContainEqual(expect.objectContaining({ strategist }))
  expect((await ask(build, key)).status).toBe(404)
  await otherStore.roots.set(tenantId, { ...event, root, block: 501n, logIndex: 0, atUnix: 2n })
  expect((await ask(build, key)).status).toBe(200)
  await otherStore.close()
})

test('behavior: a key that is revoked elsewhere, or whose user is, gets nothing more', async () => {
  const otherStore = await openStore(url)
  const [first, two] = [await keyOf(), await keyOf()]
  for (const key of [first, two, first, two]) {
    expect((await ask({ path: '/v1/vaults' }, key)).status).toBe(200)
  }
  const keys = await otherStore.keys.list(tenantId)
  const idOf = (key: string) => keys.find(({ lastFour }) => key.endsWith(lastFour))!
  await otherStore.keys.revoke(tenantId, idOf(first).id, testActor)
  expect((await ask({ path: '/v1/vaults' }, first)).status).toBe(403)
  expect((await ask({ path: '/v1/vaults' }, two)).status).toBe(200)
  await otherStore.users.deactivate(tenantId, idOf(two).userId, testActor)
  expect((await ask({ path: '/v1/vaults' }, two)).status).toBe(403)
  await otherStore.close()
})

test('behavior: a key that is revoked while its body comes has that one answer, and none after it', async () => {
  const otherStore = await openStore(url)
  const key = await keyOf()
  const build = supply('6')
  const slow = await openRawConnection(port)
  slow.say(
    `POST ${build.path} HTTP/1.1\r\nhost: test\r\nconnection: close\r\nauthorization: Bearer ${key}\r\ncontent-type: application/json\r\ncontent-length: ${build.body!.length}\r\n\r\n`,
  )
  slow.say(build.body!.slice(0, 10))
  // Until the gate has let it in.
  await new Promise((resolve) => setTimeout(resolve, 50))
  const keys = await otherStore.keys.list(tenantId)
  const { id } = keys.find(({ lastFour }) => key.endsWith(lastFour))!
  await otherStore.keys.revoke(tenantId, id, testActor)
  slow.say(build.body!.slice(10))
  expect(await slow.end()).toContain('HTTP/1.1 200 OK')
  expect((await ask(build, key)).status).toBe(403)
  await otherStore.close()
})

test('behavior: the limit counts a request that is asked again', async () => {
  const key = await keyOf({ ratePerMinute: 5 })
  const statuses: number[] = []
  for (let turn = 0; turn < 8; turn++) {
    statuses.push((await ask({ path: '/v1/vaults' }, key)).status)
  }
  expect(statuses).toEqual([200, 200, 200, 200, 200, 429, 429, 429])
})

test('behavior: another body, type, target, tenant or key is another request', async () => {
  const [key, colleague] = [await keyOf(), await keyOf()]
  const foreignKey = await (await world.api.addTenant('stranger')).keyOf('strategist')
  const viewer = (await makeKey(store, tenantId, { name: 'v', role: 'viewer' })).text
  const [build, vaultRead] = [supply('3'), { path: `/v1/vaults/local/${vault}` }]
  const first = await ask(build, key)
  await ask(vaultRead, key)
  const otherBuild = await ask(supply('3.0000001'), key)
  expect(otherBuild.status).toBe(200)
  expect(otherBuild.body.encoded_tx_data).not.toBe(first.body.encoded_tx_data)
  // A query parameter that no operation knows.
  expect((await ask({ ...build, path: `${build.path}?x=1` }, key)).status).toBe(422)
  expect((await ask(build, viewer)).status).toBe(403)
  expect((await ask(build, foreignKey)).status).toBe(404)
  expect((await ask(vaultRead, foreignKey)).status).toBe(404)
  const wrong = `${key.slice(0, -1)}${key.endsWith('x') ? 'y' : 'x'}`
  expect((await ask(vaultRead, wrong)).status).toBe(403)
  expect((await ask(build, colleague)).status).toBe(200)
})

test('behavior: with a condition, an origin or two keys it is judged anew', async () => {
  const key = await keyOf()
  const tree = { path: cases.find(({ name }) => name === 'tree')!.path }
  const { headers } = await ask(tree, key)
  await ask(tree, key)
  expect((await ask(tree, key, [`if-none-match: ${headers.etag}`])).status).toBe(304)
  expect((await ask(tree, key, ['origin: https://example.org'])).status).toBe(200)
  expect((await ask(tree, key, [`authorization: Bearer ${key}`])).status).toBe(401)
  expect((await ask({ ...tree, method: 'HEAD' }, key)).status).toBe(200)
})

test('behavior: bodies in pieces, requests one behind the other, and a body that never ends', async () => {
  const key = await keyOf()
  const build = supply('5')
  const expected = await ask(build, key)
  const head = `POST ${build.path} HTTP/1.1\r\nhost: test\r\nauthorization: Bearer ${key}\r\ncontent-type: application/json\r\ncontent-length: ${build.body!.length}\r\n`
  const pieces = await openRawConnection(port)
  pieces.say(`${head}connection: close\r\n\r\n`)
  pieces.say(build.body!.slice(0, 10))
  await new Promise((resolve) => setTimeout(resolve, 30))
  pieces.say(build.body!.slice(10))
  expect(await pieces.end()).toContain(expected.text)

  const line = await openRawConnection(port)
  const requestText = `GET /v1/vaults HTTP/1.1\r\nhost: test\r\nauthorization: Bearer ${key}\r\n`
  line.say(
    `${head}\r\n${build.body}${requestText}\r\n${head}\r\n${build.body}${requestText}connection: close\r\n\r\n`,
  )
  const heard = await line.end()
  expect(heard.split('HTTP/1.1 200 OK')).toHaveLength(5)
  const order = [...heard.matchAll(/\{"(encoded_tx_data|data)"/g)].map((match) => match[1])
  expect(order).toEqual(['encoded_tx_data', 'data', 'encoded_tx_data', 'data'])

  const never = await openRawConnection(port)
  never.say(`${head}\r\n{"par`)
  await new Promise((resolve) => setTimeout(resolve, 30))
  never.socket.destroy()
  expect((await ask(build, key)).text).toBe(expected.text)
})
