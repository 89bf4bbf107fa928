import { type PageQuery, parseKey } from '@vaultwright/store'
import { expect } from 'vitest'
import type { StoreCase } from '../store-fixture.ts'
import { by, makeTenantVault, walk } from '../store-fixture.ts'

/** Keys, who calls, and the audit log. */
export const keyCases: readonly StoreCase[] = [
  {
    name: 'default: a key authenticates from its making to its revocation, in every process at once',
    run: async ({ store, fresh }) => {
      const otherStore = await fresh.open()
      try {
        const { tenant, user } = await makeTenantVault(store)
        const draft = { userId: user.id, description: 'CI', ratePerMinute: 600 }
        const { key, text } = await store.keys.create(tenant.id, draft, by)
        expect(parseKey(text)).toEqual({ ok: true })
        expect(key).toMatchObject({
          description: 'CI',
          lastFour: text.slice(-4),
          ratePerMinute: 600,
        })
        expect(text.startsWith(key.prefix) && key.prefix.length === 12).toBe(true)
        const caller = {
          keyId: key.id,
          tenantId: tenant.id,
          tenantName: tenant.name,
          userId: user.id,
          role: 'curator',
          ratePerMinute: 600,
          asOf: expect.any(String),
        }
        // Only where the database tells cheaply that nothing changed, what was found is recalled.
        const recalled = store.kind === 'sqlite' ? caller : null
        for (const opened of [store, otherStore]) expect(opened.keys.recall(text)).toBeNull()
        for (const opened of [store, otherStore, store, otherStore]) {
          expect(await opened.keys.authenticate(text)).toEqual(caller)
          expect(opened.keys.recall(text)).toEqual(recalled)
          expect(opened.keys.recall(`${text}x`)).toBeNull()
        }
        // A write that has nothing to do with keys does not make anybody ask in a later turn.
        await store.heads.raise({
          chain: 'local',
          number: 1n,
          hash: `0x${'11'.repeat(32)}`,
          atUnix: 1n,
        })
        await new Promise((resolve) => setImmediate(resolve))
        for (const opened of [store, otherStore]) expect(opened.keys.recall(text)).toEqual(recalled)
        const revoked = await store.keys.revoke(tenant.id, key.id, by)
        for (const opened of [otherStore, store]) {
          expect(opened.keys.recall(text)).toBeNull()
          expect(await opened.keys.authenticate(text)).toBeNull()
          expect(opened.keys.recall(text)).toBeNull()
        }
        expect(await otherStore.keys.revoke(tenant.id, key.id, by)).toEqual(revoked)
        expect(await otherStore.keys.list(tenant.id)).toEqual([revoked])
        expect(JSON.stringify((await otherStore.keys.list(tenant.id)).map(String))).not.toContain(
          text,
        )
      } finally {
        await otherStore.close()
      }
    },
  },
  {
    name: 'default: keys of a deactivated user stop at once, and no wrong text authenticates',
    run: async ({ store, fresh }) => {
      const otherStore = await fresh.open()
      try {
        const { tenant, user } = await makeTenantVault(store)
        const draft = { userId: user.id, description: '', ratePerMinute: null }
        const { text } = await store.keys.create(tenant.id, draft, by)
        const { text: unknown } = await store.keys.create(tenant.id, draft, by)
        const wrong = [
          '',
          'x',
          `${text}x`,
          text.slice(1),
          text.toUpperCase(),
          `${text.slice(0, -1)}0`,
        ]
        for (const wrongText of [
          ...wrong,
          text.replace(/.$/, (last) => (last === 'a' ? 'b' : 'a')),
        ]) {
          expect(await store.keys.authenticate(wrongText), wrongText).toBeNull()
        }
        expect(await otherStore.keys.authenticate(text)).not.toBeNull()
        expect(await otherStore.keys.authenticate(unknown)).not.toBeNull()
        await store.users.deactivate(tenant.id, user.id, by)
        for (const opened of [otherStore, store]) {
          expect(opened.keys.recall(text)).toBeNull()
          expect(await opened.keys.authenticate(text)).toBeNull()
        }
        const pending = store.keys.create(tenant.id, draft, by)
        await expect(pending).rejects.toMatchObject({ code: 'user_inactive' })
      } finally {
        await otherStore.close()
      }
    },
  },
  {
    name: 'error: KeyNotFoundError, UserNotFoundError, InvalidRateError, InvalidNameError',
    run: async ({ store }) => {
      const [first, second] = [await makeTenantVault(store), await makeTenantVault(store)]
      const draft = { userId: first.user.id, description: '', ratePerMinute: null }
      const { key } = await store.keys.create(first.tenant.id, draft, by)
      const foreign = store.keys.revoke(second.tenant.id, key.id, by)
      await expect(foreign).rejects.toMatchObject({ code: 'key_not_found' })
      // What no database can keep it does not have, either.
      for (const id of ['\u0000', 'key\u0000', '\ud800']) {
        const odd = store.keys.revoke(first.tenant.id, id, by)
        await expect(odd).rejects.toMatchObject({ code: 'key_not_found' })
        const none = { code: 'user_not_found' }
        await expect(store.users.deactivate(first.tenant.id, id, by)).rejects.toMatchObject(none)
        const draft = { userId: id, description: '', ratePerMinute: null }
        await expect(store.keys.create(first.tenant.id, draft, by)).rejects.toMatchObject(none)
        expect(await store.users.find(first.tenant.id, id)).toBeNull()
      }
      const foreignCreation = store.keys.create(second.tenant.id, draft, by)
      await expect(foreignCreation).rejects.toMatchObject({ code: 'user_not_found' })
      for (const ratePerMinute of [0, -1, 1.5, 1_000_001, Number.NaN]) {
        const pending = store.keys.create(first.tenant.id, { ...draft, ratePerMinute }, by)
        await expect(pending).rejects.toMatchObject({ code: 'invalid_rate' })
      }
      const long = store.keys.create(
        first.tenant.id,
        { ...draft, description: 'x'.repeat(201) },
        by,
      )
      await expect(long).rejects.toMatchObject({ code: 'invalid_name' })
    },
  },
  {
    name: 'law: of 50 keys made at once no more than 10 are ever active',
    run: async ({ store, fresh }) => {
      const otherStore = await fresh.open()
      try {
        const { tenant, user } = await makeTenantVault(store)
        const draft = { userId: user.id, description: '', ratePerMinute: null }
        const makers = Array.from({ length: 50 }, (_, index) =>
          (index % 2 === 0 ? store : otherStore).keys.create(tenant.id, draft, by),
        )
        const outcomes = await Promise.allSettled(makers)
        const failed = outcomes.filter((one) => one.status === 'rejected')
        expect(failed.map(({ reason }) => reason.code)).toEqual(Array(40).fill('too_many_keys'))
        const keys = await store.keys.list(tenant.id)
        expect(keys.length).toBe(10)
        await store.keys.revoke(tenant.id, keys[3]!.id, by)
        await store.keys.create(tenant.id, draft, by)
        const last = store.keys.create(tenant.id, draft, by)
        await expect(last).rejects.toMatchObject({ code: 'too_many_keys' })
      } finally {
        await otherStore.close()
      }
    },
  },
  {
    name: 'default: every act has its entry, newest first, and nothing changes one',
    run: async ({ store, fresh }) => {
      const { tenant, user, vault } = await makeTenantVault(store)
      const draft = { userId: user.id, description: 'x', ratePerMinute: null }
      const { key, text } = await store.keys.create(tenant.id, draft, by)
      for (let round = 0; round < 2; round++) await store.keys.revoke(tenant.id, key.id, by)
      await store.users.deactivate(tenant.id, user.id, by)
      const entries = await walk(
        (query: PageQuery<bigint>) => store.audit.page(tenant.id, query),
        ({ id }) => id,
        2,
      )
      expect(entries.map(({ act, subject }) => [act, subject])).toEqual([
        ['user.deactivate', user.id],
        ['key.revoke', key.id],
        ['key.create', key.id],
        ['vault.put', vault.address],
        ['user.create', user.id],
        ['tenant.create', tenant.id],
      ])
      expect(entries.every(({ actor, tenantId }) => actor === by && tenantId === tenant.id)).toBe(
        true,
      )
      expect(JSON.stringify(entries.map(({ details }) => details))).not.toContain(text)
      const row = `values (${entries[0]!.id}, null, 1, 'x', 'x', 'x', '{}')`
      const into = 'into audit_entry (id, tenant_id, at_unix, actor, act, subject, details)'
      const ways = [
        ["update audit_entry set act = 'x'", 'delete from audit_entry'],
        [`insert ${into} ${row} on conflict (id) do update set act = 'x'`],
        store.kind === 'sqlite'
          ? [`replace ${into} ${row}`, 'update or replace audit_entry set id = 2 where id = 1']
          : ['truncate audit_entry'],
      ]
      for (const sql of ways.flat()) {
        await expect(fresh.ask(sql)).rejects.toThrow('the audit log only grows')
      }
    },
  },
]
