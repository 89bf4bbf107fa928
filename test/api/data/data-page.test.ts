import type { Store } from '@vaultwright/store'
import fc from 'fast-check'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { runsOf } from '../../support/runs.ts'
import {
  addressOf,
  dayOf,
  draftOf,
  pointOf,
  rootOfNumber,
  snapshotOf,
} from '../../support/store/store-fixture.ts'
import { openTestApi, type TestApi, type TestTenant, testActor } from '../support/harness.ts'
import { storedExecution } from '../support/stored-execution.ts'

const runs = { numRuns: runsOf(0.15) }
const vault = addressOf(1)
const place = { chain: 'base', vault } as const
const strategists = [addressOf(901), addressOf(902), addressOf(903)] as const

/** A list: where it is, how its entries are made from numbers, and which order they have. */
type List = {
  readonly path: string
  readonly put: (store: Store, tenantId: string, numbers: readonly number[]) => Promise<void>
  /** The key of an entry. */
  readonly keyOf: (entry: never) => string
  readonly inOrder: (numbers: readonly number[]) => readonly string[]
}

const lists: Readonly<Record<string, List>> = {
  '4.7 vaults': {
    path: '/v1/vaults',
    put: async (store, tenantId, numbers) => {
      for (const number of numbers) await store.vaults.put(tenantId, draftOf(number), testActor)
    },
    keyOf: (entry: { vault_address: string }) => entry.vault_address,
    inOrder: (numbers) => {
      const lower = (address: string) => address.toLowerCase()
      return numbers.map(addressOf).sort((one, other) => (lower(one) < lower(other) ? -1 : 1))
    },
  },
  '4.10 roots': {
    path: `/v1/vaults/base/${vault}/roots`,
    put: async (store, tenantId, numbers) => {
      await store.vaults.put(tenantId, draftOf(1), testActor)
      for (const number of numbers) {
        // Several in one block: the order must not rest on the block alone.
        const eventPlace = {
          block: BigInt(number >> 2),
          logIndex: number & 3,
          atUnix: null,
          txHash: null,
        }
        const strategist = strategists[number % 3]!
        await store.roots.set(tenantId, {
          ...place,
          ...eventPlace,
          strategist,
          root: rootOfNumber(number),
        })
      }
    },
    keyOf: (entry: { root_hash: string; strategist: string }) =>
      keyOfRoot(entry.root_hash, entry.strategist),
    inOrder: (numbers) => {
      const active = new Set(
        strategists.map((_, nth) => Math.max(...numbers.filter((one) => one % 3 === nth))),
      )
      const rank = (one: number) => [active.has(one) ? 0 : 1, -(one >> 2)] as const
      const sorted = [...numbers].sort((one, other) => {
        const [[a, b], [c, d]] = [rank(one), rank(other)]
        return a - c || b - d || (rootOfNumber(one) < rootOfNumber(other) ? -1 : 1)
      })
      return sorted.map((one) => keyOfRoot(rootOfNumber(one), strategists[one % 3]!))
    },
  },
  'executions of a vault': {
    path: `/v1/vaults/base/${vault}/executions`,
    put: async (store, tenantId, numbers) => {
      await store.vaults.put(tenantId, draftOf(1), testActor)
      const rows = numbers.map((number) => storedExecution(number >> 2, number & 3))
      const range = { ...place, fromBlock: 0n, toBlock: 1_000n }
      await store.executions.sync(tenantId, range, { rows, unchanged: [] })
    },
    keyOf: (entry: { block_number: number; log_index: number }) =>
      `${entry.block_number}.${entry.log_index}`,
    inOrder: (numbers) =>
      numbers.toSorted((one, next) => next - one).map((number) => `${number >> 2}.${number & 3}`),
  },
  '4.11 days': {
    path: `/v1/vaults/base/${vault}/dailyData`,
    put: async (store, tenantId, numbers) => {
      await store.vaults.put(tenantId, draftOf(1), testActor)
      const points = numbers.map((number) => ({
        ...pointOf(place, dayOf(number)),
        atUnix: unixOf(number),
      }))
      await store.dailyPoints.put(tenantId, points)
    },
    keyOf: (entry: { as_of: string }) => entry.as_of.slice(0, 10),
    inOrder: (numbers) => numbers.map(dayOf).sort(),
  },
  '4.9 snapshots': {
    path: `/v1/vaults/base/${vault}/metrics/snapshot`,
    put: async (store, tenantId, numbers) => {
      await store.vaults.put(tenantId, draftOf(1), testActor)
      for (const number of numbers) {
        await store.snapshots.put(tenantId, {
          ...snapshotOf(place, dayOf(number)),
          atUnix: unixOf(number),
        })
      }
    },
    keyOf: (entry: { as_of: string }) => entry.as_of.slice(0, 10),
    inOrder: (numbers) => numbers.map(dayOf).sort().reverse(),
  },
}

let api: TestApi
let worlds = 0

beforeAll(async () => {
  api = await openTestApi()
})
afterAll(() => api.close())

const sized = Object.keys(lists).filter((name) => !name.startsWith('4.9'))

test.each(sized)(
  'default: %s, page by page, are the whole list for every page size',
  async (name) => {
    const list = lists[name]!
    const numbers = Array.from({ length: 101 }, (_, index) => index)
    const tenant = await worldOf(list, numbers)
    const whole = list.inOrder(numbers)
    for (let size = 1; size <= 100; size++) {
      expect([size, await walk(list, tenant, `page_size=${size}`)]).toEqual([size, whole])
    }
  },
)

test.each(Object.keys(lists))('default: %s of any number are the whole list', async (name) => {
  const list = lists[name]!
  const numbers = fc.uniqueArray(fc.integer({ min: 0, max: 400 }), { maxLength: 45 })
  await fc.assert(
    fc.asyncProperty(numbers, fc.integer({ min: 1, max: 100 }), async (some, size) => {
      const tenant = await worldOf(list, some)
      const query = name.startsWith('4.9') ? '' : `page_size=${size}`
      expect(await walk(list, tenant, query)).toEqual(list.inOrder(some))
    }),
    runs,
  )
})

test('behavior: 4.7 what is added between two pages neither repeats nor hides another', async () => {
  const list = lists['4.7 vaults']!
  const numbers = Array.from({ length: 30 }, (_, index) => 2 * index)
  const tenant = await worldOf(list, numbers)
  const headers = await tenant.as('viewer')
  const first = await api.ask('GET', '/v1/vaults?page_size=10', { headers })
  const added = Array.from({ length: 30 }, (_, index) => 2 * index + 1)
  await list.put(api.store, tenant.tenant.id, added)
  const next = `page_size=10&cursor=${first.body.page.next_cursor}`
  const remaining = await walk(list, tenant, next)
  const keys = first.body.data.map(list.keyOf)
  const all = list.inOrder([...numbers, ...added])
  expect(remaining).toEqual(all.slice(all.indexOf(keys.at(-1)) + 1))
})

async function worldOf(list: List, numbers: readonly number[]): Promise<TestTenant> {
  const tenant = await api.addTenant(`world-${++worlds}`)
  await list.put(api.store, tenant.tenant.id, numbers)
  return tenant
}

/** Every entry of a list, page by page; a page has the size that it says, but for the last. */
async function walk(list: List, tenant: TestTenant, query: string): Promise<readonly string[]> {
  const headers = await tenant.as('viewer')
  const items: string[] = []
  for (let pageQuery = query; ; ) {
    const { status, body } = await api.ask('GET', `${list.path}?${pageQuery}`, { headers })
    expect(status).toBe(200)
    items.push(...body.data.map(list.keyOf))
    const { next_cursor: cursor, has_more: hasMore, page_size: size } = body.page
    expect(hasMore).toBe(cursor !== null)
    if (!hasMore) return items
    expect(body.data).toHaveLength(size)
    pageQuery = `${query.replace(/&?cursor=.*/, '')}&cursor=${cursor}`
  }
}

function unixOf(number: number): bigint {
  return BigInt(Date.parse(`${dayOf(number)}T12:00:00Z`) / 1000)
}

function keyOfRoot(root: string, strategist: string): string {
  return `${root} ${strategist}`
}
