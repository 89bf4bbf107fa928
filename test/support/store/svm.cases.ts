import type { Store, SvmReading, SvmVault } from '@vaultwright/store'
import { type SvmAddress, svmAddressOf } from '@vaultwright/svm'
import fc from 'fast-check'
import { expect } from 'vitest'
import { runsOf } from '../runs.ts'
import type { StoreCase } from './store-fixture.ts'
import { by, dayOf, draftOf, freshName, svmDraftOf, svmReadingOf, walk } from './store-fixture.ts'

const base58 = '123456789ABCDEFGHJKLMNPQRSTUVWXYZabcdefghijkmnopqrstuvwxyz'

/** An address that differs from another in the case of letters only; null when no such one decodes. */
function otherCaseOf(address: SvmAddress): SvmAddress {
  const position = [...address].findIndex((digit) => {
    const turned = digit === digit.toLowerCase() ? digit.toUpperCase() : digit.toLowerCase()
    return turned !== digit && base58.includes(turned)
  })
  const digit = address[position]!
  const turned = digit === digit.toLowerCase() ? digit.toUpperCase() : digit.toLowerCase()
  return `${address.slice(0, position)}${turned}${address.slice(position + 1)}` as SvmAddress
}

const makeTenant = (store: Store) => store.tenants.create({ name: freshName() }, by)
const bare = ({ id, tenantId, createdAtUnix, ...draft }: SvmVault) => draft

/** Solana vaults, their readings, and the one list over vaults of all chains. */
export const svmCases: readonly StoreCase[] = [
  {
    name: 'default: a Solana vault is added, found, changed and written into the audit log',
    run: async ({ store }) => {
      const tenant = await makeTenant(store)
      const draft = svmDraftOf(1)
      const added = await store.svmVaults.put(tenant.id, draft, by)
      expect(bare(added)).toEqual(draft)
      expect(await store.svmVaults.find(tenant.id, { vault: draft.address })).toEqual(added)
      const changed = await store.svmVaults.put(tenant.id, { ...draft, status: 'paused' }, by)
      expect(changed).toEqual({ ...added, status: 'paused' })
      expect(await store.svmVaults.everywhere()).toContainEqual(changed)
      const { items } = await store.audit.page(tenant.id, { after: null, limit: 9 })
      const details = { name: draft.name, chains: ['solana'] }
      const entry = { act: 'vault.put', actor: by, subject: draft.address }
      expect(items.slice(0, 2)).toMatchObject([entry, entry])
      expect(JSON.parse(items[0]!.details)).toEqual(details)
    },
  },
  {
    name: 'law: an address in another letter case is another vault',
    run: async ({ store }) => {
      const tenant = await makeTenant(store)
      const draft = svmDraftOf(2)
      await store.svmVaults.put(tenant.id, draft, by)
      const vault = otherCaseOf(draft.address)
      expect(vault.toLowerCase()).toBe(draft.address.toLowerCase())
      expect(await store.svmVaults.find(tenant.id, { vault })).toBeNull()
      const reading = svmReadingOf(draft.address, dayOf(0))
      await store.svmReadings.put(tenant.id, reading)
      const put = store.svmReadings.put(tenant.id, { ...reading, vault })
      await expect(put).rejects.toMatchObject({ code: 'vault_not_found', facts: { vault } })
      expect(await store.svmReadings.latest(tenant.id, { vault })).toBeNull()
      expect(await store.svmReadings.marks(tenant.id, { vault })).toEqual([])
    },
  },
  {
    name: 'refuses: a Solana vault with a wrong address, a bad name or text, or of a tenant that is not there',
    run: async ({ store }) => {
      const tenant = await makeTenant(store)
      const draft = svmDraftOf(3)
      const cases = [
        [
          tenant.id,
          { ...draft, address: draft.address.slice(1) as SvmAddress },
          'invalid_svm_address',
        ],
        [tenant.id, { ...draft, program: '0x00' as SvmAddress }, 'invalid_svm_address'],
        [tenant.id, { ...draft, name: ' ' }, 'invalid_name'],
        [tenant.id, { ...draft, definition: '\0' }, 'invalid_text'],
        ['tenant_x', draft, 'tenant_not_found'],
      ] as const
      for (const [tenantId, wrong, code] of cases) {
        await expect(store.svmVaults.put(tenantId, wrong, by)).rejects.toMatchObject({ code })
      }
      expect((await store.svmVaults.page(tenant.id, { after: null, limit: 9 })).items).toEqual([])
    },
  },
  {
    name: "default: a day's first reading stays, whatever comes later",
    run: async ({ store }) => {
      const tenant = await makeTenant(store)
      const { address: vault } = await store.svmVaults.put(tenant.id, svmDraftOf(4), by)
      const readings = [3, 0, 1].map((day) => svmReadingOf(vault, dayOf(day), `ü ${day}`))
      for (const reading of readings) {
        expect(await store.svmReadings.put(tenant.id, reading)).toBe('added')
        const later = { ...reading, slot: reading.slot + 1n, body: 'later' }
        expect(await store.svmReadings.put(tenant.id, later)).toBe('kept')
      }
      const shown = ({ digest, readAtUnix, ...reading }: Awaited<ReturnType<typeof latest>> & {}) =>
        reading satisfies SvmReading
      const latest = () => store.svmReadings.latest(tenant.id, { vault })
      expect(shown((await latest())!)).toEqual(readings[0])
      const range = { vault, from: dayOf(0), to: dayOf(2) }
      for (const limit of [1, 2, 3]) {
        const page = (query: Parameters<typeof store.svmReadings.page>[2]) =>
          store.svmReadings.page(tenant.id, range, query)
        const all = await walk(page, ({ day }) => day, limit)
        expect(all.map(shown)).toEqual([readings[1], readings[2]])
      }
      const marks = await store.svmReadings.marks(tenant.id, { vault })
      expect(marks.map(({ day }) => day)).toEqual([dayOf(0), dayOf(1), dayOf(3)])
      const wrong = { ...readings[0]!, day: '2026-02-30' }
      const put = store.svmReadings.put(tenant.id, wrong)
      await expect(put).rejects.toMatchObject({ code: 'invalid_day' })
    },
  },
  {
    name: 'law: what a tenant has of Solana is not there for another, who may have the same vault',
    run: async ({ store }) => {
      const [tenant, otherTenant] = [await makeTenant(store), await makeTenant(store)]
      const { address: vault } = await store.svmVaults.put(tenant.id, svmDraftOf(5), by)
      const reading = svmReadingOf(vault, dayOf(0))
      await store.svmReadings.put(tenant.id, reading)
      const query = { after: null, limit: 9 }
      for (const isThere of [false, true]) {
        if (isThere)
          await store.svmVaults.put(otherTenant.id, { ...svmDraftOf(5), name: 'Other' }, by)
        const svmVault = await store.svmVaults.find(otherTenant.id, { vault })
        expect(svmVault?.name ?? null).toBe(isThere ? 'Other' : null)
        expect((await store.listedVaults.page(otherTenant.id, query)).items.length).toBe(
          isThere ? 1 : 0,
        )
        expect(await store.svmReadings.latest(otherTenant.id, { vault })).toBeNull()
        expect(await store.svmReadings.marks(otherTenant.id, { vault })).toEqual([])
        const range = { vault, from: dayOf(0), to: dayOf(9) }
        expect((await store.svmReadings.page(otherTenant.id, range, query)).items).toEqual([])
        const put = store.svmReadings.put(otherTenant.id, { ...reading, body: 'other' })
        if (isThere) expect(await put).toBe('added')
        else await expect(put).rejects.toMatchObject({ code: 'vault_not_found' })
        if (isThere) break
      }
      expect((await store.svmReadings.latest(tenant.id, { vault }))?.body).toBe(reading.body)
      expect((await store.svmVaults.find(tenant.id, { vault }))?.name).toBe(svmDraftOf(5).name)
    },
  },
  {
    name: 'law: pages of any size give each vault of any chain once, every 0x address first, by its text',
    run: async ({ store }) => {
      const words = fc.uniqueArray(fc.uint8Array({ minLength: 32, maxLength: 32 }), {
        maxLength: 7,
        selector: String,
      })
      const numbers = fc.uniqueArray(fc.nat(500), { maxLength: 7 })
      await fc.assert(
        fc.asyncProperty(words, numbers, async (keys, evm) => {
          const tenant = await makeTenant(store)
          for (const number of evm) await store.vaults.put(tenant.id, draftOf(number), by)
          for (const key of keys) {
            const draft = { ...svmDraftOf(6), address: svmAddressOf(key) }
            await store.svmVaults.put(tenant.id, draft, by)
          }
          const addresses = [
            ...evm.map((number) => draftOf(number).address.toLowerCase()),
            ...keys.map(svmAddressOf),
          ].sort((one, next) => (one < next ? -1 : 1))
          const count = addresses.length
          for (const limit of [1, 2, Math.max(evm.length, 1), Math.max(count, 1), count + 1]) {
            const all = await walk(
              (query: { readonly after: string | null; readonly limit: number }) =>
                store.listedVaults.page(tenant.id, query),
              ({ vault }) => vault.address,
              limit,
            )
            const texts = all.map(({ kind, vault }) =>
              kind === 'evm' ? vault.address.toLowerCase() : vault.address,
            )
            expect(texts).toEqual(addresses)
          }
        }),
        { numRuns: runsOf(1 / 10) },
      )
    },
  },
]
