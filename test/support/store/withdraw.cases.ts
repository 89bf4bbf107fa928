import type { Store, VaultRef } from '@vaultwright/store'
import { expect } from 'vitest'
import type { StoreCase } from './store-fixture.ts'
import {
  dayOf,
  makeTenantVault,
  performanceOf,
  pointOf,
  readingOf,
  rootOfNumber,
  snapshotOf,
  ticking,
} from './store-fixture.ts'

const whole = (place: VaultRef) => ({ ...place, from: dayOf(0), to: dayOf(999) })

/** Everything that stands of the days of a vault. */
async function keptOf(store: Store, tenantId: string, place: VaultRef) {
  const all = { after: null, limit: 99 }
  return {
    readings: await store.readings.marks(tenantId, place),
    bases: await store.derived.bases(tenantId, place),
    snapshots: (await store.snapshots.page(tenantId, place, all)).items,
    points: (await store.dailyPoints.page(tenantId, whole(place), all)).items,
    performance: await store.performances.latest(tenantId, place),
  }
}

/** Days that are taken back. */
export const withdrawCases: readonly StoreCase[] = [
  {
    name: 'law: a day that is withdrawn is as if it had never been read, but for its revisions, whose numbers count on',
    run: async ({ fresh }) => {
      const clock = ticking()
      const store = await fresh.open({ nowUnix: clock.nowUnix })
      const { tenant, vaultRef: place } = await makeTenantVault(store)
      const query = { ...whole(place), range: whole(place), withOtherChains: false, reason: 'new' }
      const read = async (index: number, body: string) => {
        await store.readings.put(tenant.id, readingOf(place, dayOf(index), body), 'read again')
        await store.derived.derive(tenant.id, query, (readings) => ({
          snapshots: readings.map(({ day, body, digest }) => ({
            value: snapshotOf(place, day, body),
            basis: { day: digest },
            receipt: null,
          })),
          dailyPoints: readings.map(({ day, body, digest }) => ({
            value: pointOf(place, day, body),
            basis: { day: digest },
            receipt: `"${body}"`,
          })),
          performances: readings.map(({ day, body, digest }) => ({
            value: performanceOf(place, day, body),
            basis: { day: digest },
            receipt: `"${body}"`,
          })),
        }))
      }
      const list = () => store.revisions.list(tenant.id, { ...place, day: dayOf(2) })
      const kinds = ['daily', 'performance', 'reading', 'snapshot']
      await read(1, '1')
      const before = await keptOf(store, tenant.id, place)
      for (const [round, body] of ['2', '3', '4'].entries()) {
        await read(2, body)
        const mark = (await store.readings.find(tenant.id, place, dayOf(2)))!
        expect(mark.revision).toBe(round)
        expect(await store.readings.withdraw(tenant.id, mark, { reason: 'not over' })).toBe(4)
        expect(await keptOf(store, tenant.id, place)).toEqual(before)
        const revisions = await list()
        expect(revisions.map(({ kind, number }) => `${kind} ${number}`)).toEqual(
          kinds.flatMap((kind) => Array.from({ length: round + 1 }, (_, at) => `${kind} ${at}`)),
        )
        const last = revisions.filter(({ number }) => number === round)
        expect(last.map(({ reason }) => reason)).toEqual(kinds.map(() => 'not over'))
        expect(last.map(({ receipt }) => receipt)).toEqual([`"${body}"`, `"${body}"`, null, null])
        expect(last[2]).toMatchObject({ body, sinceUnix: mark.readAtUnix })
        for (const { sinceUnix, untilUnix } of last) expect(sinceUnix! < untilUnix).toBe(true)
        // It is gone already.
        expect(await store.readings.withdraw(tenant.id, mark, { reason: 'not over' })).toBe(0)
      }
      // What is revised after all that counts on as well.
      await read(2, '5')
      await read(2, '6')
      expect((await list()).map(({ number }) => number)).toEqual(kinds.flatMap(() => [0, 1, 2, 3]))
      await store.close()
    },
  },
  {
    name: 'default: a reading that took the place of the one that is withdrawn stays',
    run: async ({ store }) => {
      const { tenant, vaultRef: place } = await makeTenantVault(store)
      const put = (body: string, blockHash = rootOfNumber(1)) =>
        store.readings.put(tenant.id, { ...readingOf(place, dayOf(1), body), blockHash }, 'again')
      await put('first')
      const first = (await store.readings.find(tenant.id, place, dayOf(1)))!
      await put('first', rootOfNumber(2))
      expect(await store.readings.withdraw(tenant.id, first, { reason: 'not over' })).toBe(0)
      const second = (await store.readings.find(tenant.id, place, dayOf(1)))!
      expect(second.blockHash).toBe(rootOfNumber(2))
      await put('second', rootOfNumber(2))
      expect(await store.readings.withdraw(tenant.id, second, { reason: 'not over' })).toBe(0)
      expect((await store.readings.find(tenant.id, place, dayOf(1)))?.body).toBe('second')
      const elsewhere = store.readings.withdraw(
        tenant.id,
        { ...second, chain: 'mars' },
        { reason: 'not over' },
      )
      await expect(elsewhere).rejects.toMatchObject({ code: 'vault_not_found' })
      const wrong = store.readings.withdraw(tenant.id, second, { reason: 'a\0b' })
      await expect(wrong).rejects.toMatchObject({ code: 'invalid_text' })
    },
  },
  {
    name: 'law: of 20 who withdraw a day while 20 read it, each does it whole',
    run: async ({ store, fresh }) => {
      const otherStore = await fresh.open()
      try {
        const { tenant, vaultRef: place } = await makeTenantVault(store)
        const dayPlace = { ...place, day: dayOf(1) }
        const done = await Promise.all(
          Array.from({ length: 20 }, async (_, index) => {
            const opened = index % 2 ? store : otherStore
            const reading = readingOf(place, dayOf(1), `${index}`)
            const put = await opened.readings.put(tenant.id, reading, 'at once')
            const mark = await opened.readings.find(tenant.id, place, dayOf(1))
            const gone =
              mark === null
                ? 0
                : await opened.readings.withdraw(tenant.id, mark, { reason: 'not over' })
            return { put, gone }
          }),
        )
        const revisions = await store.revisions.list(tenant.id, dayPlace)
        const revised = done.filter(({ put }) => put === 'revised').length
        const gone = done.filter((one) => one.gone === 1).length
        expect(revisions.length).toBe(revised + gone)
        expect(revisions.map(({ number }) => number)).toEqual(revisions.map((_, number) => number))
        const left = await store.readings.marks(tenant.id, place)
        expect(revisions.length + left.length).toBe(done.filter(({ put }) => put !== 'kept').length)
      } finally {
        await otherStore.close()
      }
    },
  },
]
