import type { Hex } from '@vaultwright/base'
import type { Store } from '@vaultwright/store'
import { expect } from 'vitest'
import { by, makeTenantVault, type StoreCase, strategists, treeOf } from '../store-fixture.ts'

const subject = { kind: 'packet', hash: `0x${'c'.repeat(64)}` } as const
const hashOf = (number: number): Hex => `0x${number.toString(16).padStart(64, '0')}`

/** Reviews: entries in one chain, and the rule of a tenant. */
export const reviewCases: readonly StoreCase[] = [
  {
    name: 'law: entries are added at the end alone, one at a place, by active users with their own passkey',
    run: async ({ store }) => {
      const { tenant, user, passkey } = await makeSigner(store)
      const add = (number: number, previous: number) =>
        store.reviews.add(tenant.id, subject, {
          number,
          previousHash: hashOf(previous),
          entryHash: hashOf(number),
          act: 'approved',
          body: JSON.stringify({ number }),
          userId: user.id,
          passkey: { id: passkey.id, counter: BigInt(number) },
        })
      await add(1, 0)
      const taken = await Promise.allSettled([add(2, 1), add(2, 1), add(2, 1)])
      expect(taken.filter(({ status }) => status === 'fulfilled')).toHaveLength(1)
      for (const [number, previous] of [
        [1, 0],
        [2, 1],
        [3, 1],
        [4, 2],
      ] as const) {
        await expect(add(number, previous)).rejects.toMatchObject({ code: 'review_moved' })
      }
      await add(3, 2)
      const bodies = [1, 2, 3].map((number) => JSON.stringify({ number }))
      expect(await store.reviews.entries(tenant.id, subject)).toEqual(bodies)
      const neighbor = await makeTenantVault(store)
      expect(await store.reviews.entries(neighbor.tenant.id, subject)).toEqual([])
      const root = { ...subject, kind: 'root' } as const
      expect(await store.reviews.entries(tenant.id, root)).toEqual([])
      await store.users.deactivate(tenant.id, user.id, by)
      await expect(add(4, 3)).rejects.toMatchObject({ code: 'user_inactive' })
      const { items } = await store.audit.page(tenant.id, {
        act: 'review.add',
        after: null,
        limit: 9,
      })
      expect(items.map(({ subject: hash, actor }) => [hash, actor])).toEqual(
        Array(3).fill([subject.hash, `user:${user.id}`]),
      )
    },
  },
  {
    name: 'golden: a tenant asks for no approval until it says how many',
    run: async ({ store }) => {
      const { tenant } = await makeTenantVault(store)
      expect(await store.reviews.required(tenant.id)).toBe(0)
      for (const required of [2, 1]) {
        await store.reviews.setRequired(tenant.id, required, by)
        expect(await store.reviews.required(tenant.id)).toBe(required)
      }
      await expect(store.reviews.setRequired('none', 1, by)).rejects.toMatchObject({
        code: 'tenant_not_found',
      })
    },
  },
  {
    name: 'law: the number of a vault stands in place of the number of its own tenant alone, and of no other vault',
    run: async ({ store }) => {
      const { tenant, vaultRef } = await makeTenantVault(store)
      const neighbor = await makeTenantVault(store)
      const { vault } = vaultRef
      const numbersOf = async (id: string) =>
        (await store.reviews.vaultRules(id)).map(({ required }) => required)
      const before = await numbersOf(tenant.id)
      expect(before).toEqual(before.map(() => null))
      for (const required of [3, 0, 2, null, 4]) {
        await store.reviews.setVaultRequired(tenant.id, { vault, required }, by)
        const rules = await store.reviews.vaultRules(tenant.id)
        expect(rules.find((rule) => rule.vault === vault)).toMatchObject({ required })
        expect(rules.filter((rule) => rule.required !== null).length).toBe(
          required === null ? 0 : 1,
        )
        expect(await numbersOf(neighbor.tenant.id)).toEqual(before)
      }
      const missing = { vault: `0x${'0'.repeat(39)}1`, required: 1 } as const
      await expect(store.reviews.setVaultRequired(tenant.id, missing, by)).rejects.toMatchObject({
        code: 'vault_not_found',
      })
      const query = { act: 'review.require', after: null, limit: 9 } as const
      const { items } = await store.audit.page(tenant.id, query)
      expect(items.map(({ details }) => JSON.parse(details).required)).toEqual([4, null, 2, 0, 3])
      const file = treeOf(1, 'reviewed', 8)
      const push = { ...vaultRef, strategist: strategists[0], file }
      const { root } = await store.trees.push(tenant.id, push, by)
      expect(await store.reviews.vaultsOf(tenant.id, root)).toEqual([vault])
      expect(await store.reviews.vaultsOf(neighbor.tenant.id, root)).toEqual([])
    },
  },
]

async function makeSigner(store: Store) {
  const { tenant } = await makeTenantVault(store)
  const user = await store.users.create(tenant.id, { name: 'signer', role: 'strategist' }, by)
  const draft = {
    userId: user.id,
    credentialId: `review ${tenant.id}`,
    publicKey: new Uint8Array([1]),
    counter: 0n,
    transports: [],
    isSynced: false,
    name: 'key',
  }
  const passkey = await store.passkeys.add(tenant.id, draft, by)
  return { tenant, user, passkey }
}
