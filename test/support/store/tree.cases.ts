import { readFileSync } from 'node:fs'
import { encodeBinary, packTree, parseTreeFile, unpackTree } from '@vaultwright/formats'
import type { PageQuery, RootSortKey } from '@vaultwright/store'
import { expect } from 'vitest'
import type { StoreCase } from './store-fixture.ts'
import {
  addressOf,
  by,
  makeTenantVault,
  rootOfNumber,
  strategists,
  treeOf,
  walk,
} from './store-fixture.ts'

const zeroRoot = `0x${'0'.repeat(64)}` as const
const fixture = (name: string) =>
  parseTreeFile(readFileSync(new URL(`../../../fixtures/trees/${name}`, import.meta.url)))

/** Trees and roots. */
export const treeCases: readonly StoreCase[] = [
  {
    name: 'golden: trees of every kind come back as they were',
    run: async ({ store }) => {
      const { tenant, vaultRef } = await makeTenantVault(store)
      for (const name of [
        'example-1024.json',
        'rust.json',
        'variant-gaps.json',
        'variant-words.json',
      ]) {
        const file = fixture(name)
        const push = { ...vaultRef, strategist: strategists[0], file }
        const pushed = await store.trees.push(tenant.id, push, by)
        expect(pushed).toMatchObject({ isNewTree: true, isNewRoot: true, state: 'pending' })
        const stored = (await store.trees.find(tenant.id, pushed.root))!
        expect(stored.root).toBe(file.metadata.root)
        expect(stored.format).toBe(file.format)
        expect([stored.leafCount, 2 ** stored.depth]).toEqual([
          file.metadata.leafCount,
          file.tree.tree.capacity,
        ])
        expect(Buffer.from(encodeBinary(stored.file))).toEqual(Buffer.from(encodeBinary(file)))
      }
      expect(await store.trees.find(tenant.id, rootOfNumber(77))).toBeNull()
    },
  },
  {
    name: 'law: a packed tree is pushed like its file, and read as it was packed',
    run: async ({ store }) => {
      const { tenant, vaultRef } = await makeTenantVault(store)
      const file = fixture('example-1024.json')
      const tree = packTree(file)
      const push = { ...vaultRef, strategist: strategists[0], tree }
      const first = await store.trees.pushPacked(tenant.id, push, by)
      expect(first).toEqual({
        root: tree.root,
        isNewTree: true,
        isNewRoot: true,
        state: 'pending',
        kept: null,
      })
      const stored = (await store.trees.findPacked(tenant.id, tree.root))!
      expect({ ...stored, body: Buffer.from(stored.body) }).toEqual({
        ...tree,
        body: Buffer.from(tree.body),
      })
      expect(unpackTree(stored).tree.leaves).toEqual(file.tree.leaves)
      const again = await store.trees.push(
        tenant.id,
        { ...vaultRef, strategist: strategists[0], file },
        by,
      )
      expect(again).toMatchObject({ isNewTree: false, isNewRoot: false, differences: [] })
      expect(() => unpackTree({ ...stored, root: rootOfNumber(77) })).toThrow(
        expect.objectContaining({ code: 'unsound_tree' }),
      )
      expect(await store.trees.findPacked(tenant.id, rootOfNumber(77))).toBeNull()
    },
  },
  {
    name: 'default: lists which trees are there without reading them, and only those of the tenant',
    run: async ({ store }) => {
      const { tenant, vaultRef } = await makeTenantVault(store)
      const push = { ...vaultRef, strategist: strategists[0], file: treeOf(1, 'a') }
      const { root } = await store.trees.push(tenant.id, push, by)
      const roots = [root, rootOfNumber(77), root]
      expect(await store.trees.stored(tenant.id, roots)).toEqual(new Set([root]))
      expect(await store.trees.stored(tenant.id, [])).toEqual(new Set())
      const { id } = await store.tenants.create({ name: 'another' }, by)
      expect(await store.trees.stored(id, roots)).toEqual(new Set())
    },
  },
  {
    name: 'default: the first text stays, and a push of another reports how it differs',
    run: async ({ store }) => {
      const { tenant, vaultRef } = await makeTenantVault(store)
      const push = (file: ReturnType<typeof treeOf>, nth = 0) =>
        store.trees.push(tenant.id, { ...vaultRef, strategist: strategists[nth]!, file }, by)
      const first = await push(treeOf(1, 'first'))
      expect(await push(treeOf(1, 'first'))).toEqual({
        root: first.root,
        isNewTree: false,
        isNewRoot: false,
        state: 'pending',
        differences: [],
      })
      const named = treeOf(1, 'other')
      const metadata = { ...named.metadata, vault: addressOf(44) }
      const again = await push({ ...named, metadata, format: 'rust' }, 1)
      expect(again).toMatchObject({ isNewTree: false, isNewRoot: true, state: 'pending' })
      expect(again.differences).toEqual([
        { place: 'format', field: 'format', kept: 'solidity', given: 'rust' },
        { place: 'metadata', field: 'vault', kept: null, given: addressOf(44) },
        ...Array.from({ length: 5 }, (_, slot) => ({
          place: `leaf ${slot}`,
          field: 'description',
          kept: `approve ${slot} first`,
          given: `approve ${slot} other`,
        })),
      ])
      const stored = (await store.trees.find(tenant.id, first.root))!
      expect(stored.file.tree.leaves[0]!.description).toBe('approve 0 first')
      const many = (text: string) => push(treeOf(2, text, 120))
      await many('a')
      expect((await many('b')).differences.length).toBe(100)
    },
  },
  {
    name: 'error: UnsoundTreeError, VaultNotFoundError, StrategistNotFoundError store nothing',
    run: async ({ store }) => {
      const { tenant, vaultRef } = await makeTenantVault(store)
      const good = treeOf(3)
      const push = { ...vaultRef, strategist: strategists[0], file: good }
      const metadata = { ...good.metadata, root: rootOfNumber(3) }
      const leaves = treeOf(4).tree.leaves
      const wrong = [
        [{ ...push, file: { ...good, metadata } }, 'unsound_tree'],
        [{ ...push, file: { ...good, tree: { ...good.tree, leaves } } }, 'unsound_tree'],
        [{ ...push, file: fixture('damaged-node.json') }, 'unsound_tree'],
        [{ ...push, chain: 'mars' }, 'vault_not_found'],
        [{ ...push, vault: addressOf(99) }, 'vault_not_found'],
        [{ ...push, strategist: addressOf(99) }, 'strategist_not_found'],
      ] as const
      for (const [damaged, code] of wrong) {
        await expect(store.trees.push(tenant.id, damaged, by)).rejects.toMatchObject({ code })
      }
      expect(await store.trees.find(tenant.id, good.metadata.root)).toBeNull()
      expect(await store.roots.pending(tenant.id, vaultRef)).toEqual([])
    },
  },
  {
    name: 'error: TreeDamagedError when what is kept no longer makes the root',
    run: async ({ store, fresh }) => {
      const { tenant, vaultRef } = await makeTenantVault(store)
      const push = (file: ReturnType<typeof treeOf>) =>
        store.trees.push(tenant.id, { ...vaultRef, strategist: strategists[0], file }, by)
      const [first, second] = [await push(treeOf(5)), await push(treeOf(6))]
      const body = `(select body from tree where tenant_id = '${tenant.id}' and root = '${second.root}')`
      const where = `where tenant_id = '${tenant.id}' and root = '${first.root}'`
      await fresh.ask(`update tree set body = ${body} ${where}`)
      const stored = store.trees.find(tenant.id, first.root)
      await expect(stored).rejects.toMatchObject({ code: 'tree_damaged' })
      const sql = store.kind === 'sqlite' ? "x'00'" : "'\\x00'::bytea"
      await fresh.ask(`update tree set body = ${sql} ${where}`)
      const cut = store.trees.find(tenant.id, first.root)
      await expect(cut).rejects.toMatchObject({ code: 'tree_damaged' })
      expect(await store.trees.find(tenant.id, second.root)).not.toBeNull()
    },
  },
  {
    name: 'law: of 20 pushes of one root at once with different texts, one wins and the others get the differences',
    run: async ({ store, fresh }) => {
      const otherStore = await fresh.open()
      try {
        const { tenant, vaultRef } = await makeTenantVault(store)
        const pushes = await Promise.all(
          Array.from({ length: 20 }, (_, index) => {
            const file = treeOf(7, `text ${index}`)
            const push = { ...vaultRef, strategist: strategists[index % 2]!, file }
            return (index % 3 === 0 ? store : otherStore).trees.push(tenant.id, push, by)
          }),
        )
        expect(pushes.filter(({ isNewTree }) => isNewTree).length).toBe(1)
        expect(pushes.filter(({ isNewRoot }) => isNewRoot).length).toBe(2)
        const winner = pushes.findIndex(({ isNewTree }) => isNewTree)
        const { file } = (await otherStore.trees.find(tenant.id, pushes[0]!.root))!
        expect(file.tree.leaves[0]!.description).toBe(`approve 0 text ${winner}`)
        pushes.forEach(({ differences }, index) => {
          expect(differences.length).toBe(index === winner ? 0 : 5)
        })
        const acts = (await store.audit.page(tenant.id, { after: null, limit: 50 })).items
        expect(acts.filter(({ act }) => act === 'tree.push').length).toBe(2)
      } finally {
        await otherStore.close()
      }
    },
  },
  {
    name: 'default: a pending root becomes onchain for the strategist who has it, and history after the next',
    run: async ({ store }) => {
      const { tenant, vaultRef } = await makeTenantVault(store)
      const file = treeOf(8)
      const root = file.metadata.root
      for (const strategist of strategists) {
        await store.trees.push(tenant.id, { ...vaultRef, strategist, file }, by)
      }
      expect(await store.roots.stateOf(tenant.id, root)).toBe('pending')
      expect((await store.roots.pending(tenant.id, vaultRef)).length).toBe(2)
      const event = {
        ...vaultRef,
        strategist: strategists[0],
        root,
        atUnix: 1_800_000_000n,
        block: 100n,
        logIndex: 2,
        txHash: rootOfNumber(1),
      }
      for (let round = 0; round < 3; round++) await store.roots.set(tenant.id, event)
      expect(await store.roots.history(tenant.id, vaultRef)).toEqual([event])
      expect(await store.roots.stateOf(tenant.id, root)).toBe('onchain')
      const entry = {
        root,
        strategist: strategists[0],
        state: 'onchain',
        isActive: true,
        setBlock: 100n,
        setAtUnix: event.atUnix,
        setTxHash: event.txHash,
        leafCount: 5,
        setLogIndex: 2,
        replacedAtUnix: null,
      }
      expect(await store.roots.active(tenant.id, vaultRef)).toEqual([entry])
      const pending = await store.roots.pending(tenant.id, vaultRef)
      expect(pending.map(({ strategist }) => strategist)).toEqual([strategists[1]])
      await store.roots.set(tenant.id, { ...event, block: 100n, logIndex: 3, root: zeroRoot })
      expect(await store.roots.active(tenant.id, vaultRef)).toEqual([])
      const { items } = await store.roots.page(tenant.id, vaultRef, { after: null, limit: 9 })
      expect(items).toEqual([{ ...entry, isActive: false, replacedAtUnix: event.atUnix }])
      const push = { ...vaultRef, strategist: strategists[0], file }
      expect(await store.trees.push(tenant.id, push, by)).toMatchObject({ state: 'onchain' })
      expect(await store.roots.stateOf(tenant.id, rootOfNumber(4))).toBeNull()
      const nowhere = store.roots.set(tenant.id, { ...event, chain: 'mars' })
      await expect(nowhere).rejects.toMatchObject({ code: 'vault_not_found' })
    },
  },
  {
    name: 'behavior: a root that a reorganisation took away is pending when it was pushed, and gone when it was not',
    run: async ({ store }) => {
      const { tenant, vaultRef } = await makeTenantVault(store)
      const file = treeOf(11)
      const pushed = file.metadata.root
      const event = {
        ...vaultRef,
        strategist: strategists[0],
        atUnix: null,
        txHash: null,
        block: 7n,
        logIndex: 0,
      }
      const push = { ...vaultRef, strategist: strategists[0], file }
      const set = (root: typeof pushed) => store.roots.set(tenant.id, { ...event, root })
      await set(pushed)
      expect(await store.trees.push(tenant.id, push, by)).toMatchObject({ isNewRoot: false })
      for (const root of [rootOfNumber(1), rootOfNumber(2), zeroRoot]) {
        await set(root)
        const active = await store.roots.active(tenant.id, vaultRef)
        expect(active.map((entry) => entry.root)).toEqual(root === zeroRoot ? [] : [root])
        const pending = await store.roots.pending(tenant.id, vaultRef)
        expect(pending.map((entry) => entry.root)).toEqual([pushed])
      }
      expect(await store.roots.stateOf(tenant.id, rootOfNumber(1))).toBeNull()
      await set(pushed)
      expect(await store.roots.pending(tenant.id, vaultRef)).toEqual([])
    },
  },
  {
    name: 'law: the pages of roots are the whole list, active ones first, whatever their size',
    run: async ({ store }) => {
      const { tenant, vaultRef } = await makeTenantVault(store)
      for (let index = 0; index < 12; index++) {
        await store.roots.set(tenant.id, {
          ...vaultRef,
          strategist: addressOf(800 + (index % 4)),
          root: rootOfNumber(index % 5),
          block: BigInt(index % 6),
          logIndex: index,
          atUnix: null,
          txHash: null,
        })
      }
      const { items: whole } = await store.roots.page(tenant.id, vaultRef, {
        after: null,
        limit: 99,
      })
      expect(whole.filter(({ isActive }) => isActive).length).toBe(4)
      const order = whole.map(({ isActive, setBlock, root, strategist }) =>
        [isActive ? 0 : 1, 9000n - setBlock!, root, strategist.toLowerCase()].join(' '),
      )
      expect(order).toEqual([...order].sort())
      for (let limit = 1; limit <= whole.length + 1; limit++) {
        const paged = await walk(
          (query: PageQuery<RootSortKey>) => store.roots.page(tenant.id, vaultRef, query),
          (entry) => entry,
          limit,
        )
        expect(paged).toEqual(whole)
      }
    },
  },
]
