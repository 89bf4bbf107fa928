import type { DayReading, PageQuery, VaultRef } from '@vaultwright/store'
import fc from 'fast-check'
import { expect } from 'vitest'
import { runsOf } from '../runs.ts'
import type { StoreCase } from './store-fixture.ts'
import { dayOf, makeTenantVault, readingOf, rootOfNumber, ticking, walk } from './store-fixture.ts'

const numRuns = runsOf(1 / 4)
const block = fc.bigInt({ min: 0n, max: 2n ** 62n })
/** The texts that both databases keep: anything but U+0000. */
const text = fc
  .string({ unit: 'grapheme', maxLength: 400 })
  .map((one) => JSON.stringify({ one, twice: one }).replaceAll('\0', ''))

const whole = (place: VaultRef) => ({ ...place, from: dayOf(0), to: dayOf(999) })

/** Readings and what stood before them. */
export const readingCases: readonly StoreCase[] = [
  {
    name: 'law: a reading is given back as it was put, and its digest is of its body alone',
    run: async ({ store }) => {
      const { tenant, vaultRef: place } = await makeTenantVault(store)
      const digests = new Map<string, string>()
      let index = 0
      await fc.assert(
        fc.asyncProperty(block, block, text, async (blockNumber, atUnix, body) => {
          const day = dayOf(index++)
          const reading = { ...readingOf(place, day, body), blockNumber, atUnix }
          expect(await store.readings.put(tenant.id, reading, null)).toBe('added')
          const stored = (await store.readings.find(tenant.id, place, day))!
          expect(stored).toMatchObject({ ...reading, revision: 0 })
          expect(stored.digest).toMatch(/^[0-9a-f]{16}$/)
          expect(digests.get(body) ?? stored.digest).toBe(stored.digest)
          digests.set(body, stored.digest)
        }),
        { numRuns, examples: [[2n ** 62n, 0n, '']] },
      )
      expect(new Set(digests.values()).size).toBe(digests.size)
      const marks = await store.readings.marks(tenant.id, place)
      expect(marks.map(({ day }) => day)).toEqual(marks.map((_, at) => dayOf(at)))
      expect(await store.readings.names(tenant.id, place)).toEqual(
        marks.map(({ chain, day, digest }) => ({ chain, day, digest })),
      )
      const [first] = marks
      expect(await store.readings.find(tenant.id, place, dayOf(0))).toEqual({ ...first, body: '' })
    },
  },
  {
    name: 'default: the first reading of a day stays, and another replaces it only for a reason',
    run: async ({ fresh }) => {
      const clock = ticking()
      const store = await fresh.open({ nowUnix: clock.nowUnix })
      const { tenant, vaultRef: place } = await makeTenantVault(store)
      const put = (body: string, reason: string | null, blockHash = rootOfNumber(1)) =>
        store.readings.put(tenant.id, { ...readingOf(place, dayOf(1), body), blockHash }, reason)
      const body = async () => (await store.readings.find(tenant.id, place, dayOf(1)))?.body
      expect(await put('first', null)).toBe('added')
      expect(await put('second', null)).toBe('kept')
      expect(await put('first', 'read again')).toBe('kept')
      expect(await body()).toBe('first')
      const day = { ...place, day: dayOf(1) }
      expect(await store.revisions.list(tenant.id, day)).toEqual([])
      expect(await put('third', 'a reorganisation')).toBe('revised')
      expect(await put('third', 'another block', rootOfNumber(2))).toBe('revised')
      expect(await body()).toBe('third')
      const stored = (await store.readings.find(tenant.id, place, dayOf(1)))!
      expect(stored).toMatchObject({ revision: 2, blockHash: rootOfNumber(2) })
      const revisions = await store.revisions.list(tenant.id, day)
      expect(revisions).toMatchObject([
        { ...day, kind: 'reading', number: 0, reason: 'a reorganisation', body: 'first' },
        { ...day, kind: 'reading', number: 1, reason: 'another block', body: 'third' },
      ])
      expect(revisions.map(({ receipt }) => receipt)).toEqual([null, null])
      // Each stood from when it was read until the next was.
      expect(revisions[0]!.untilUnix).toBe(revisions[1]!.sinceUnix)
      expect(revisions[1]!.untilUnix).toBe(stored.readAtUnix)
      expect(revisions[0]!.sinceUnix! < revisions[0]!.untilUnix).toBe(true)
      expect(await put('fourth', 'x')).toBe('revised')
      expect(await store.revisions.days(tenant.id, place)).toEqual([
        { day: dayOf(1), revisions: 3 },
      ])
      await store.close()
    },
  },
  {
    name: 'law: of 20 readings of one day at once by two processes one is added, whichever it is',
    run: async ({ store, fresh }) => {
      const otherStore = await fresh.open()
      try {
        const { tenant, vaultRef: place } = await makeTenantVault(store)
        const done = await Promise.all(
          Array.from({ length: 20 }, (_, index) =>
            (index % 2 ? store : otherStore).readings.put(
              tenant.id,
              readingOf(place, dayOf(1), `${index}`),
              null,
            ),
          ),
        )
        expect(done.filter((one) => one === 'added').length).toBe(1)
        expect(done.filter((one) => one === 'kept').length).toBe(19)
        const stored = await store.readings.find(tenant.id, place, dayOf(1))
        expect(stored?.body).toBe(`${done.indexOf('added')}`)
        const revised = await Promise.all(
          Array.from({ length: 10 }, (_, index) =>
            (index % 2 ? store : otherStore).readings.put(
              tenant.id,
              readingOf(place, dayOf(1), `again ${index}`),
              'at once',
            ),
          ),
        )
        expect(new Set(revised)).toEqual(new Set(['revised']))
        const revisions = await store.revisions.list(tenant.id, { ...place, day: dayOf(1) })
        expect(revisions.map(({ number }) => number)).toEqual([0, 1, 2, 3, 4, 5, 6, 7, 8, 9])
      } finally {
        await otherStore.close()
      }
    },
  },
  {
    name: 'law: the pages of readings are the whole list in its order, whatever their size',
    run: async ({ store }) => {
      const { tenant, vaultRef: place } = await makeTenantVault(store)
      const days = Array.from({ length: 9 }, (_, index) => dayOf(index * 2))
      for (const day of days.toReversed()) {
        await store.readings.put(tenant.id, readingOf(place, day), null)
        const elsewhere = readingOf({ ...place, chain: 'base' }, day)
        await store.readings.put(tenant.id, elsewhere, null)
      }
      for (let limit = 1; limit <= 10; limit++) {
        const part = { ...place, from: days[2]!, to: dayOf(13) }
        const stored = await walk(
          (query: PageQuery<string>) => store.readings.page(tenant.id, part, query),
          ({ day }) => day,
          limit,
        )
        expect(stored.map(({ day, chain }) => [day, chain])).toEqual(
          days.slice(2, 7).map((day) => [day, 'ethereum']),
        )
      }
    },
  },
  {
    name: 'error: VaultNotFoundError, InvalidDayError, InvalidTextError keep no reading',
    run: async ({ store }) => {
      const { tenant, vaultRef: place } = await makeTenantVault(store)
      const good = readingOf(place, dayOf(1))
      const wrong: readonly (readonly [DayReading, string])[] = [
        [{ ...good, chain: 'mars' }, 'vault_not_found'],
        [{ ...good, day: '2026-02-30' }, 'invalid_day'],
        [{ ...good, body: 'a\0b' }, 'invalid_text'],
        [{ ...good, body: 'a\ud800b' }, 'invalid_text'],
      ]
      for (const [reading, code] of wrong) {
        await expect(store.readings.put(tenant.id, reading, null)).rejects.toMatchObject({ code })
      }
      expect(await store.readings.marks(tenant.id, place)).toEqual([])
    },
  },
  {
    name: 'error: StoreDamagedError when a kept body is not what its digest says, or no text at all',
    run: async ({ store, fresh }) => {
      const { tenant, vaultRef: place } = await makeTenantVault(store)
      for (const [index, body] of ['one', 'other'].entries()) {
        await store.readings.put(tenant.id, readingOf(place, dayOf(index), body), null)
      }
      const where = `where tenant_id = '${tenant.id}' and day = '${dayOf(0)}'`
      const bodyQuery = `(select body from reading where tenant_id = '${tenant.id}' and day = '${dayOf(1)}')`
      const empty = store.kind === 'sqlite' ? "x'00'" : "'\\x00'::bytea"
      for (const wrong of [bodyQuery, empty]) {
        await fresh.ask(`update reading set body = ${wrong} ${where}`)
        const damaged = { code: 'store_damaged' }
        const stored = store.readings.find(tenant.id, place, dayOf(0))
        await expect(stored).rejects.toMatchObject(damaged)
        const query = { ...whole(place), range: whole(place), withOtherChains: false, reason: 'x' }
        const nothing = { snapshots: [], dailyPoints: [], performances: [] }
        const derived = store.derived.derive(tenant.id, query, () => nothing)
        await expect(derived).rejects.toMatchObject(damaged)
      }
      expect((await store.readings.find(tenant.id, place, dayOf(1)))?.body).toBe('other')
    },
  },
]
