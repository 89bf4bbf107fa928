import type { Hex } from '@vaultwright/base'
import type { RootSet, Store } from '@vaultwright/store'
import fc from 'fast-check'
import { expect } from 'vitest'
import { runsOf } from '../runs.ts'
import type { StoreCase } from './store-fixture.ts'
import {
  addressOf,
  by,
  makeTenantVault,
  rootOfNumber,
  strategists,
  type TenantVault,
  treeOf,
} from './store-fixture.ts'

const numRuns = runsOf(1 / 5)

type Event = Pick<RootSet, 'block' | 'logIndex' | 'root' | 'strategist' | 'atUnix' | 'txHash'>

const event = fc.record({
  block: fc.bigInt({ min: 0n, max: 9n }),
  logIndex: fc.nat(1),
  root: fc
    .nat(2)
    .map((number): Hex => (number === 0 ? treeOf(0).metadata.root : rootOfNumber(number))),
  strategist: fc.constantFrom(...strategists),
  atUnix: fc.constant(null),
  txHash: fc.constant(null),
})
/** The history of a chain: one event at a place at a time. */
const history = fc.uniqueArray(event, {
  maxLength: 8,
  selector: ({ block, logIndex }) => `${block}.${logIndex}`,
})

const eventOf = (block: bigint, root: Hex): Event => ({
  block,
  root,
  logIndex: 0,
  strategist: strategists[0],
  atUnix: 5n,
  txHash: root,
})

function sync(
  store: Store,
  { tenant, vaultRef }: TenantVault,
  range: {
    readonly fromBlock: bigint
    readonly toBlock: bigint
    readonly events: readonly Event[]
  },
) {
  const { fromBlock, toBlock, events } = range
  const inRange = events.filter(({ block }) => block >= fromBlock && block <= toBlock)
  const sets = inRange.map((one) => ({ ...vaultRef, ...one }))
  return store.roots.sync(tenant.id, { ...vaultRef, fromBlock, toBlock }, sets)
}

async function push(store: Store, { tenant, vaultRef }: TenantVault): Promise<void> {
  const draft = { ...vaultRef, strategist: strategists[0], file: treeOf(0) }
  await store.trees.push(tenant.id, draft, by)
}

async function shownOf(store: Store, { tenant, vaultRef }: TenantVault) {
  return {
    history: await store.roots.history(tenant.id, vaultRef),
    page: await store.roots.page(tenant.id, vaultRef, { after: null, limit: 99 }),
    active: await store.roots.active(tenant.id, vaultRef),
    pending: await store.roots.pending(tenant.id, vaultRef),
  }
}

/** Roots that are read range by range, again after a reorganisation. */
export const rootSyncCases: readonly StoreCase[] = [
  {
    name: 'law: whatever was read before, a range that is read again is as if nothing else ever was',
    run: async ({ store }) => {
      await fc.assert(
        fc.asyncProperty(history, history, fc.nat(9), async (first, second, cut) => {
          const [home, plain] = [await makeTenantVault(store), await makeTenantVault(store)]
          for (const place of [home, plain]) await push(store, place)
          const whole = { fromBlock: 0n, toBlock: 9n }
          const cutBlock = BigInt(cut)
          // A reorganisation takes what is from a block on, and nothing before it.
          const joined = [
            ...first.filter(({ block }) => block < cutBlock),
            ...second.filter(({ block }) => block >= cutBlock),
          ]
          await sync(store, home, { ...whole, events: first })
          await sync(store, home, { fromBlock: cutBlock, toBlock: 9n, events: joined })
          const change = await sync(store, plain, { ...whole, events: joined })
          expect(change).toEqual({ added: joined.length, removed: 0 })
          expect(await shownOf(store, home)).toEqual(await shownOf(store, plain))
          const again = await sync(store, home, { ...whole, events: joined })
          expect(again).toEqual({ added: 0, removed: 0 })
          const gone = await sync(store, home, { ...whole, events: [] })
          expect(gone).toEqual({ added: 0, removed: joined.length })
          const left = await shownOf(store, home)
          expect([left.history, left.page.items, left.active]).toEqual([[], [], []])
          expect(left.pending.map(({ root }) => root)).toEqual([treeOf(0).metadata.root])
        }),
        { numRuns },
      )
    },
  },
  {
    name: 'behavior: a root that a reorganisation took away is pending again, and the one before it active',
    run: async ({ store }) => {
      const home = await makeTenantVault(store)
      const { tenant, vaultRef } = home
      await push(store, home)
      const pushed = treeOf(0).metadata.root
      const before = eventOf(3n, rootOfNumber(1))
      const whole = { fromBlock: 0n, toBlock: 9n }
      const lost = eventOf(5n, pushed)
      await sync(store, home, { ...whole, events: [before, lost] })
      expect((await store.roots.active(tenant.id, vaultRef)).map(({ root }) => root)).toEqual([
        pushed,
      ])
      const change = await sync(store, home, { fromBlock: 4n, toBlock: 9n, events: [] })
      expect(change).toEqual({ added: 0, removed: 1 })
      const [active] = await store.roots.active(tenant.id, vaultRef)
      expect(active).toMatchObject({
        root: rootOfNumber(1),
        setBlock: 3n,
        setTxHash: rootOfNumber(1),
      })
      expect(await store.roots.pending(tenant.id, vaultRef)).toMatchObject([
        { root: pushed, state: 'pending', setBlock: null, setTxHash: null },
      ])
      // Another in its place is one that came and one that went; less told of the same is nothing.
      const event = eventOf(3n, rootOfNumber(2))
      expect(await sync(store, home, { ...whole, events: [event] })).toEqual({
        added: 1,
        removed: 1,
      })
      const bare = { ...event, atUnix: null, txHash: null }
      expect(await sync(store, home, { ...whole, events: [bare] })).toEqual({
        added: 0,
        removed: 0,
      })
      expect(await store.roots.history(tenant.id, vaultRef)).toEqual([{ ...vaultRef, ...event }])
    },
  },
  {
    name: 'default: the first block that was not read yet; a gap is not passed over, nor what was read unread',
    run: async ({ store }) => {
      const home = await makeTenantVault(store)
      const { tenant, vaultRef } = home
      const next = () => store.roots.nextBlock(tenant.id, vaultRef)
      const read = (fromBlock: bigint, toBlock: bigint) =>
        sync(store, home, { fromBlock, toBlock, events: [] })
      expect(await next()).toBeNull()
      await read(100n, 199n)
      expect(await next()).toBe(200n)
      await read(300n, 399n)
      expect(await next()).toBe(200n)
      await read(200n, 299n)
      expect(await next()).toBe(300n)
      await read(150n, 250n)
      expect(await next()).toBe(300n)
      await read(250n, 2n ** 60n)
      expect(await next()).toBe(2n ** 60n + 1n)
      const mars = { ...home, vaultRef: { ...vaultRef, chain: 'mars' } }
      const wrong = sync(store, mars, { fromBlock: 0n, toBlock: 1n, events: [] })
      await expect(wrong).rejects.toMatchObject({ code: 'vault_not_found' })
      expect(await store.roots.nextBlock(tenant.id, mars.vaultRef)).toBeNull()
      const vault = (await store.vaults.find(tenant.id, vaultRef))!
      await store.vaults.put(tenant.id, { ...vault, name: 'other' }, by)
      expect(await next()).toBe(2n ** 60n + 1n)
      const deployments = vault.deployments.map((one) => ({ ...one, manager: addressOf(77) }))
      await store.vaults.put(tenant.id, { ...vault, deployments }, by)
      // Another Manager has other events: nothing of it was read.
      expect(await next()).toBeNull()
    },
  },
]
