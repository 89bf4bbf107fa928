import { type Actor, type PageQuery, parseKey, type User, type UserRole } from '@vaultwright/store'
import { expect } from 'vitest'
import type { StoreCase } from './store-fixture.ts'
import { by, draftOf, freshName, makeTenantVault, walk } from './store-fixture.ts'

/** Tenants, users, keys, who calls, and the audit log. */
export const accountCases: readonly StoreCase[] = [
  {
    name: 'default: a tenant is found by its name and listed by name',
    run: async ({ store }) => {
      const names = [freshName(), freshName(), freshName()]
      for (const name of names) {
        const tenant = await store.tenants.create({ name }, by)
        expect(await store.tenants.find(name)).toEqual(tenant)
      }
      const listed = (await store.tenants.list()).map(({ name }) => name)
      expect(listed).toEqual([...listed].sort())
      expect(listed).toEqual(expect.arrayContaining(names))
      expect(await store.tenants.find(`${names[0]}x`)).toBeNull()
    },
  },
  {
    name: 'error: InvalidNameError, TenantExistsError, TenantNotFoundError',
    run: async ({ store }) => {
      for (const name of ['', 'a', 'A-b', 'a b', 'a'.repeat(41), "a';--", 'а-cyrillic', 'ab\n']) {
        const pending = store.tenants.create({ name }, by)
        await expect(pending, name).rejects.toMatchObject({ code: 'invalid_name' })
      }
      const { tenant } = await makeTenantVault(store)
      await expect(store.tenants.create(tenant, by)).rejects.toMatchObject({
        code: 'tenant_exists',
      })
      const unknownTenant = 'tenant_unknown'
      const user = { name: 'Bo', role: 'viewer' } as const
      const none = { code: 'tenant_not_found' }
      await expect(store.users.create(unknownTenant, user, by)).rejects.toMatchObject(none)
      await expect(store.vaults.put(unknownTenant, draftOf(1), by)).rejects.toMatchObject(none)
      await expect(store.prices.put(unknownTenant, [])).rejects.toMatchObject(none)
    },
  },
  {
    name: 'default: a user is found by id and by name, listed by name, and deactivated once',
    run: async ({ store }) => {
      const { tenant, user } = await makeTenantVault(store)
      const names = ['Zoe', 'ann', 'Ünal', "Robert'); drop table tenant_user;--", '名前']
      for (const name of names) await store.users.create(tenant.id, { name, role: 'admin' }, by)
      const listed = (await store.users.list(tenant.id)).map(({ name }) => name)
      const sorted = [...names, 'Ann'].sort((one, other) =>
        Buffer.compare(Buffer.from(one), Buffer.from(other)),
      )
      expect(listed).toEqual(sorted)
      expect(await store.users.find(tenant.id, user.id)).toEqual(user)
      expect(await store.users.find(tenant.id, 'Ann')).toEqual(user)
      expect(await store.users.find(tenant.id, 'Nobody')).toBeNull()
      const gone = await store.users.deactivate(tenant.id, user.id, by)
      expect(gone).toMatchObject({ isActive: false, deactivatedAtUnix: expect.any(BigInt) })
      expect(await store.users.deactivate(tenant.id, user.id, by)).toEqual(gone)
      expect(await store.users.find(tenant.id, user.id)).toEqual(gone)
    },
  },
  {
    name: 'law: a user has one identity at most, and an identity one user of the tenant',
    run: async ({ store }) => {
      const [{ tenant, user }, otherTenant] = [
        await makeTenantVault(store),
        await makeTenantVault(store),
      ]
      const second = await store.users.create(tenant.id, { name: 'Second', role: 'viewer' }, by)
      const identity = { issuer: 'https://id.example', subject: 'a-1' }
      expect(await store.users.findByIdentity(tenant.id, identity)).toBeNull()
      expect(await store.users.isIdentified(tenant.id, user.id)).toBe(false)
      await store.users.identify(tenant.id, { userId: user.id, ...identity }, by)
      expect(await store.users.findByIdentity(tenant.id, identity)).toEqual(user)
      expect(await store.users.isIdentified(tenant.id, user.id)).toBe(true)
      const tied = { code: 'user_identified' }
      for (const [userId, subject] of [
        [user.id, 'a-1'],
        [user.id, 'a-2'],
        [second.id, 'a-1'],
      ] as const) {
        const again = store.users.identify(tenant.id, { ...identity, userId, subject }, by)
        await expect(again).rejects.toMatchObject(tied)
      }
      for (const wrong of [
        { ...identity, issuer: 'https://id.example/' },
        { ...identity, subject: 'A-1' },
        { ...identity, subject: 'a-1\0' },
      ]) {
        expect(await store.users.findByIdentity(tenant.id, wrong)).toBeNull()
      }
      expect(await store.users.findByIdentity(otherTenant.tenant.id, identity)).toBeNull()
      await store.users.identify(
        otherTenant.tenant.id,
        { userId: otherTenant.user.id, ...identity },
        by,
      )
      expect(await store.users.findByIdentity(otherTenant.tenant.id, identity)).toEqual(
        otherTenant.user,
      )
      const none = store.users.identify(tenant.id, { userId: otherTenant.user.id, ...identity }, by)
      await expect(none).rejects.toMatchObject({ code: 'user_not_found' })
    },
  },
  {
    name: 'refuses: LastAdminError for the last active admin, for every caller',
    run: async ({ store }) => {
      const { tenant, user } = await makeTenantVault(store)
      const refused = { code: 'last_admin' }
      const admins = await Promise.all(
        ['One', 'Two'].map((name) => store.users.create(tenant.id, { name, role: 'admin' }, by)),
      )
      const [first, two] = admins as [User, User]
      await store.users.deactivate(tenant.id, first.id, by)
      const last = store.users.deactivate(tenant.id, two.id, by)
      await expect(last).rejects.toMatchObject(refused)
      // The others may go, and what is gone already may go again.
      await store.users.deactivate(tenant.id, user.id, by)
      await store.users.deactivate(tenant.id, first.id, by)
      expect((await store.users.find(tenant.id, two.id))?.isActive).toBe(true)
      await store.users.create(tenant.id, { name: 'Three', role: 'admin' }, by)
      expect((await store.users.deactivate(tenant.id, two.id, by)).isActive).toBe(false)
    },
  },
  {
    name: 'refuses: LastAdminError for the last key of an admin, asked for with a key',
    run: async ({ store }) => {
      const { tenant } = await makeTenantVault(store)
      const refused = { code: 'last_admin' }
      const make = async (name: string, role: UserRole) => {
        const user = await store.users.create(tenant.id, { name, role }, by)
        const draft = { userId: user.id, description: '', ratePerMinute: null }
        return { made: user, key: (await store.keys.create(tenant.id, draft, by)).key }
      }
      const first = await make('One', 'admin')
      const viewer = await make('Viewer', 'viewer')
      const keyless = await store.users.create(tenant.id, { name: 'Two', role: 'admin' }, by)
      const actor: Actor = `key:${first.key.id}`
      await expect(store.keys.revoke(tenant.id, first.key.id, actor)).rejects.toMatchObject(refused)
      const self = store.users.deactivate(tenant.id, first.made.id, actor)
      await expect(self).rejects.toMatchObject(refused)
      await store.keys.revoke(tenant.id, viewer.key.id, actor)
      await store.users.deactivate(tenant.id, keyless.id, actor)
      const second = await make('Other', 'admin')
      expect((await store.keys.revoke(tenant.id, first.key.id, actor)).revokedAtUnix).not.toBeNull()
      // Whoever has the database makes another.
      expect((await store.keys.revoke(tenant.id, second.key.id, by)).revokedAtUnix).not.toBeNull()
    },
  },
  {
    name: 'law: of admins that deactivate each other at once, by several processes, one is left',
    run: async ({ store, fresh }) => {
      const otherStore = await fresh.open()
      try {
        for (let round = 0; round < 5; round++) {
          const { tenant } = await makeTenantVault(store)
          const admins: { readonly user: User; readonly keyId: string }[] = []
          for (const name of ['One', 'Two', 'Three', 'Four']) {
            const user = await store.users.create(tenant.id, { name, role: 'admin' }, by)
            const draft = { userId: user.id, description: '', ratePerMinute: null }
            admins.push({
              user,
              keyId: (await store.keys.create(tenant.id, draft, by)).key.id,
            })
          }
          const acts = admins.map(({ user, keyId }, at): Promise<unknown> => {
            const place = at % 2 === 0 ? store : otherStore
            const actor: Actor = `key:${admins[(at + 1) % admins.length]!.keyId}`
            return at < 2
              ? place.users.deactivate(tenant.id, user.id, actor)
              : place.keys.revoke(tenant.id, keyId, actor)
          })
          const results = await Promise.allSettled(acts)
          const failed = results.filter((one) => one.status === 'rejected')
          expect(failed).toMatchObject([{ reason: { code: 'last_admin' } }])
          const left = (await store.users.list(tenant.id)).filter(({ isActive }) => isActive)
          const ids = left.filter(({ role }) => role === 'admin').map(({ id }) => id)
          const keys = (await store.keys.list(tenant.id)).filter(
            ({ userId, revokedAtUnix }) => ids.includes(userId) && revokedAtUnix === null,
          )
          expect(keys).toHaveLength(1)
        }
      } finally {
        await otherStore.close()
      }
    },
  },
  {
    name: 'error: UserExistsError, UserNotFoundError, InvalidNameError',
    run: async ({ store }) => {
      const { tenant, user } = await makeTenantVault(store)
      const again = store.users.create(tenant.id, { name: user.name, role: 'viewer' }, by)
      await expect(again).rejects.toMatchObject({ code: 'user_exists' })
      const none = { code: 'user_not_found' }
      await expect(store.users.deactivate(tenant.id, 'user_x', by)).rejects.toMatchObject(none)
      const otherTenant = await makeTenantVault(store)
      await expect(
        store.users.deactivate(otherTenant.tenant.id, user.id, by),
      ).rejects.toMatchObject(none)
      for (const name of [
        '',
        ' ',
        'Ann ',
        '\u00a0Ann',
        'a\0b',
        'a\nb',
        '\ud800',
        'Ann\u200b',
        '\u202eAnn',
        'x'.repeat(201),
      ]) {
        const pending = store.users.create(tenant.id, { name, role: 'viewer' }, by)
        await expect(pending).rejects.toMatchObject({ code: 'invalid_name' })
      }
    },
  },
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
