import type { Address, Hex } from '@vaultwright/base'
import type { RootSet, Store } from '@vaultwright/store'
import fc from 'fast-check'
import { expect } from 'vitest'
import { runsOf } from '../runs.ts'
import type { StoreCase } from './store-fixture.ts'
import {
  by,
  dayOf,
  draftOf,
  makeTenantVault,
  performanceOf,
  pointOf,
  readingOf,
  rootOfNumber,
  snapshotOf,
  strategists,
  type TenantVault,
  treeOf,
} from './store-fixture.ts'

const numRuns = runsOf(1 / 5)
const zeroRoot: Hex = `0x${'0'.repeat(64)}`
const treeRoot = (number: number) => treeOf(number).metadata.root
/** Roots that events name: of two trees, of no tree, and none. */
const eventRoots: readonly Hex[] = [treeRoot(0), treeRoot(1), rootOfNumber(9), zeroRoot]

/** The model of a tenant's view; the whole of it. */
type Model = {
  readonly keys: { text: string; id: string; user: number; isRevoked: boolean }[]
  readonly users: { id: string; isActive: boolean }[]
  readonly texts: Map<Hex, string>
  readonly pushed: Set<string>
  readonly events: Map<string, RootSet>
}

type World = { readonly home: TenantVault; readonly model: Model }

const act = fc.oneof(
  fc.record({ kind: fc.constant('key' as const), user: fc.nat(1) }),
  fc.record({ kind: fc.constant('revoke' as const), which: fc.nat(9) }),
  fc.record({ kind: fc.constant('deactivate' as const), user: fc.nat(1) }),
  fc.record({
    kind: fc.constant('push' as const),
    tree: fc.nat(1),
    strategist: fc.nat(1),
    text: fc.constantFrom('one', 'other'),
  }),
  fc.record({
    kind: fc.constant('set' as const),
    root: fc.nat(3),
    strategist: fc.nat(1),
    block: fc.nat(4),
    logIndex: fc.nat(2),
  }),
)
type Act = typeof act extends fc.Arbitrary<infer One> ? One : never

const keyOf = (root: Hex, strategist: Address) => `${root} ${strategist}`

async function apply(store: Store, { home, model }: World, one: Act): Promise<void> {
  const { tenant, vaultRef } = home
  if (one.kind === 'key') {
    const user = model.users[one.user]!
    const active = model.keys.filter((key) => key.user === one.user && !key.isRevoked).length
    const draft = { userId: user.id, description: '', ratePerMinute: null }
    const pending = store.keys.create(tenant.id, draft, by)
    if (!user.isActive) return expect(pending).rejects.toMatchObject({ code: 'user_inactive' })
    if (active >= 10) return expect(pending).rejects.toMatchObject({ code: 'too_many_keys' })
    const { key, text } = await pending
    model.keys.push({ text, id: key.id, user: one.user, isRevoked: false })
  } else if (one.kind === 'revoke') {
    const key = model.keys[one.which]
    if (key === undefined) return
    await store.keys.revoke(tenant.id, key.id, by)
    key.isRevoked = true
  } else if (one.kind === 'deactivate') {
    await store.users.deactivate(tenant.id, model.users[one.user]!.id, by)
    model.users[one.user]!.isActive = false
  } else if (one.kind === 'push') {
    const strategist = strategists[one.strategist]!
    const push = { ...vaultRef, strategist, file: treeOf(one.tree, one.text) }
    const root = treeRoot(one.tree)
    const had = model.texts.get(root)
    const isOnchain = [...model.events.values()].some(
      (event) => event.root === root && event.strategist === strategist,
    )
    const pushed = await store.trees.push(tenant.id, push, by)
    expect(pushed).toMatchObject({
      root,
      isNewTree: had === undefined,
      state: isOnchain ? 'onchain' : 'pending',
      isNewRoot: !isOnchain && !model.pushed.has(keyOf(root, strategist)),
    })
    expect(pushed.differences.length).toBe(had === undefined || had === one.text ? 0 : 5)
    model.texts.set(root, had ?? one.text)
    model.pushed.add(keyOf(root, strategist))
  } else {
    const event: RootSet = {
      ...vaultRef,
      strategist: strategists[one.strategist]!,
      root: eventRoots[one.root]!,

      atUnix: BigInt(one.block),
      block: BigInt(one.block),
      logIndex: one.logIndex,
      txHash: null,
    }
    await store.roots.set(tenant.id, event)
    // A chain has one event at a place: another there comes of a reorganisation and takes its place.
    model.events.set(`${one.block}.${one.logIndex}`, event)
  }
}

async function assertSeen(store: Store, { home, model }: World): Promise<void> {
  const { tenant, vaultRef } = home
  for (const key of model.keys) {
    const isGood = !key.isRevoked && model.users[key.user]!.isActive
    const caller = await store.keys.authenticate(key.text)
    expect(caller?.keyId ?? null).toBe(isGood ? key.id : null)
    expect(caller?.tenantId ?? tenant.id).toBe(tenant.id)
  }
  const listed = (await store.keys.list(tenant.id)).map(({ id }) => id)
  expect(listed).toEqual(model.keys.map(({ id }) => id).toReversed())
  for (const number of [0, 1]) {
    const stored = await store.trees.find(tenant.id, treeRoot(number))
    const text = model.texts.get(treeRoot(number))
    expect(stored?.file.tree.leaves[0]?.description).toBe(text && `approve 0 ${text}`)
  }
  const events = [...model.events.values()].sort(
    (one, other) => Number(one.block - other.block) || one.logIndex - other.logIndex,
  )
  expect(await store.roots.history(tenant.id, vaultRef)).toEqual(events)
  const active = strategists.flatMap((strategist) => {
    const last = events.findLast((event) => event.strategist === strategist)
    return last === undefined || last.root === zeroRoot ? [] : [keyOf(last.root, strategist)]
  })
  const shown = (entries: readonly { readonly root: Hex; readonly strategist: Address }[]) =>
    entries.map(({ root, strategist }) => keyOf(root, strategist)).sort()
  expect(shown(await store.roots.active(tenant.id, vaultRef))).toEqual(active.sort())
  const onchain = new Set(
    events.filter(({ root }) => root !== zeroRoot).map((one) => keyOf(one.root, one.strategist)),
  )
  const { items } = await store.roots.page(tenant.id, vaultRef, { after: null, limit: 99 })
  expect(shown(items)).toEqual([...onchain].sort())
  expect(shown(items.filter(({ isActive }) => isActive))).toEqual(active.sort())
  const pending = [...model.pushed].filter((key) => !onchain.has(key)).sort()
  expect(shown(await store.roots.pending(tenant.id, vaultRef))).toEqual(pending)
  for (const root of [...eventRoots.slice(0, 3), rootOfNumber(123)]) {
    const isIn = (keys: Iterable<string>) => [...keys].some((key) => key.startsWith(root))
    const state = isIn(onchain) ? 'onchain' : isIn(model.pushed) ? 'pending' : null
    expect(await store.roots.stateOf(tenant.id, root)).toBe(state)
  }
  const leafCounts = items.map(({ root, leafCount }) => [model.texts.has(root), leafCount])
  expect(leafCounts.every(([isKept, count]) => count === (isKept ? 5 : null))).toBe(true)
}

async function makeWorld(store: Store): Promise<World> {
  const home = await makeTenantVault(store)
  const bo = await store.users.create(home.tenant.id, { name: 'Bo', role: 'viewer' }, by)
  const users = [home.user, bo].map(({ id }) => ({ id, isActive: true }))
  const model = { keys: [], users, texts: new Map(), pushed: new Set<string>(), events: new Map() }
  return { home, model }
}

/** Laws over random acts of two tenants who have the same vault, strategists and roots. */
export const lawCases: readonly StoreCase[] = [
  {
    name: 'law: after any acts each tenant sees what a simple model says, and nothing of the other',
    run: async ({ store }) => {
      const acts = fc.array(fc.tuple(fc.nat(1), act), { maxLength: 30 })
      await fc.assert(
        fc.asyncProperty(acts, async (list) => {
          const worlds = [await makeWorld(store), await makeWorld(store)]
          for (const [whose, step] of list) await apply(store, worlds[whose]!, step)
          for (const world of worlds) await assertSeen(store, world)
        }),
        { numRuns },
      )
    },
  },
  {
    name: 'law: what a tenant has is not there for another',
    run: async ({ store }) => {
      const [first, second] = [await makeWorld(store), await makeWorld(store)]
      const { tenant, user } = first.home
      const vault = await store.vaults.put(tenant.id, draftOf(31), by)
      const place = { chain: 'base', vault: vault.address }
      await store.trees.push(
        tenant.id,
        { ...place, strategist: strategists[0], file: treeOf(0) },
        by,
      )
      const foreign = second.home.tenant.id
      const query = { after: null, limit: 9 }
      expect(await store.vaults.find(foreign, place)).toBeNull()
      expect((await store.vaults.page(foreign, query)).items.length).toBe(1)
      expect(await store.trees.find(foreign, treeRoot(0))).toBeNull()
      expect(await store.roots.stateOf(foreign, treeRoot(0))).toBeNull()
      expect(await store.roots.pending(foreign, place)).toEqual([])
      expect(await store.users.find(foreign, user.id)).toBeNull()
      const push = { ...place, strategist: strategists[0], file: treeOf(0) }
      const pushed = store.trees.push(foreign, push, by)
      await expect(pushed).rejects.toMatchObject({ code: 'vault_not_found' })
      await store.readings.put(tenant.id, readingOf(place, dayOf(1)), null)
      await store.readings.put(tenant.id, readingOf(place, dayOf(1), 'b'), 'again')
      const derive = { ...place, range: { from: dayOf(0), to: dayOf(9) }, reason: '' }
      const all = { ...derive, withOtherChains: true }
      await store.derived.derive(tenant.id, all, () => ({
        snapshots: [{ value: snapshotOf(place, dayOf(1)), basis: {}, receipt: null }],
        dailyPoints: [{ value: pointOf(place, dayOf(1)), basis: {}, receipt: '{}' }],
        performances: [{ value: performanceOf(place, dayOf(1)), basis: {}, receipt: '{}' }],
      }))
      const failure = { ...place, kind: 'k', day: null, code: 'c', message: '', retryAtUnix: 1n }
      await store.failures.record(tenant.id, failure)
      const range = { ...place, fromBlock: 0n, toBlock: 9n }
      await store.roots.sync(tenant.id, range, [])
      // The other tenant has the same vault on the same chain from here on, and nothing of it.
      for (const isThere of [false, true]) {
        if (isThere) await store.vaults.put(foreign, draftOf(31), by)
        const day = { ...place, day: dayOf(1) }
        expect(await store.readings.find(foreign, place, dayOf(1))).toBeNull()
        expect(await store.readings.marks(foreign, place)).toEqual([])
        expect(
          (await store.readings.page(foreign, { ...place, ...derive.range }, query)).items,
        ).toEqual([])
        expect(await store.revisions.list(foreign, day)).toEqual([])
        expect(await store.revisions.days(foreign, place)).toEqual([])
        expect(await store.derived.bases(foreign, place)).toEqual([])
        expect(await store.derived.receipt(foreign, day, 'daily')).toBeNull()
        expect(await store.derived.receipt(foreign, day, 'performance')).toBeNull()
        expect(await store.failures.list(foreign, place)).toEqual([])
        expect(await store.failures.clear(foreign, failure)).toBe(false)
        expect(await store.roots.nextBlock(foreign, place)).toBeNull()
        expect(await store.snapshots.latest(foreign, place)).toBeNull()
        const work = async () => {
          let values: readonly unknown[] = []
          await store.derived.derive(foreign, all, (readings) => {
            values = readings
            return { snapshots: [], dailyPoints: [], performances: [] }
          })
          return values
        }
        if (isThere) expect(await work()).toEqual([])
        else await expect(work()).rejects.toMatchObject({ code: 'vault_not_found' })
      }
      expect((await store.failures.list(tenant.id, place)).length).toBe(1)
      const acts = (await store.audit.page(foreign, { after: null, limit: 99 })).items
      expect(new Set(acts.map(({ tenantId }) => tenantId))).toEqual(new Set([foreign]))
    },
  },
]
