import type { Actor, PasskeyDraft, Store, User } from '@vaultwright/store'
import { expect } from 'vitest'
import type { StoreCase } from '../store-fixture.ts'
import { by, freshName, makeTenantVault, ticking } from '../store-fixture.ts'

const origin = { userAgent: 'Browser\n1', address: '127.0.0.1', replaced: null }

const passkeyOf = (credentialId: string): PasskeyDraft => ({
  credentialId,
  publicKey: new Uint8Array([1, 2, 255]),
  counter: 0n,
  transports: ['internal'],
  isSynced: true,
  name: 'Laptop',
})

async function invited(store: Store, tenantId: string, user: User) {
  const { secret } = await store.invites.create(tenantId, { userId: user.id, hours: 1 }, by)
  return store.invites.accept({ secret, passkey: passkeyOf(freshName()), origin })
}

/** Passkeys, sessions, invitations and challenges. */
export const sessionCases: readonly StoreCase[] = [
  {
    name: 'default: an invitation is accepted once and signs its user in',
    run: async ({ store }) => {
      const { tenant, user } = await makeTenantVault(store)
      const invite = await store.invites.create(tenant.id, { userId: user.id, hours: 2 }, by)
      expect(await store.invites.open(invite.secret)).toMatchObject({
        tenantName: tenant.name,
        userName: 'Ann',
        role: 'curator',
        expiresAtUnix: invite.expiresAtUnix,
        passkeys: 0,
      })
      const answer = { secret: invite.secret, passkey: passkeyOf(freshName()), origin }
      const both = await Promise.allSettled([
        store.invites.accept(answer),
        store.invites.accept({ ...answer, passkey: passkeyOf(freshName()) }),
      ])
      const [won] = both.flatMap((one) => (one.status === 'fulfilled' ? [one.value] : []))
      const [lost] = both.flatMap((one) => (one.status === 'rejected' ? [one.reason] : []))
      expect(lost).toMatchObject({ code: 'invite_used' })
      await expect(store.invites.open(invite.secret)).rejects.toMatchObject({ code: 'invite_used' })
      expect(await store.sessions.authenticate(won!.secret)).toEqual(won!.caller)
      expect(won!.caller).toMatchObject({ userId: user.id, userName: 'Ann', role: 'curator' })
      const [listed] = await store.sessions.list(tenant.id, user.id)
      expect(listed).toMatchObject({ id: won!.caller.sessionId, userAgent: 'Browser 1' })
      expect(await store.passkeys.list(tenant.id, user.id)).toMatchObject([
        {
          name: 'Laptop',
          isSynced: true,
          transports: ['internal'],
          publicKey: new Uint8Array([1, 2, 255]),
        },
      ])
    },
  },
  {
    name: 'refuses: an invitation that is unknown, too old, replaced, or of a deactivated user',
    run: async ({ store, fresh }) => {
      const clock = ticking()
      const later = await fresh.open({ nowUnix: clock.nowUnix })
      try {
        const { tenant, user } = await makeTenantVault(later)
        const draft = { userId: user.id, hours: 1 }
        const first = await later.invites.create(tenant.id, draft, by)
        const second = await later.invites.create(tenant.id, draft, by)
        for (const secret of ['', 'x', '0'.repeat(44), first.secret]) {
          await expect(store.invites.open(secret)).rejects.toMatchObject({
            code: 'invite_not_found',
          })
        }
        clock.skip(3600n)
        const old = later.invites.accept({
          secret: second.secret,
          passkey: passkeyOf('old'),
          origin,
        })
        await expect(old).rejects.toMatchObject({ code: 'invite_expired' })
        const third = await later.invites.create(tenant.id, draft, by)
        await later.users.deactivate(tenant.id, user.id, by)
        const gone = later.invites.open(third.secret)
        await expect(gone).rejects.toMatchObject({ code: 'invite_not_found' })
        const none = later.invites.create(tenant.id, draft, by)
        await expect(none).rejects.toMatchObject({ code: 'user_inactive' })
        const foreign = await makeTenantVault(store)
        const pending = store.invites.create(foreign.tenant.id, draft, by)
        await expect(pending).rejects.toMatchObject({ code: 'user_not_found' })
      } finally {
        await later.close()
      }
    },
  },
  {
    name: 'default: a session lasts 12 hours unused and 7 days at most',
    run: async ({ fresh }) => {
      const clock = ticking()
      const store = await fresh.open({ nowUnix: clock.nowUnix })
      try {
        const { tenant, user } = await makeTenantVault(store)
        const idle = await invited(store, tenant.id, user)
        clock.skip(43_300n)
        expect(await store.sessions.authenticate(idle.secret)).toBeNull()
        expect(await store.sessions.list(tenant.id, user.id)).toEqual([])
        const used = await store.sessions.begin(tenant.id, {
          userId: user.id,
          passkey: null,
          ...origin,
        })
        const before = store.revision()
        for (let hour = 0; hour < 165; hour += 11) {
          clock.skip(39_600n)
          expect(await store.sessions.authenticate(used.secret), `${hour}`).not.toBeNull()
        }
        expect(store.revision()).toBe(before)
        clock.skip(10_800n)
        expect(await store.sessions.authenticate(used.secret)).toBeNull()
      } finally {
        await store.close()
      }
    },
  },
  {
    name: 'default: a session ends by sign-out, by another sign-in, with the others, and with its user',
    run: async ({ store }) => {
      const { tenant, user } = await makeTenantVault(store)
      const actor: Actor = `user:${user.id}`
      const first = await invited(store, tenant.id, user)
      const [passkey] = await store.passkeys.list(tenant.id, user.id)
      const begin = (replaced: string | null) =>
        store.sessions.begin(tenant.id, {
          userId: user.id,
          passkey: { id: passkey!.id, counter: 7n },
          ...origin,
          replaced,
        })
      const isOpen = async ({ secret }: { readonly secret: string }) =>
        (await store.sessions.authenticate(secret)) !== null
      const second = await begin(first.secret)
      expect([await isOpen(first), await isOpen(second)]).toEqual([false, true])
      expect((await store.passkeys.list(tenant.id, user.id))[0]).toMatchObject({ counter: 7n })
      const third = await begin(null)
      const refOf = ({ caller }: typeof third) => ({ userId: user.id, sessionId: caller.sessionId })
      expect(await store.sessions.endOthers(tenant.id, refOf(third), actor)).toBe(1)
      expect([await isOpen(second), await isOpen(third)]).toEqual([false, true])
      await store.sessions.end(tenant.id, refOf(third), actor)
      expect(await isOpen(third)).toBe(false)
      const again = store.sessions.end(tenant.id, refOf(third), actor)
      await expect(again).rejects.toMatchObject({ code: 'session_not_found' })
      const last = await begin(null)
      const proved = await store.sessions.prove(tenant.id, {
        ...refOf(last),
        passkey: { id: passkey!.id, counter: 8n },
      })
      expect((await store.sessions.authenticate(last.secret))?.provedAtUnix).toBe(proved)
      await store.users.deactivate(tenant.id, user.id, by)
      expect(await isOpen(last)).toBe(false)
      expect(await store.passkeys.find(passkey!.credentialId)).toBeNull()
      await expect(begin(null)).rejects.toMatchObject({ code: 'user_inactive' })
      await store.users.activate(tenant.id, user.id, by)
      expect(await isOpen(last)).toBe(false)
      expect(await store.passkeys.find(passkey!.credentialId)).toMatchObject({ userName: 'Ann' })
    },
  },
  {
    name: 'default: an invitation replaces the passkeys of its user and ends the sessions',
    run: async ({ store }) => {
      const { tenant, user } = await makeTenantVault(store)
      const first = await invited(store, tenant.id, user)
      const [lost] = await store.passkeys.list(tenant.id, user.id)
      await invited(store, tenant.id, user)
      expect(await store.sessions.authenticate(first.secret)).toBeNull()
      expect(await store.passkeys.find(lost!.credentialId)).toBeNull()
      expect(await store.passkeys.list(tenant.id, user.id)).toHaveLength(1)
      const { items } = await store.audit.page(tenant.id, { after: null, limit: 9 })
      expect(items.map(({ act }) => act)).toEqual([
        'session.begin',
        'passkey.add',
        'session.end',
        'user.invite',
        'session.begin',
        'passkey.add',
        'user.invite',
        'vault.put',
        'user.create',
      ])
      expect(items[1]!.actor).toBe(`user:${user.id}`)
    },
  },
  {
    name: 'default: passkeys are added up to 20 and removed down to one',
    run: async ({ store }) => {
      const { tenant, user } = await makeTenantVault(store)
      const userId = user.id
      const add = (credentialId: string) =>
        store.passkeys.add(tenant.id, { ...passkeyOf(credentialId), userId }, by)
      const first = await add(freshName())
      const taken = add(first.credentialId)
      await expect(taken).rejects.toMatchObject({ code: 'passkey_exists' })
      const last = store.passkeys.remove(tenant.id, { userId, passkeyId: first.id }, by)
      await expect(last).rejects.toMatchObject({ code: 'last_passkey' })
      for (let count = 1; count < 20; count++) await add(freshName())
      await expect(add(freshName())).rejects.toMatchObject({ code: 'too_many_passkeys' })
      const removed = await store.passkeys.remove(tenant.id, { userId, passkeyId: first.id }, by)
      expect(removed).toEqual(first)
      const otherUser = await store.users.create(tenant.id, { name: 'Bo', role: 'viewer' }, by)
      const foreign = { userId: otherUser.id, passkeyId: first.id }
      const missing = store.passkeys.remove(tenant.id, foreign, by)
      await expect(missing).rejects.toMatchObject({ code: 'passkey_not_found' })
    },
  },
  {
    name: 'default: a challenge is taken once, and not when it is too old',
    run: async ({ fresh }) => {
      const clock = ticking()
      const store = await fresh.open({ nowUnix: clock.nowUnix })
      try {
        const challenge = { purpose: 'sign_in', body: 'abc', user: null } as const
        const secret = await store.challenges.create(challenge, 300n)
        const taken = await Promise.all([
          store.challenges.take(secret),
          store.challenges.take(secret),
          store.challenges.take('x'),
        ])
        expect(taken.filter((one) => one !== null)).toEqual([challenge])
        const late = await store.challenges.create(challenge, 300n)
        clock.skip(300n)
        expect(await store.challenges.take(late)).toBeNull()
      } finally {
        await store.close()
      }
    },
  },
  {
    name: 'default: a role holds at once, and one admin who can get in is left',
    run: async ({ store }) => {
      const { tenant, user } = await makeTenantVault(store)
      const signed = await invited(store, tenant.id, user)
      const changed = await store.users.setRole(tenant.id, { userId: user.id, role: 'admin' }, by)
      expect(changed.role).toBe('admin')
      expect((await store.sessions.authenticate(signed.secret))?.role).toBe('admin')
      const actor: Actor = `user:${user.id}`
      const down = { userId: user.id, role: 'viewer' } as const
      const refused = { code: 'last_admin' }
      await expect(store.users.setRole(tenant.id, down, by)).rejects.toMatchObject(refused)
      const two = await store.users.create(tenant.id, { name: 'Two', role: 'admin' }, by)
      // The other has never had a way in.
      await expect(store.users.setRole(tenant.id, down, actor)).rejects.toMatchObject(refused)
      const self = store.users.deactivate(tenant.id, user.id, actor)
      await expect(self).rejects.toMatchObject(refused)
      await invited(store, tenant.id, two)
      expect((await store.users.setRole(tenant.id, down, actor)).role).toBe('viewer')
      const access = await store.users.listAccess(tenant.id)
      expect(access.get(user.id)).toMatchObject({ passkeys: 1, sessions: 1, activeKeys: 0 })
    },
  },
]
