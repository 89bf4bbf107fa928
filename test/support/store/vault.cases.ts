import type { Address } from '@vaultwright/base'
import type { NewVault, PageQuery, Vault } from '@vaultwright/store'
import { expect } from 'vitest'
import type { StoreCase } from './store-fixture.ts'
import {
  addressOf,
  by,
  dayOf,
  draftOf,
  makeTenantVault,
  pointOf,
  treeOf,
  walk,
} from './store-fixture.ts'

const bare = ({ id, tenantId, createdAtUnix, ...draft }: Vault) => draft

/** Vaults and their deployments. */
export const vaultCases: readonly StoreCase[] = [
  {
    name: 'law: a vault is given back as it was put, and putting it again changes it whole',
    run: async ({ store }) => {
      const { tenant, vault, vaultRef } = await makeTenantVault(store)
      expect(bare(vault)).toEqual(draftOf(1))
      expect(await store.vaults.find(tenant.id, vaultRef)).toEqual(vault)
      const lower = { ...vaultRef, vault: vault.address.toLowerCase() as typeof vault.address }
      expect(await store.vaults.find(tenant.id, lower)).toEqual(vault)
      const [first] = draftOf(1).deployments
      const draft: NewVault = {
        ...draftOf(1),
        name: 'Other',
        status: 'retired',
        definition: null,
        lock: '{}',
        deployments: [{ ...first!, chain: 'arbitrum', drones: [], strategists: [] }],
      }
      const changed = await store.vaults.put(tenant.id, draft, by)
      expect(bare(changed)).toEqual(draft)
      expect([changed.id, changed.createdAtUnix]).toEqual([vault.id, vault.createdAtUnix])
      expect(await store.vaults.find(tenant.id, vaultRef)).toBeNull()
      expect(await store.vaults.has(tenant.id, vaultRef)).toBe(false)
      expect(await store.vaults.has(tenant.id, { ...lower, chain: 'arbitrum' })).toBe(true)
      expect(await store.vaults.has('another', { ...vaultRef, chain: 'arbitrum' })).toBe(false)
      expect(await store.vaults.find(tenant.id, { ...vaultRef, chain: 'arbitrum' })).toEqual(
        changed,
      )
    },
  },
  {
    name: 'law: a description, the rules and a summary are parts of the vault, of its tenant alone',
    run: async ({ store }) => {
      const { tenant, vault, vaultRef } = await makeTenantVault(store)
      const { definition, lock, ...description } = vault
      expect(await store.vaults.describe(tenant.id, vaultRef)).toEqual(description)
      const { address, name } = vault
      const onChain = vault.deployments.find((one) => one.chain === vaultRef.chain)!
      const { chain, manager, drones } = onChain
      const deployment = { chain, manager, drones }
      const rules = { address, name, definition, lock, deployment }
      expect(await store.vaults.rules(tenant.id, vaultRef)).toEqual(rules)
      const query = { after: null, limit: 9 }
      const deployments = vault.deployments.map((one) => ({ chain: one.chain }))
      const { items } = await store.vaults.summaries(tenant.id, query)
      expect(items).toEqual([{ ...description, deployments }])
      for (const [tenantId, place] of [
        ['another', vaultRef],
        [tenant.id, { ...vaultRef, chain: 'mars' }],
      ] as const) {
        expect(await store.vaults.describe(tenantId, place)).toBeNull()
        expect(await store.vaults.rules(tenantId, place)).toBeNull()
        expect(await store.roots.current(tenantId, place)).toEqual([])
      }
      expect((await store.vaults.summaries('another', query)).items).toEqual([])
    },
  },
  {
    name: 'refuses: a prepared statement is not believed after its table got another column',
    run: async ({ store, fresh }) => {
      const { tenant, vault, vaultRef } = await makeTenantVault(store)
      expect(await store.vaults.find(tenant.id, vaultRef)).toEqual(vault)
      await fresh.ask('alter table vault add column note text')
      expect(await store.vaults.find(tenant.id, vaultRef)).toEqual(vault)
      expect(await store.vaults.find(tenant.id, vaultRef)).toEqual(vault)
    },
  },
  {
    name: 'law: the pages of vaults are the whole list, whatever their size, also without deployments',
    run: async ({ store }) => {
      const { tenant } = await makeTenantVault(store)
      for (let number = 2; number <= 7; number++) {
        await store.vaults.put(tenant.id, draftOf(number, number % 2 ? [] : ['base', 'a', 'z']), by)
      }
      const { items: whole } = await store.vaults.page(tenant.id, { after: null, limit: 100 })
      const addresses = whole.map(({ address }) => address.toLowerCase())
      expect(addresses).toEqual([...addresses].sort())
      expect(addresses.length).toBe(7)
      for (let limit = 1; limit <= 8; limit++) {
        const paged = await walk(
          (query: PageQuery<Address>) => store.vaults.page(tenant.id, query),
          ({ address }) => address,
          limit,
        )
        expect(paged).toEqual(whole)
      }
      expect(whole.map((vault) => vault.deployments.map(({ chain }) => chain))).toContainEqual([
        'a',
        'base',
        'z',
      ])
    },
  },
  {
    name: 'error: InvalidNameError, InvalidAddressError, InvalidTextError store nothing',
    run: async ({ store }) => {
      const { tenant } = await makeTenantVault(store)
      const twice = draftOf(9, ['base', 'base'])
      const wrong = [
        [{ ...draftOf(9), name: '' }, 'invalid_name'],
        [twice, 'invalid_name'],
        [{ ...draftOf(9), address: '0x12' }, 'invalid_address'],
        [{ ...draftOf(9), definition: 'a\0' }, 'invalid_text'],
      ] as const
      for (const [draft, code] of wrong) {
        const put = store.vaults.put(tenant.id, draft as never, by)
        await expect(put).rejects.toMatchObject({ code })
      }
      expect(await store.vaults.find(tenant.id, { chain: 'base', vault: addressOf(9) })).toBeNull()
    },
  },
  {
    name: 'error: DeploymentInUseError for a chain with roots or history, and the vault stays',
    run: async ({ store }) => {
      const { tenant, vault, vaultRef } = await makeTenantVault(store)
      await store.dailyPoints.put(tenant.id, [pointOf(vaultRef, dayOf(1))])
      const without = { ...draftOf(1, ['base']), name: 'Changed' }
      const put = store.vaults.put(tenant.id, without, by)
      await expect(put).rejects.toMatchObject({ code: 'deployment_in_use' })
      expect(await store.vaults.find(tenant.id, vaultRef)).toEqual(vault)
      const [strategist] = vault.deployments[0]!.strategists
      const push = { ...vaultRef, chain: 'base', strategist: strategist!.address, file: treeOf(1) }
      await store.trees.push(tenant.id, push, by)
      const none = store.vaults.put(tenant.id, draftOf(1, ['ethereum']), by)
      await expect(none).rejects.toMatchObject({ code: 'deployment_in_use' })
    },
  },
  {
    name: 'law: a vault that is changed while others read is seen whole, before or after',
    run: async ({ store, fresh }) => {
      const otherStore = await fresh.open()
      try {
        const { tenant, vaultRef } = await makeTenantVault(store)
        let isDone = false
        const writing = (async () => {
          for (let round = 0; round < 30; round++) {
            const { deployments } = draftOf(1, ['ethereum', ...Array(round % 3).keys()].map(String))
            await store.vaults.put(
              tenant.id,
              { ...draftOf(1), name: `n${round % 3}`, deployments },
              by,
            )
          }
          isDone = true
        })()
        while (!isDone) {
          for (const opened of [store, otherStore]) {
            const vault = (await opened.vaults.find(tenant.id, vaultRef))!
            if (vault.name.startsWith('n')) {
              expect(vault.deployments.length).toBe(1 + Number(vault.name.slice(1)))
              for (const { strategists } of vault.deployments) expect(strategists.length).toBe(2)
            }
          }
          await new Promise((resolve) => setImmediate(resolve))
        }
        await writing
        const last = await otherStore.vaults.find(tenant.id, vaultRef)
        expect([last?.name, last?.deployments.length]).toEqual(['n2', 3])
      } finally {
        await otherStore.close()
      }
    },
  },
]
