import type { Actor, User, UserRole } from '@vaultwright/store'
import { expect } from 'vitest'
import type { StoreCase } from '../store-fixture.ts'
import { by, draftOf, freshName, makeTenantVault } from '../store-fixture.ts'

/** Tenants and users. */
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
]
