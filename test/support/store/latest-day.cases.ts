import type { Hex } from '@vaultwright/base'
import type { RootSet } from '@vaultwright/store'
import fc from 'fast-check'
import { expect } from 'vitest'
import { runsOf } from '../runs.ts'
import type { StoreCase } from './store-fixture.ts'
import {
  addressOf,
  by,
  dayOf,
  draftOf,
  makeTenantVault,
  performanceOf,
  pointOf,
  rootOfNumber,
  snapshotOf,
  strategists,
  treeOf,
  walk,
} from './store-fixture.ts'

const zeroRoot: Hex = `0x${'0'.repeat(64)}`
const event = fc.record({
  block: fc.bigInt({ min: 1n, max: 4n }),
  logIndex: fc.nat(2),
  root: fc
    .nat(3)
    .map((number) =>
      number === 0 ? zeroRoot : number === 1 ? treeOf(0).metadata.root : rootOfNumber(number),
    ),
  strategist: fc.constantFrom(...strategists),
  atUnix: fc.option(fc.bigInt({ min: 1n, max: 99n })),
  txHash: fc.constant(null),
})
const events = fc.uniqueArray(event, {
  maxLength: 9,
  selector: ({ block, logIndex }) => `${block}.${logIndex}`,
})

/** Lists over many vaults, and places of roots in their history. */
export const latestDayCases: readonly StoreCase[] = [
  {
    name: 'law: the last days of many vaults are what each vault has on the day of its last snapshot',
    run: async ({ store }) => {
      const { tenant } = await makeTenantVault(store)
      const foreign = await makeTenantVault(store)
      await store.snapshots.put(foreign.tenant.id, snapshotOf(foreign.vaultRef, dayOf(9), '9'))
      for (const number of [2, 3]) await store.vaults.put(tenant.id, draftOf(number), by)
      const [first, second, third] = [1, 2, 3].map(addressOf) as [Hex, Hex, Hex]
      const base = { chain: 'base', vault: first }
      const otherVault = { chain: 'ethereum', vault: second }
      for (const day of [3, 5, 4])
        await store.snapshots.put(tenant.id, snapshotOf(base, dayOf(day), `${day}`))
      await store.dailyPoints.put(tenant.id, [
        { ...pointOf(base, dayOf(4)), tvlUsd: '4' },
        { ...pointOf(base, dayOf(5)), tvlUsd: '5' },
      ])
      await store.performances.put(tenant.id, performanceOf(base, dayOf(5), '0.05'))
      await store.snapshots.put(tenant.id, snapshotOf(otherVault, dayOf(5), '2'))
      await store.performances.put(tenant.id, performanceOf(otherVault, dayOf(4), '0.04'))
      const rows = await store.latestDays.list(tenant.id, [third, second, first])
      expect(rows).toHaveLength(2)
      expect(rows).toMatchObject([
        { ...base, day: dayOf(5), sharePrice: '5', tvlUsd: '5', apy: '0.05' },
        // What is of another day is not known of this one.
        { ...otherVault, day: dayOf(5), totalAssets: '2', tvlUsd: null, apy: null },
      ])
      expect(await store.latestDays.list(tenant.id, [])).toEqual([])
      expect(await store.latestDays.treelessRoots(tenant.id, [])).toEqual([])
      expect(await store.latestDays.list(foreign.tenant.id, [second])).toEqual([])
    },
  },
  {
    name: 'law: changes of roots are the whole history, and each root has its place and its end as a walk finds them',
    run: async ({ store }) => {
      await fc.assert(
        fc.asyncProperty(events, fc.integer({ min: 1, max: 4 }), async (sets, limit) => {
          const { tenant, vaultRef } = await makeTenantVault(store)
          const push = { ...vaultRef, strategist: strategists[0], file: treeOf(0) }
          await store.trees.push(tenant.id, push, by)
          const range = { ...vaultRef, fromBlock: 0n, toBlock: 9n }
          const days = sets.map((set) => ({ ...vaultRef, ...set }))
          await store.roots.sync(tenant.id, range, days)
          const history = await store.roots.history(tenant.id, vaultRef)
          const changes = await walk(
            (query: Parameters<typeof store.roots.changes>[2]) =>
              store.roots.changes(tenant.id, vaultRef, query),
            ({ block, logIndex }) => ({ block, logIndex }),
            limit,
          )
          const stored = treeOf(0).metadata.root
          expect(changes).toEqual(
            history.map((set) => ({ ...set, leafCount: set.root === stored ? 5 : null })),
          )
          const page = await store.roots.page(tenant.id, vaultRef, { after: null, limit: 99 })
          for (const { root, strategist, setBlock, setLogIndex, replacedAtUnix } of page.items) {
            const mine = history.filter((set) => set.strategist === strategist)
            const index = mine.findLastIndex((set) => set.root === root)
            const { block, logIndex } = mine[index] as RootSet
            const next = mine[index + 1]
            expect([setBlock, setLogIndex]).toEqual([block, logIndex])
            expect(replacedAtUnix).toBe(next === undefined ? null : next.atUnix)
          }
          const treeless = page.items.filter(({ leafCount }) => leafCount === null)
          const counts = await store.latestDays.treelessRoots(tenant.id, [vaultRef.vault])
          const activeRoots = treeless.filter(({ isActive }) => isActive).length
          const count = { ...vaultRef, roots: treeless.length, activeRoots }
          expect(counts).toEqual(treeless.length === 0 ? [] : [count])
        }),
        { numRuns: runsOf(1 / 5) },
      )
    },
  },
]
