import type { FinalHead, IndexingFailure } from '@vaultwright/store'
import fc from 'fast-check'
import { expect } from 'vitest'
import { runsOf } from '../runs.ts'
import type { StoreCase } from './store-fixture.ts'
import {
  addressOf,
  by,
  dayOf,
  draftOf,
  freshName,
  makeTenantVault,
  readingOf,
  rootOfNumber,
  ticking,
} from './store-fixture.ts'

const numRuns = runsOf(1 / 5)

/** The records an indexer keeps beside readings: vaults, final heads, failures; and those that may go. */
export const indexCases: readonly StoreCase[] = [
  {
    name: 'law: a final head never goes back, in whatever order processes note it',
    run: async ({ store, fresh }) => {
      const otherStore = await fresh.open()
      try {
        await fc.assert(
          fc.asyncProperty(fc.array(fc.nat(20), { minLength: 1, maxLength: 8 }), async (list) => {
            const chain = freshName()
            const heads = list.map((number) => headOf(chain, number))
            const raised = await Promise.all(
              heads.map((head, index) => (index % 2 ? store : otherStore).heads.raise(head)),
            )
            const highest = headOf(chain, Math.max(...list))
            raised.forEach((one, index) => {
              expect(one.number >= heads[index]!.number).toBe(true)
            })
            expect(await store.heads.raise(headOf(chain, 0))).toEqual(highest)
            const listed = await store.heads.list()
            expect(listed.filter((head) => head.chain === chain)).toEqual([highest])
          }),
          { numRuns },
        )
      } finally {
        await otherStore.close()
      }
      const chains = (await store.heads.list()).map(({ chain }) => chain)
      expect(chains).toEqual([...chains].sort())
    },
  },
  {
    name: 'default: of one height the first head stays, and a chain that began anew is forgotten',
    run: async ({ store }) => {
      const chain = freshName()
      const head = headOf(chain, 7)
      expect(await store.heads.raise(head)).toEqual(head)
      expect(await store.heads.raise({ ...head, hash: rootOfNumber(9) })).toEqual(head)
      expect(await store.heads.forget(chain)).toBe(true)
      expect(await store.heads.forget(chain)).toBe(false)
      expect(await store.heads.raise(headOf(chain, 3))).toEqual(headOf(chain, 3))
      await store.heads.forget(chain)
    },
  },
  {
    name: 'default: failures are counted until they are cleared, and parked when they are not tried again',
    run: async ({ fresh }) => {
      const clock = ticking()
      const store = await fresh.open({ nowUnix: clock.nowUnix })
      const { tenant, vaultRef } = await makeTenantVault(store)
      const work = { ...vaultRef, kind: 'vault.snapshot', day: dayOf(1) }
      const whole = { ...vaultRef, kind: 'roots.sync', day: null }
      const fail = (at: typeof work | typeof whole, message: string, retryAtUnix: bigint | null) =>
        store.failures.record(tenant.id, { ...at, code: 'rpc_failed', message, retryAtUnix })
      const first = await fail(work, 'one', 5n)
      expect(first).toEqual({
        ...work,
        state: 'retrying',
        attempts: 1,
        code: 'rpc_failed',
        message: 'one',
        firstAtUnix: first.lastAtUnix,
        lastAtUnix: first.lastAtUnix,
        retryAtUnix: 5n,
      } satisfies IndexingFailure)
      await fail(whole, 'other', 9n)
      const again = await fail(work, 'two', null)
      expect(again).toMatchObject({ state: 'parked', attempts: 2, message: 'two' })
      expect([again.firstAtUnix, again.retryAtUnix]).toEqual([first.firstAtUnix, null])
      expect(again.lastAtUnix > first.lastAtUnix).toBe(true)
      const listed = await store.failures.list(tenant.id, vaultRef)
      expect(listed).toEqual([again, expect.objectContaining(whole)])
      expect(await store.failures.clear(tenant.id, { ...work, day: null })).toBe(false)
      expect(await store.failures.clear(tenant.id, work)).toBe(true)
      expect(await store.failures.clear(tenant.id, work)).toBe(false)
      expect(await fail(work, 'three', 7n)).toMatchObject({ state: 'retrying', attempts: 1 })
      const odd = await fail(whole, `\0 \ud800 ${'x'.repeat(9000)}`, 7n)
      expect(odd).toMatchObject({
        attempts: 2,
        message: expect.stringMatching(/^\ufffd \ufffd x+$/),
      })
      expect(odd.message.length).toBe(2000)
      const elsewhere = fail({ ...work, chain: 'mars' }, '', null)
      await expect(elsewhere).rejects.toMatchObject({ code: 'vault_not_found' })
      const noDay = fail({ ...work, day: 'x' }, '', null)
      await expect(noDay).rejects.toMatchObject({ code: 'invalid_day' })
      await store.close()
    },
  },
  {
    name: 'law: of 20 failures at once by two processes each is counted',
    run: async ({ store, fresh }) => {
      const otherStore = await fresh.open()
      try {
        const { tenant, vaultRef } = await makeTenantVault(store)
        const failure = {
          ...vaultRef,
          kind: 'k',
          day: null,
          code: 'c',
          message: '',
          retryAtUnix: null,
        }
        const counted = await Promise.all(
          Array.from({ length: 20 }, (_, index) =>
            (index % 2 ? store : otherStore).failures.record(tenant.id, failure),
          ),
        )
        const attempts = counted.map((one) => one.attempts).sort((a, b) => a - b)
        expect(attempts).toEqual(Array.from({ length: 20 }, (_, index) => index + 1))
      } finally {
        await otherStore.close()
      }
    },
  },
  {
    name: 'law: retention keeps the newest price of each asset, and takes no more than it may at once',
    run: async ({ store, fresh }) => {
      const [first, second] = [await makeTenantVault(store), await makeTenantVault(store)]
      const price = (asset: number, atUnix: bigint) => ({
        chain: 'base',
        asset: addressOf(asset),
        atUnix,
        usd: String(atUnix),
        source: 's',
      })
      const early = [1n, 2n, 3n, 4n, 5n].map((at) => price(1, at))
      await store.prices.put(first.tenant.id, [...early, price(2, 1n), price(3, 9n), price(3, 2n)])
      await store.prices.put(second.tenant.id, [price(1, 3n)])
      const keeping = { pricesUnix: null, revisionsUnix: null, limit: 99 }
      expect(await store.retention.prune(keeping)).toEqual({ prices: 0, revisions: 0 })
      const rows = async () => {
        const counts: number[] = []
        for (const { tenant } of [first, second]) {
          for (const asset of [1, 2, 3]) {
            const query = { chain: 'base', assets: [addressOf(asset)] }
            const newest = await store.prices.latest(tenant.id, query)
            counts.push(Number(newest[0]?.usd ?? 0))
          }
        }
        return counts
      }
      const newest = await rows()
      expect(newest).toEqual([5, 1, 9, 3, 0, 0])
      // Prices of others in the same database may go with them.
      const limits = { ...keeping, pricesUnix: 5n }
      expect((await store.retention.prune({ ...limits, limit: 2 })).prices).toBe(2)
      while ((await store.retention.prune({ ...limits, limit: 2 })).prices === 2);
      expect(await store.retention.prune(limits)).toEqual({ prices: 0, revisions: 0 })
      expect(await rows()).toEqual(newest)
      const of = [first, second].map(({ tenant }) => `'${tenant.id}'`).join(', ')
      const left = await fresh.ask(`select at_unix from usd_price where tenant_id in (${of})`)
      expect(left.map((row) => Number(row.at_unix)).sort()).toEqual([1, 3, 5, 9])
    },
  },
  {
    name: 'default: retention takes revisions by when they were replaced, and their numbers count on',
    run: async ({ fresh }) => {
      let now = 1_000n
      const store = await fresh.open({ nowUnix: () => now })
      const { tenant, vaultRef } = await makeTenantVault(store)
      const put = async (body: string) => {
        now++
        await store.readings.put(tenant.id, readingOf(vaultRef, dayOf(1), body), 'again')
      }
      for (const body of ['a', 'b', 'c', 'd']) await put(body)
      const bodies = async () =>
        (await store.revisions.list(tenant.id, { ...vaultRef, day: dayOf(1) })).map(
          ({ body, number }) => `${number} ${body}`,
        )
      expect(await bodies()).toEqual(['0 a', '1 b', '2 c'])
      const limits = { pricesUnix: null, revisionsUnix: 1_004n, limit: 1 }
      expect(await store.retention.prune(limits)).toEqual({ prices: 0, revisions: 1 })
      expect(await bodies()).toEqual(['1 b', '2 c'])
      expect((await store.retention.prune({ ...limits, limit: 9 })).revisions).toBe(1)
      expect((await store.retention.prune({ ...limits, revisionsUnix: 1_005n })).revisions).toBe(1)
      await put('e')
      expect(await bodies()).toEqual(['3 d'])
      expect((await store.readings.find(tenant.id, vaultRef, dayOf(1)))?.body).toBe('e')
      await store.close()
    },
  },
  {
    name: 'default: since when a vault is on a chain, and on its first chain',
    run: async ({ store }) => {
      const { tenant } = await makeTenantVault(store)
      const draft = { ...draftOf(5), deployedAtUnix: 50n }
      const { address: vault } = await store.vaults.put(tenant.id, draft, by)
      const note = (chain: string, atUnix: bigint) =>
        store.vaults.setDeployed(tenant.id, { chain, vault }, { block: atUnix + 1n, atUnix })
      const since = async () => {
        const stored = (await store.vaults.find(tenant.id, { chain: 'base', vault }))!
        const of = stored.deployments.map((one) => [one.deployedAtUnix, one.deployedBlock])
        return [stored.deployedAtUnix, ...of]
      }
      await note('base', 70n)
      const unsetTimes = [null, 9_007_199_254_740_993n]
      expect(await since()).toEqual([50n, [70n, 71n], unsetTimes])
      await note('ethereum', 60n)
      await note('ethereum', 60n)
      expect(await since()).toEqual([60n, [70n, 71n], [60n, 61n]])
      await note('base', 55n)
      expect(await since()).toEqual([55n, [55n, 56n], [60n, 61n]])
      await expect(note('mars', 1n)).rejects.toMatchObject({ code: 'vault_not_found' })
      expect(await since()).toEqual([55n, [55n, 56n], [60n, 61n]])
    },
  },
  {
    name: 'default: every vault of every tenant, whole',
    run: async ({ store }) => {
      const homes = [await makeTenantVault(store), await makeTenantVault(store)]
      for (const { tenant } of homes) await store.vaults.put(tenant.id, draftOf(6), by)
      const everywhere = await store.vaults.everywhere()
      for (const { tenant } of homes) {
        const { items } = await store.vaults.page(tenant.id, { after: null, limit: 9 })
        expect(items.length).toBe(2)
        expect(everywhere.filter(({ tenantId }) => tenantId === tenant.id)).toEqual(items)
      }
      const order = everywhere.map(
        ({ tenantId, address }) => `${tenantId} ${address.toLowerCase()}`,
      )
      expect(order).toEqual([...order].sort())
    },
  },
  {
    name: 'behavior: a chain with readings stays, and one with failures alone may go',
    run: async ({ store }) => {
      const { tenant, vaultRef, vault } = await makeTenantVault(store)
      const failure = { kind: 'k', day: null, code: 'c', message: '', retryAtUnix: null }
      await store.failures.record(tenant.id, { ...vaultRef, ...failure })
      await store.readings.put(tenant.id, readingOf({ ...vaultRef, chain: 'base' }, dayOf(1)), null)
      const without = (chain: string) => ({
        ...vault,
        deployments: vault.deployments.filter((one) => one.chain !== chain),
      })
      await store.vaults.put(tenant.id, without('ethereum'), by)
      expect(await store.failures.list(tenant.id, vaultRef)).toEqual([])
      const refused = store.vaults.put(tenant.id, without('base'), by)
      await expect(refused).rejects.toMatchObject({ code: 'deployment_in_use' })
    },
  },
]

function headOf(chain: string, number: number): FinalHead {
  const hash = rootOfNumber(number)
  return { chain, number: BigInt(number), hash, atUnix: BigInt(number) * 12n }
}
