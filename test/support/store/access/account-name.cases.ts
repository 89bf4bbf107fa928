import type { Store } from '@vaultwright/store'
import fc from 'fast-check'
import { expect } from 'vitest'
import { runsOf } from '../../runs.ts'
import { addressOf, by, makeTenantVault, type StoreCase } from '../store-fixture.ts'

const texts = ['Ada', 'Bo', 'Cy']
const act = fc.record({
  tenant: fc.nat(1),
  chain: fc.constantFrom(null, 'base', 'mainnet'),
  account: fc.integer({ min: 1, max: 3 }),
  /** Null takes the name away. */
  name: fc.option(fc.constantFrom(...texts)),
})

/** The address book of a tenant. */
export const accountNameCases: readonly StoreCase[] = [
  {
    name: 'law: each tenant has the names that it gave, one an account and chain, and no two accounts look alike',
    run: async ({ store }) => {
      await fc.assert(
        fc.asyncProperty(fc.array(act, { maxLength: 16 }), async (acts) => {
          const homes = [await makeTenantVault(store), await makeTenantVault(store)]
          const models = homes.map(() => new Map<string, string>())
          for (const { tenant: index, chain, account, name } of acts) {
            const tenantId = homes[index]!.tenant.id
            const model = models[index]!
            const key = `${chain} ${addressOf(account)}`
            const named = { chain, address: addressOf(account) }
            if (name === null) {
              const removing = store.accountNames.remove(tenantId, named, by)
              if (model.delete(key)) expect(await removing).toMatchObject(named)
              else await expect(removing).rejects.toMatchObject({ code: 'name_not_found' })
              continue
            }
            const putting = store.accountNames.put(tenantId, { ...named, name, shape: name }, by)
            const isTaken = [...model].some(
              ([other, text]) => text === name && !other.endsWith(` ${addressOf(account)}`),
            )
            if (isTaken) await expect(putting).rejects.toMatchObject({ code: 'name_taken' })
            else {
              expect(await putting).toMatchObject({ ...named, name, namedBy: by })
              model.set(key, name)
            }
          }
          for (const [index, { tenant }] of homes.entries()) {
            expect(await bookOf(store, tenant.id)).toEqual(models[index])
          }
        }),
        { numRuns: runsOf(1 / 10) },
      )
    },
  },
  {
    name: 'golden: the audit log has who named what, and what the name was before',
    run: async ({ store }) => {
      const { tenant } = await makeTenantVault(store)
      const named = { chain: null, address: addressOf(1) }
      for (const name of ['Ada', 'Bo']) {
        await store.accountNames.put(tenant.id, { ...named, name, shape: name }, by)
      }
      await store.accountNames.remove(tenant.id, named, by)
      const { items } = await store.audit.page(tenant.id, { after: null, limit: 3 })
      expect(items.map(({ act, details }) => [act, JSON.parse(details)])).toEqual([
        ['name.remove', { ...named, name: 'Bo' }],
        ['name.put', { ...named, name: 'Bo', before: 'Ada' }],
        ['name.put', { ...named, name: 'Ada', before: null }],
      ])
    },
  },
  {
    name: 'refuses: the name after the 10,000th, and one of a tenant that is not there',
    run: async ({ store, fresh }) => {
      const { tenant } = await makeTenantVault(store)
      const digits = `substr('${'0'.repeat(40)}' || i, length('' || i) + 1)`
      await fresh.ask(`insert into account_name
        with recursive n (i) as (select 1 union all select i + 1 from n where i < 10000)
        select '${tenant.id}', '', '0x' || ${digits}, 'a' || i, 'a' || i, 'local:test', 1 from n`)
      expect(await store.accountNames.list(tenant.id)).toHaveLength(10_000)
      const draft = { chain: null, address: addressOf(77), name: 'One more', shape: 'onemore' }
      await expect(store.accountNames.put(tenant.id, draft, by)).rejects.toMatchObject({
        code: 'too_many_names',
      })
      const [named] = await store.accountNames.list(tenant.id)
      const again = { ...draft, address: named!.address }
      expect(await store.accountNames.put(tenant.id, again, by)).toMatchObject({ name: 'One more' })
      await expect(store.accountNames.put('none', draft, by)).rejects.toMatchObject({
        code: 'tenant_not_found',
      })
    },
  },
]

async function bookOf(store: Store, tenantId: string): Promise<ReadonlyMap<string, string>> {
  const names = await store.accountNames.list(tenantId)
  return new Map(names.map(({ chain, address, name }) => [`${chain} ${address}`, name]))
}
