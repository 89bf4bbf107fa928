import type { Store } from '@vaultwright/store'
import fc from 'fast-check'
import { expect, onTestFinished, test } from 'vitest'
import { runsOf } from '../../support/runs.ts'
import { openFreshPostgres } from '../../support/store/store-database.ts'
import {
  addressOf,
  dayOf,
  draftOf,
  performanceOf,
  pointOf,
  rootOfNumber,
  snapshotOf,
  strategists,
  treeOf,
} from '../../support/store/store-fixture.ts'
import { dailyReceiptOf, derive, performanceReceiptOf } from '../support/explain-fixture.ts'
import { openTestApi, type TestApi, type TestTenant, testActor } from '../support/harness.ts'

const runs = { numRuns: runsOf(0.05) }

/** A write that both databases get. */
type Write = {
  readonly kind: 'vault' | 'snapshot' | 'day' | 'performance' | 'receipt' | 'push' | 'set'
  readonly vault: number
  readonly number: number
}

const writes = fc.array(
  fc.record({
    kind: fc.constantFrom('vault', 'snapshot', 'day', 'performance', 'receipt', 'push', 'set'),
    vault: fc.integer({ min: 1, max: 2 }),
    number: fc.integer({ min: 0, max: 6 }),
  }) satisfies fc.Arbitrary<Write>,
  { minLength: 5, maxLength: 40 },
)

test('default: both databases give the same bytes to the same requests, page by page', async () => {
  const fresh = await openFreshPostgres()
  onTestFinished(() => fresh.drop())
  const store = await fresh.open({ migrate: true })
  onTestFinished(() => store.close())
  const [first, second] = [await openTestApi(), await openTestApi({ store })]
  onTestFinished(async () => {
    await first.close()
    await second.close()
  })
  let world = 0
  await fc.assert(
    fc.asyncProperty(writes, async (acts) => {
      const name = `world-${++world}`
      const lists: (readonly string[])[] = []
      for (const api of [first, second]) {
        const tenant = await api.addTenant(name)
        for (const number of [1, 2])
          await put(api.store, tenant, { kind: 'vault', vault: number, number })
        for (const [index, act] of acts.entries()) await put(api.store, tenant, act, index)
        lists.push(await tell(api, tenant))
      }
      expect(lists[1]).toEqual(lists[0])
    }),
    runs,
  )
})

test('refuses: U+0000 in a filter of the audit list, by the same bytes on both databases', async () => {
  const fresh = await openFreshPostgres()
  onTestFinished(() => fresh.drop())
  const store = await fresh.open({ migrate: true })
  onTestFinished(() => store.close())
  for (const api of [await openTestApi(), await openTestApi({ store })]) {
    onTestFinished(() => api.close())
    const headers = await api.as('admin')
    for (const field of ['actor', 'act', 'subject']) {
      const { status, body } = await api.ask('GET', `/v1/admin/audit?${field}=a%00`, { headers })
      expect([status, body]).toEqual([
        422,
        {
          detail: [
            {
              loc: ['query', field],
              msg: 'A text may not hold the character U+0000',
              type: 'null_character',
            },
          ],
        },
      ])
    }
  }
})

async function put(store: Store, { tenant }: TestTenant, act: Write, index = 0): Promise<void> {
  const { id } = tenant
  const { kind, vault, number } = act
  const place = { chain: 'base', vault: addressOf(vault) }
  const strategist = strategists[number % 2]!
  const value = `${number}.${'0'.repeat(number)}7`
  switch (kind) {
    case 'vault':
      await store.vaults.put(id, { ...draftOf(vault), name: `Vault ${number}` }, testActor)
      return
    case 'snapshot':
      return store.snapshots.put(id, snapshotOf(place, dayOf(number), value))
    case 'day':
      return store.dailyPoints.put(id, [pointOf(place, dayOf(number), value)])
    case 'performance':
      return store.performances.put(id, performanceOf(place, dayOf(number), value))
    case 'receipt': {
      const point = pointOf(place, dayOf(number), value)
      const performance = performanceOf(place, dayOf(number), value)
      return derive(store, id, place, {
        dailyPoints: [{ value: point, receipt: dailyReceiptOf(point) }],
        performances: [{ value: performance, receipt: performanceReceiptOf(performance) }],
      })
    }
    case 'push':
      await store.trees.push(id, { ...place, strategist, file: treeOf(number) }, testActor)
      return
    case 'set': {
      const root = treeOf(number).metadata.root
      const eventPlace = { atUnix: BigInt(index), block: BigInt(index), logIndex: 0, txHash: null }
      return store.roots.set(id, { ...place, strategist, root, ...eventPlace })
    }
  }
}

/** Everything that the data endpoints say, cursors and what they lead to included. */
async function tell(api: TestApi, tenant: TestTenant): Promise<readonly string[]> {
  const headers = await tenant.as('viewer')
  const lines: string[] = []
  const ask = async (path: string): Promise<string | null> => {
    const { status, headers: answered, text, body } = await api.ask('GET', path, { headers })
    const cursor: string | null = body?.page?.next_cursor ?? null
    const shown = path.replace(/cursor=.*/, 'cursor=…')
    const shownText = cursor === null ? text : text.replace(cursor, '…')
    lines.push(`${shown} ${status} ${answered.etag} ${answered['cache-control']} ${shownText}`)
    return cursor
  }
  const walk = async (path: string): Promise<void> => {
    const join = path.includes('?') ? '&' : '?'
    for (let next = await ask(path); next !== null; )
      next = await ask(`${path}${join}cursor=${next}`)
  }
  await walk('/v1/vaults?page_size=1')
  for (const vault of [1, 2, 3]) {
    const path = `/v1/vaults/base/${addressOf(vault)}`
    for (const tail of ['', '/metrics/snapshot/latest']) await ask(path + tail)
    for (const query of ['', '?explain=true']) await ask(`${path}/performance${query}`)
    for (const tail of ['/metrics/snapshot', '/roots?page_size=2', '/dailyData?page_size=2']) {
      await walk(path + tail)
    }
    await walk(`${path}/dailyData?page_size=2&explain=true`)
    await walk(`${path}/dailyData?from=${dayOf(1)}&to=${dayOf(4)}&page_size=1`)
  }
  const roots = [0, 1, 2, 3, 4, 5, 6].map((number) => treeOf(number).metadata.root)
  for (const root of [...roots, rootOfNumber(1)]) {
    await ask(`/v1/trees/${root}`)
    await ask(`/v1/trees/${root}/pending`)
  }
  return lines
}
