import { openStore, type Store } from '@vaultwright/store'
import fc from 'fast-check'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { runsOf } from '../../support/runs.ts'
import { openFreshPostgres } from '../../support/store/store-database.ts'
import {
  addressOf,
  dayOf,
  draftOf,
  performanceOf,
  pointOf,
  snapshotOf,
  strategists,
  treeOf,
} from '../../support/store/store-fixture.ts'
import { exchange } from '../support/exchange.ts'
import { dailyReceiptOf, derive, performanceReceiptOf } from '../support/explain-fixture.ts'
import { openTestApi, type TestApi, type TestTenant, testActor } from '../support/harness.ts'
import { listen } from '../support/talk.ts'
import { places } from './isolation-request.ts'
import {
  type IsolationSetup,
  markOf,
  type OpenStore,
  runAlone,
  runTogether,
  worlds,
} from './isolation-world.ts'

const numRuns = runsOf(0.12)

/** The number of them that ask over sockets. */
const socketRuns = Math.ceil(numRuns / 6)

const inMemory: OpenStore = async (nowUnix) => ({
  store: await openStore(':memory:', { migrate: true, nowUnix }),
  drop: async () => {},
})

const onPostgres: OpenStore = async (nowUnix) => {
  const fresh = await openFreshPostgres()
  return { store: await fresh.open({ migrate: true, nowUnix, poolSize: 2 }), drop: fresh.drop }
}

const injected: IsolationSetup['connect'] = async (api) => {
  return async ({ method, path, body }, key) => {
    const headers = { authorization: `Bearer ${key}` }
    return [await api.ask(method, path, { headers, ...(body !== undefined && { body }) })]
  }
}

/** Asks over sockets, and repeats a read: the first request must leave nothing behind that changes it. */
const overSockets: IsolationSetup['connect'] = async (api) => {
  const { port } = await listen(api)
  return async ({ method, path, body }, key) => {
    const text = body === undefined ? '' : JSON.stringify(body)
    const type = ['content-type: application/json', `content-length: ${Buffer.byteLength(text)}`]
    const head = [`authorization: Bearer ${key}`, ...(text === '' ? [] : type)]
    const ask = () => exchange(port, { method, target: path, head, body: text })
    const isRead = method === 'GET' || path.startsWith('/v1/tx-builder/')
    return isRead ? [await ask(), await ask()] : [await ask()]
  }
}

/** The law that a tenant sees the same, byte by byte, without any other tenant; and nothing of theirs is in it. */
function isolationIn(setup: IsolationSetup) {
  return fc.asyncProperty(worlds, async (acts) => {
    const { seen: views, steps } = await runTogether(acts, setup)
    expect(views).toEqual(await runAlone(steps, setup))
    const all = JSON.stringify(views)
    for (const otherTenant of [1, 2]) expect(all).not.toContain(markOf(otherTenant))
  })
}

test('default: no tenant can tell whether there are others, on SQLite', async () => {
  const property = isolationIn({ open: inMemory, connect: injected })
  await fc.assert(property, { numRuns: numRuns - socketRuns })
})

test('default: no tenant can tell whether there are others, on PostgreSQL', async () => {
  const property = isolationIn({ open: onPostgres, connect: injected })
  await fc.assert(property, { numRuns: Math.ceil(numRuns / 12) })
})

test('default: no tenant can tell whether there are others over sockets, asked twice', async () => {
  const property = isolationIn({ open: inMemory, connect: overSockets })
  await fc.assert(property, { numRuns: socketRuns })
})

describe('what is another tenant’s', () => {
  let api: TestApi
  let store: Store
  let mine: TestTenant
  let requests: string[] = []
  const vault = addressOf(1)
  const nobodys = addressOf(77)

  beforeAll(async () => {
    store = await openStore(':memory:', { migrate: true, onQuery: (sql) => requests.push(sql) })
    api = await openTestApi({ store })
    mine = { tenant: api.tenant, as: api.as, keyOf: api.keyOf }
    const { tenant } = await api.addTenant('theirs')
    await store.vaults.put(tenant.id, draftOf(1), testActor)
    const place = { chain: 'base', vault }
    await store.snapshots.put(tenant.id, snapshotOf(place, dayOf(1)))
    const [point, performance] = [pointOf(place, dayOf(1)), performanceOf(place, dayOf(1))]
    await derive(store, tenant.id, place, {
      dailyPoints: [{ value: point, receipt: dailyReceiptOf(point) }],
      performances: [{ value: performance, receipt: performanceReceiptOf(performance) }],
    })
    const [strategist] = strategists
    const file = treeOf(1)
    const { root } = await store.trees.push(tenant.id, { ...place, strategist, file }, testActor)
    const eventPlace = { atUnix: 1n, block: 1n, logIndex: 0, txHash: null }
    await store.roots.set(tenant.id, { ...place, strategist, root, ...eventPlace })
    // The first request of a key asks whose it is.
    await api.ask('GET', '/v1/vaults', { headers: await mine.as('admin') })
  })
  afterAll(async () => {
    await api.close()
    await store.close()
  })

  const [root, unknownRoot] = [places.roots[0]!, `0x${'7'.repeat(64)}`]
  const builder = '/v1/tx-builder/api'
  const build = { params: {}, skip_sim: true }
  const [strategist] = strategists

  test.each([
    ['self', (one: string) => `/v1/vaults/base/${one}`, undefined],
    ['latest', (one: string) => `/v1/vaults/base/${one}/metrics/snapshot/latest`, undefined],
    ['snapshots', (one: string) => `/v1/vaults/base/${one}/metrics/snapshot`, undefined],
    ['roots', (one: string) => `/v1/vaults/base/${one}/roots`, undefined],
    ['days', (one: string) => `/v1/vaults/base/${one}/dailyData`, undefined],
    ['performance', (one: string) => `/v1/vaults/base/${one}/performance`, undefined],
    ['receipts', (one: string) => `/v1/vaults/base/${one}/dailyData?explain=true`, undefined],
    ['receipt', (one: string) => `/v1/vaults/base/${one}/performance?explain=true`, undefined],
    ['actions', (one: string) => `${builder}/actions/base/${one}/${strategist}`, undefined],
    ['execute', (one: string) => `${builder}/execute/base/${one}/${strategist}/lido/stake`, build],
    ['route alone', (one: string) => `${builder}/execute/base/${one}/lido/stake`, build],
  ])(
    'behavior: %s of a vault takes the same queries as of a vault that no tenant has',
    async (...row) => {
      await assertSame(row, [vault, nobodys])
    },
  )

  test.each([
    ['tree', (one: string) => `/v1/trees/${one}`, undefined],
    ['pending tree', (one: string) => `/v1/trees/${one}/pending`, undefined],
    ['risk of a tree', (one: string) => `/v1/trees/${one}/risk`, undefined],
    ['difference of a tree', (one: string) => `/v1/trees/${one}/diff/${one}`, undefined],
  ])(
    'behavior: the %s of a root takes the same queries as of a root that no tenant has',
    async (...row) => {
      await assertSame(row, [root, unknownRoot])
    },
  )

  type Row = readonly [name: string, pathOf: (one: string) => string, body: object | undefined]

  async function assertSame([, pathOf, body]: Row, values: readonly string[]): Promise<void> {
    const headers = await mine.as('admin')
    const runs = []
    for (const value of [...values, ...values]) {
      requests = []
      const asking = { headers, ...(body !== undefined && { body }) }
      const { status, text } = await api.ask(
        body === undefined ? 'GET' : 'POST',
        pathOf(value),
        asking,
      )
      runs.push({ status, text: text.replaceAll(value, 'it'), queries: requests })
    }
    const [theirs, none, ...again] = runs
    expect(theirs).toEqual(none)
    expect(theirs!.status).toBe(404)
    expect(theirs!.queries.length).toBeGreaterThan(0)
    expect(again[0]).toEqual(again[1])
  }
})
