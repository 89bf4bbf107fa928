import { expect } from 'vitest'
import type { Fresh, StoreCase } from './store-fixture.ts'
import { by, freshName, makeTenantVault, ticking } from './store-fixture.ts'

const nextTurn = () => new Promise((resolve) => setImmediate(resolve))

/** Writes as a program does that is not ours. */
const writeElsewhere = (fresh: Fresh) =>
  fresh.ask(`insert into tenant values ('${freshName()}', '${freshName()}', 1)`)

/** The cases that show that something was written. */
export const revisionCases: readonly StoreCase[] = [
  {
    name: 'default: a noted use is written when the store closes, and moves no revision',
    run: async ({ fresh }) => {
      const clock = ticking()
      const store = await fresh.open({ nowUnix: clock.nowUnix })
      const { tenant, user } = await makeTenantVault(store)
      const draft = { userId: user.id, description: '', ratePerMinute: null }
      const { key } = await store.keys.create(tenant.id, draft, by)
      const before = store.revision()
      store.keys.noteUse(key.id)
      store.keys.noteUse('key_of_nobody')
      expect(store.revision()).toBe(before)
      await store.close()
      const again = await fresh.open()
      expect((await again.keys.list(tenant.id))[0]!.lastUsedAtUnix).toBeGreaterThan(1_800_000_000n)
      await again.close()
    },
  },
  {
    name: 'law: an open turn sees no write of a foreign program, and the next one does; without a turn it is seen at once',
    run: async ({ store, fresh }) => {
      if (store.kind === 'postgres') return expect(store.revision()).toBeNull()
      const look = async () => [store.revision(), (await store.tenants.list()).length] as const
      store.openTurn()
      const now = await look()
      await writeElsewhere(fresh)
      expect(await look()).toEqual(now)
      await nextTurn()
      const next = await look()
      expect(next[0]).not.toBe(now[0])
      expect(next[1]).toBe(now[1] + 1)
      await writeElsewhere(fresh)
      const last = await look()
      expect(last[0]).not.toBe(next[0])
      expect(last[1]).toBe(next[1] + 1)
    },
  },
  {
    name: 'law: what this process commits is seen within an open turn',
    run: async ({ store, fresh }) => {
      const otherStore = await fresh.open()
      try {
        for (const writer of [store, otherStore, store]) {
          store.openTurn()
          const before = await store.tenants.list()
          const revision = store.revision()
          const added = await writer.tenants.create({ name: freshName() }, by)
          expect(await store.tenants.list()).toEqual(expect.arrayContaining([...before, added]))
          if (store.kind === 'sqlite') expect(store.revision()).not.toBe(revision)
        }
      } finally {
        await otherStore.close()
      }
    },
  },
  {
    name: 'default: the revision tells every write of every process, or nothing',
    run: async ({ store, fresh }) => {
      const otherStore = await fresh.open()
      try {
        if (store.kind === 'postgres') return expect(store.revision()).toBeNull()
        const revisions = new Set<string | null>()
        for (let round = 1; round <= 10; round++) {
          await (round % 2 === 0 ? store : otherStore).tenants.create({ name: freshName() }, by)
          revisions.add(store.revision())
          expect(store.revision()).toBe(store.revision())
          expect(revisions.size).toBe(round)
        }
      } finally {
        await otherStore.close()
      }
    },
  },
  {
    name: 'law: the revision that is asked for moves with what anybody commits, and with nothing that is not committed',
    run: async ({ store, fresh }) => {
      const otherStore = await fresh.open()
      try {
        const revisions = new Set<string | null>()
        for (let round = 1; round <= 10; round++) {
          if (round % 3 === 0) {
            await writeElsewhere(fresh)
          } else {
            await (round % 2 === 0 ? store : otherStore).tenants.create({ name: freshName() }, by)
          }
          await nextTurn()
          revisions.add(await store.askRevision())
          expect(revisions.size).toBe(round)
          expect(revisions).not.toContain(null)
        }
      } finally {
        await otherStore.close()
      }
    },
  },
  {
    name: 'law: the revision stays while nothing is committed, and is asked once for all who ask in a turn',
    run: async ({ fresh }) => {
      const texts: string[] = []
      const store = await fresh.open({ onQuery: (sql) => void texts.push(sql) })
      try {
        await makeTenantVault(store)
        const first = await store.askRevision()
        texts.length = 0
        const later = await Promise.all(Array.from({ length: 20 }, () => store.askRevision()))
        expect(texts.length).toBe(store.kind === 'postgres' ? 1 : 0)
        // The server itself may have committed something meanwhile, as its cleaning does.
        expect(new Set(later).size).toBe(1)
        if (store.kind === 'sqlite') expect(later[0]).toBe(first)
      } finally {
        await store.close()
      }
    },
  },
]
