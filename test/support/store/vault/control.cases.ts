import type { Hex } from '@vaultwright/base'
import { expect } from 'vitest'
import { addressOf, makeTenantVault, type StoreCase } from '../store-fixture.ts'

const hashOf = (number: bigint): Hex => `0x${number.toString(16).padStart(64, '0')}`
const draftOf = (number: bigint, change: string | null = null) => ({
  blockNumber: number,
  blockHash: hashOf(number),
  atUnix: 1_000n + number,
  witness: JSON.stringify({ number: String(number), text: 'ü'.repeat(600) }),
  answer: JSON.stringify({ acts: String(number) }),
  change,
})
const everything = { sinceUnix: null, untilUnix: null, after: null, limit: 1_000 }

/** The control of vaults through time. */
export const controlCases: readonly StoreCase[] = [
  {
    name: 'law: of readings between which nothing changed the first and the last stay, as they were given',
    run: async ({ store }) => {
      const { tenant, vaultRef } = await makeTenantVault(store)
      const { controls } = store
      expect(await controls.latest(tenant.id, vaultRef)).toBeNull()
      const drafts = [1n, 2n, 3n, 4n].map((number) => draftOf(number))
      const changed = [draftOf(5n, '{"five":true}'), draftOf(6n), draftOf(7n), draftOf(8n, '{}')]
      for (const draft of [...drafts, ...changed])
        expect(await controls.add(tenant.id, vaultRef, draft)).toBe(true)
      const blocks = [1n, 2n, 3n, 4n, 5n, 6n, 7n, 8n]
      const blocksKept = await Promise.all(
        blocks.map(async (block) => (await controls.find(tenant.id, vaultRef, block))?.blockNumber),
      )
      expect(blocksKept).toEqual([1n, undefined, undefined, 4n, 5n, undefined, 7n, 8n])
      const { change: _, ...reading } = draftOf(8n)
      expect(await controls.latest(tenant.id, vaultRef)).toEqual(reading)
      // What is not newer is not written.
      for (const number of [8n, 2n])
        expect(await controls.add(tenant.id, vaultRef, draftOf(number, '{"late":1}'))).toBe(false)
      const { items, hasMore } = await controls.changes(tenant.id, vaultRef, everything)
      expect([items, hasMore]).toEqual([
        [
          { blockNumber: 8n, atUnix: 1_008n, body: '{}' },
          { blockNumber: 5n, atUnix: 1_005n, body: '{"five":true}' },
        ],
        false,
      ])
    },
  },
  {
    name: 'law: changes come newest first, page by page and by time, and 100 readings are kept',
    run: async ({ store }) => {
      const { tenant, vaultRef } = await makeTenantVault(store)
      const { controls } = store
      for (let number = 1n; number <= 103n; number++)
        await controls.add(tenant.id, vaultRef, draftOf(number, `{"n":${number}}`))
      const first = await controls.changes(tenant.id, vaultRef, { ...everything, limit: 2 })
      expect(first.items.map(({ blockNumber }) => blockNumber)).toEqual([103n, 102n])
      expect(first.hasMore).toBe(true)
      const next = { ...everything, after: 102n, limit: 2 }
      const { items } = await controls.changes(tenant.id, vaultRef, next)
      expect(items.map(({ blockNumber }) => blockNumber)).toEqual([101n, 100n])
      const range = { ...everything, sinceUnix: 1_005n, untilUnix: 1_006n }
      const between = await controls.changes(tenant.id, vaultRef, range)
      expect(between.items.map(({ blockNumber }) => blockNumber)).toEqual([6n, 5n])
      expect(await controls.find(tenant.id, vaultRef, 3n)).toBeNull()
      expect((await controls.find(tenant.id, vaultRef, 4n))?.blockHash).toBe(hashOf(4n))
    },
  },
  {
    name: 'refuses: a vault that the tenant has not, and another tenant sees nothing',
    run: async ({ store }) => {
      const { tenant, vaultRef } = await makeTenantVault(store)
      const neighbor = await makeTenantVault(store)
      const { controls } = store
      await controls.add(tenant.id, vaultRef, draftOf(1n, '{}'))
      const foreign = { chain: vaultRef.chain, vault: addressOf(999) }
      await expect(controls.add(tenant.id, foreign, draftOf(1n))).rejects.toMatchObject({
        code: 'vault_not_found',
      })
      expect(await controls.latest(neighbor.tenant.id, vaultRef)).toBeNull()
      expect(await controls.find(neighbor.tenant.id, vaultRef, 1n)).toBeNull()
      const { items } = await controls.changes(neighbor.tenant.id, vaultRef, everything)
      expect(items).toEqual([])
    },
  },
]
