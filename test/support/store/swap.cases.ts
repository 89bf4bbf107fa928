import type { StoredSwapOrder, StrategistRef } from '@vaultwright/store'
import fc from 'fast-check'
import { expect } from 'vitest'
import type { StoreCase } from './store-fixture.ts'
import {
  addressOf,
  by,
  draftOf,
  freshName,
  makeTenantVault,
  strategists,
  swapOrderOf,
  ticking,
} from './store-fixture.ts'

const dayInSeconds = 86_400n

/** Quotes of swaps and limit orders. */
export const swapCases: readonly StoreCase[] = [
  {
    name: 'default: a quote is kept as it was put for thirty days, expired or not',
    run: async ({ fresh }) => {
      const clock = ticking()
      const store = await fresh.open({ nowUnix: clock.nowUnix })
      try {
        const { tenant, vaultRef } = await makeTenantVault(store)
        const now = clock.nowUnix()
        const quote = {
          ...vaultRef,
          strategist: strategists[0],
          id: freshName(),
          createdAtUnix: now,
          expiresAtUnix: now + 60n,
          body: JSON.stringify({ text: 'ü \u0007 "' }),
          receipt: JSON.stringify({ deep: 'x'.repeat(9_999) }),
        }
        await store.swapQuotes.put(tenant.id, quote)
        await store.swapQuotes.put(tenant.id, { ...quote, body: 'other' })
        expect(await store.swapQuotes.find(tenant.id, quote)).toEqual(quote)
        clock.skip(30n * dayInSeconds - 100n)
        await store.swapQuotes.purge()
        expect(await store.swapQuotes.find(tenant.id, quote)).toEqual(quote)
        clock.skip(100n)
        expect(await store.swapQuotes.purge()).toBeGreaterThanOrEqual(1)
        expect(await store.swapQuotes.find(tenant.id, quote)).toBeNull()
      } finally {
        await store.close()
      }
    },
  },
  {
    name: 'law: neither a quote nor an order is there for another tenant, vault, chain or strategist',
    run: async ({ store }) => {
      const ownTenant = await makeTenantVault(store)
      const otherTenant = await makeTenantVault(store)
      const place = { ...ownTenant.vaultRef, strategist: strategists[0] }
      const quote = { ...place, id: 'q', createdAtUnix: 1n, expiresAtUnix: 2n }
      await store.swapQuotes.put(ownTenant.tenant.id, { ...quote, body: '{}', receipt: '{}' })
      const order = swapOrderOf(place, 1)
      await store.swapOrders.put(ownTenant.tenant.id, order)
      const wrong = [
        [otherTenant.tenant.id, place],
        [ownTenant.tenant.id, { ...place, vault: addressOf(99) }],
        [ownTenant.tenant.id, { ...place, chain: 'nowhere' }],
        [ownTenant.tenant.id, { ...place, strategist: strategists[1] }],
      ] as const
      for (const [tenantId, elsewhere] of wrong) {
        expect(await store.swapQuotes.find(tenantId, { ...elsewhere, id: 'q' })).toBeNull()
        const { uid } = order
        expect(await store.swapOrders.find(tenantId, { ...elsewhere, uid })).toBeNull()
        await store.swapOrders.finish(tenantId, { ...elsewhere, uid, finalState: '{}' })
        await store.swapOrders.publish(tenantId, { ...elsewhere, uid, atUnix: 9n })
        const page = await store.swapOrders.page(tenantId, elsewhere, { after: null, limit: 9 })
        expect(page).toEqual({ items: [], hasMore: false })
      }
      expect(await store.swapOrders.find(ownTenant.tenant.id, order)).toEqual(order)
      expect(await store.swapQuotes.find(ownTenant.tenant.id, { ...place, id: '\0' })).toBeNull()
      const foreign = store.swapOrders.put(otherTenant.tenant.id, {
        ...order,
        vault: addressOf(99),
      })
      await expect(foreign).rejects.toMatchObject({ code: 'vault_not_found' })
      const unknown = { ...quote, body: '{}', receipt: '{}', chain: 'nowhere' }
      const put = store.swapQuotes.put(ownTenant.tenant.id, unknown)
      await expect(put).rejects.toMatchObject({ code: 'vault_not_found' })
    },
  },
  {
    name: 'law: orders come newest first, in pages of any size, each once',
    run: async ({ store }) => {
      const { tenant, vaultRef } = await makeTenantVault(store)
      const place = { ...vaultRef, strategist: strategists[0] }
      const orders = Array.from({ length: 12 }, (_, number) => ({
        ...swapOrderOf(place, number),
        createdAtUnix: BigInt(number >> 1),
      }))
      for (const order of orders) await store.swapOrders.put(tenant.id, order)
      await store.swapOrders.put(tenant.id, { ...orders[3]!, terms: 'other' })
      await fc.assert(
        fc.asyncProperty(fc.integer({ min: 1, max: 13 }), async (limit) => {
          const values: unknown[] = []
          let after: (typeof orders)[number] | null = null
          for (;;) {
            const page = await store.swapOrders.page(tenant.id, place, { after, limit })
            values.push(...page.items)
            after = (page.items.at(-1) ?? null) as typeof after
            if (!page.hasMore) break
          }
          expect(values).toEqual(orders.toReversed())
        }),
        { numRuns: 5 },
      )
    },
  },
  {
    name: 'law: the list of a tenant has the orders of all its vaults and of no other tenant, each once, newest first',
    run: async ({ store }) => {
      const tenants = [await makeTenantVault(store), await makeTenantVault(store)] as const
      const places: { readonly tenantId: string; readonly ref: StrategistRef }[] = []
      for (const { tenant, vaultRef } of tenants) {
        const second = await store.vaults.put(tenant.id, draftOf(2), by)
        for (const vault of [vaultRef.vault, second.address]) {
          for (const strategist of strategists)
            places.push({ tenantId: tenant.id, ref: { chain: vaultRef.chain, vault, strategist } })
        }
      }
      const drawn = fc.record({
        choice: fc.nat(places.length - 1),
        age: fc.bigInt(0n, 5n),
        isEnded: fc.boolean(),
      })
      const listed: { readonly tenantId: string; readonly order: StoredSwapOrder }[] = []
      const keyOf = ({ createdAtUnix, uid }: StoredSwapOrder) => `${createdAtUnix} ${uid}`
      let number = 0
      await fc.assert(
        fc.asyncProperty(fc.array(drawn, { maxLength: 6 }), fc.nat(6), async (orders, size) => {
          for (const { choice, age, isEnded } of orders) {
            const { tenantId, ref } = places[choice]!
            const finalState = isEnded ? '{}' : null
            const order = { ...swapOrderOf(ref, number++), createdAtUnix: age, finalState }
            await store.swapOrders.put(tenantId, order)
            listed.push({ tenantId, order })
          }
          for (const { tenant } of tenants) {
            for (const isUnfinished of [false, true]) {
              const expected = listed
                .filter(({ tenantId }) => tenantId === tenant.id)
                .flatMap(({ order }) => (isUnfinished && order.finalState !== null ? [] : [order]))
                .sort((one, other) => (keyOf(one) < keyOf(other) ? 1 : -1))
              const values: StoredSwapOrder[] = []
              for (let after: StoredSwapOrder | null = null; ; ) {
                const query = { after, limit: size + 1, isUnfinished }
                const page = await store.swapOrders.tenantPage(tenant.id, query)
                values.push(...page.items)
                after = page.items.at(-1) ?? null
                if (!page.hasMore) break
              }
              expect(values).toEqual(expected)
            }
          }
        }),
        { numRuns: 6 },
      )
      expect(new Set(listed.map(({ tenantId }) => tenantId)).size).toBe(2)
    },
  },
  {
    name: 'law: what ended an order stays, and an ended order is not among the unfinished',
    run: async ({ store }) => {
      const { tenant, vaultRef } = await makeTenantVault(store)
      const [first, second] = strategists.map((strategist, number) =>
        swapOrderOf({ ...vaultRef, strategist }, number),
      )
      for (const order of [first!, second!]) await store.swapOrders.put(tenant.id, order)
      expect(await store.swapOrders.unfinished(tenant.id, vaultRef)).toEqual([second, first])
      for (const status of ['filled', 'cancelled']) {
        await store.swapOrders.finish(tenant.id, { ...first!, finalState: status })
      }
      for (const atUnix of [5n, 6n]) {
        await store.swapOrders.publish(tenant.id, { ...second!, atUnix })
      }
      expect(await store.swapOrders.find(tenant.id, first!)).toEqual({
        ...first,
        finalState: 'filled',
      })
      const open = { ...second, publishedAtUnix: 5n }
      expect(await store.swapOrders.unfinished(tenant.id, vaultRef)).toEqual([open])
    },
  },
]
