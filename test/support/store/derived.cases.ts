import type {
  Basis,
  DayRange,
  Derivation,
  DeriveCount,
  Store,
  StoredReading,
  VaultRef,
} from '@vaultwright/store'
import { expect } from 'vitest'
import type { StoreCase } from './store-fixture.ts'
import {
  dayOf,
  freshName,
  makeTenantVault,
  performanceOf,
  pointOf,
  readingOf,
  snapshotOf,
  type TenantVault,
  ticking,
} from './store-fixture.ts'

const none: DeriveCount = { added: 0, completed: 0, revised: 0, unchanged: 0 }
const all = { from: dayOf(0), to: dayOf(999) }

/** A formula of three values a day: each is the sum of the bodies of its day and the day before. */
function sumOf(place: VaultRef, formula = 'sum@1') {
  return (readings: readonly StoredReading[]): Derivation => {
    const ownReadings = readings.filter(({ chain }) => chain === place.chain)
    const derived = ownReadings.map((reading, at) => {
      const before = ownReadings[at - 1]
      const inputs = before === undefined ? [reading] : [before, reading]
      const basis: Basis = {
        formula,
        ...Object.fromEntries(inputs.map(({ day, digest }) => [day, digest])),
      }
      const value = String(inputs.reduce((sum, { body }) => sum + Number(body), 0))
      return { day: reading.day, value, basis, receipt: JSON.stringify({ formula, value }) }
    })
    return {
      snapshots: derived.map(({ day, value, basis }) => ({
        value: snapshotOf(place, day, value),
        basis,
        receipt: null,
      })),
      dailyPoints: derived.map(({ day, value, basis, receipt }) => ({
        value: pointOf(place, day, value),
        basis,
        receipt,
      })),
      performances: derived.map(({ day, value, basis, receipt }) => ({
        value: performanceOf(place, day, value),
        basis,
        receipt,
      })),
    }
  }
}

function derive(
  store: Store,
  { tenant, vaultRef: place }: TenantVault,
  { range = all, formula = 'sum@1', reason = 'a reason' } = {},
): Promise<DeriveCount> {
  const query = { ...place, range, withOtherChains: false, reason }
  return store.derived.derive(tenant.id, query, sumOf(place, formula))
}

const put = (store: Store, { tenant, vaultRef: place }: TenantVault, index: number, body: string) =>
  store.readings.put(tenant.id, readingOf(place, dayOf(index), body), 'read again')

async function pricesOf(store: Store, { tenant, vaultRef: place }: TenantVault) {
  const range = { ...place, ...all }
  const { items } = await store.dailyPoints.page(tenant.id, range, { after: null, limit: 999 })
  return items.map(({ sharePrice }) => sharePrice)
}

/** Values that are computed from readings. */
export const derivedCases: readonly StoreCase[] = [
  {
    name: 'default: values are computed from readings, with basis and receipt, and again changes nothing',
    run: async ({ fresh }) => {
      const written: string[] = []
      const onQuery = (sql: string) => {
        if (/^(insert|update|delete)/.test(sql)) written.push(sql)
      }
      const store = await fresh.open({ onQuery })
      const home = await makeTenantVault(store)
      const { tenant, vaultRef: place } = home
      const days = Array.from({ length: 100 }, (_, index) => index)
      for (const index of days) await put(store, home, index, String(index))
      written.length = 0
      expect(await derive(store, home)).toEqual({ ...none, added: 300 })
      // Few statements, however many rows: 100 are written as 64, 32 and 4.
      expect(written.length).toBe(9)
      expect(await pricesOf(store, home)).toEqual(days.map((at) => String(at && 2 * at - 1)))
      const snapshot = await store.snapshots.latest(tenant.id, place)
      expect(snapshot).toEqual(snapshotOf(place, dayOf(99), '197'))
      const performance = await store.performances.latest(tenant.id, place)
      expect(performance).toEqual(performanceOf(place, dayOf(99), '197'))
      for (const kind of ['daily', 'performance'] as const) {
        const receipt = await store.derived.receipt(tenant.id, { ...place, day: dayOf(7) }, kind)
        expect(receipt?.text).toBe('{"formula":"sum@1","value":"13"}')
      }
      const marks = await store.readings.marks(tenant.id, place)
      const bases = await store.derived.bases(tenant.id, place)
      expect(bases.map(({ day }) => day)).toEqual(days.map(dayOf))
      const [seventh, eighth] = [marks[7]!, marks[8]!]
      const basis = {
        formula: 'sum@1',
        [seventh.day]: seventh.digest,
        [eighth.day]: eighth.digest,
      }
      const text = JSON.stringify(basis, Object.keys(basis).sort())
      expect(bases[8]).toEqual({
        day: dayOf(8),
        snapshot: text,
        daily: text,
        performance: text,
      })
      written.length = 0
      expect(await derive(store, home)).toEqual({ ...none, unchanged: 300 })
      expect(written).toEqual([])
      await store.close()
    },
  },
  {
    name: 'law: each day with a value of an older formula counts once, and none of a newer one',
    run: async ({ store }) => {
      const home = await makeTenantVault(store)
      const older = `${freshName()}@1`
      const names = { snapshot: [older], daily: [older], performance: [older] }
      for (let index = 0; index < 5; index++) await put(store, home, index, String(index))
      await derive(store, home, { formula: older })
      expect(await store.derived.olderDays(names)).toBe(5)
      expect(await store.derived.olderDays({ ...names, snapshot: [], daily: [] })).toBe(5)
      await derive(store, home, { range: { from: dayOf(0), to: dayOf(2) }, formula: 'sum@9' })
      expect(await store.derived.olderDays(names)).toBe(2)
      expect(await store.derived.olderDays({ snapshot: [], daily: [], performance: [] })).toBe(0)
    },
  },
  {
    name: 'behavior: a value that is completed is not a revision, and one that changes is, with all that it was',
    run: async ({ fresh }) => {
      const clock = ticking()
      const store = await fresh.open({ nowUnix: clock.nowUnix })
      const home = await makeTenantVault(store)
      const { tenant, vaultRef: place } = home
      const day = { ...place, day: dayOf(2) }
      const kinds = async () => (await store.revisions.list(tenant.id, day)).map(({ kind }) => kind)
      await put(store, home, 2, '5')
      expect(await derive(store, home)).toEqual({ ...none, added: 3 })
      await put(store, home, 1, '3')
      expect(await derive(store, home)).toEqual({ ...none, added: 3, completed: 3 })
      expect(await pricesOf(store, home)).toEqual(['3', '8'])
      expect(await kinds()).toEqual([])
      await put(store, home, 1, '4')
      const revised = { ...none, revised: 6 }
      expect(await derive(store, home, { reason: 'the block went' })).toEqual(revised)
      expect(await pricesOf(store, home)).toEqual(['4', '9'])
      const [daily, performance, snapshot] = await store.revisions.list(tenant.id, day)
      expect(await kinds()).toEqual(['daily', 'performance', 'snapshot'])
      expect(daily).toMatchObject({ number: 0, reason: 'the block went' })
      expect(daily?.receipt).toBe('{"formula":"sum@1","value":"8"}')
      expect(performance?.receipt).toBe(daily?.receipt)
      expect(snapshot?.receipt).toBeNull()
      const shown = (value: object) =>
        JSON.parse(JSON.stringify(value, (_, one) => (typeof one === 'bigint' ? `${one}` : one)))
      expect(JSON.parse(daily!.body)).toEqual(shown(pointOf(place, dayOf(2), '8')))
      expect(JSON.parse(performance!.body)).toEqual(shown(performanceOf(place, dayOf(2), '8')))
      expect(JSON.parse(snapshot!.body)).toEqual(shown(snapshotOf(place, dayOf(2), '8')))
      expect(daily!.sinceUnix! < daily!.untilUnix).toBe(true)
      // A formula that gives the same takes nothing back, and one that gives something else does.
      expect(await derive(store, home, { formula: 'sum@2' })).toEqual({ ...none, completed: 6 })
      expect((await kinds()).length).toBe(3)
      const receipt = await store.derived.receipt(tenant.id, day, 'daily')
      expect(receipt?.text).toBe('{"formula":"sum@2","value":"9"}')
      await put(store, home, 2, '6')
      expect(await derive(store, home, { formula: 'sum@2' })).toEqual({
        ...none,
        revised: 3,
        unchanged: 3,
      })
      const [first, second] = await store.revisions.list(tenant.id, day)
      expect([first?.number, second?.number]).toEqual([0, 1])
      expect(second?.sinceUnix).toBe(first?.untilUnix)
      await store.close()
    },
  },
  {
    name: 'behavior: what was put by hand has no basis, and what is computed in its place keeps it',
    run: async ({ store }) => {
      const home = await makeTenantVault(store)
      const { tenant, vaultRef: place } = home
      const day = { ...place, day: dayOf(1) }
      await store.snapshots.put(tenant.id, snapshotOf(place, dayOf(1), '7'))
      await store.dailyPoints.put(tenant.id, [pointOf(place, dayOf(1), '7')])
      const byHand = { day: dayOf(1), snapshot: null, daily: null, performance: null }
      expect(await store.derived.bases(tenant.id, place)).toEqual([byHand])
      expect(await store.derived.receipt(tenant.id, day, 'daily')).toBeNull()
      await put(store, home, 1, '8')
      expect(await derive(store, home)).toEqual({ ...none, added: 1, revised: 2 })
      const revisions = await store.revisions.list(tenant.id, day)
      expect(revisions.map(({ kind, sinceUnix }) => [kind, sinceUnix])).toEqual([
        ['daily', null],
        ['snapshot', null],
      ])
      await store.dailyPoints.put(tenant.id, [pointOf(place, dayOf(1), '7')])
      await store.performances.put(tenant.id, performanceOf(place, dayOf(1), '7'))
      const [bases] = await store.derived.bases(tenant.id, place)
      expect(bases).toMatchObject({ daily: null, performance: null })
      expect(await store.derived.receipt(tenant.id, day, 'daily')).toBeNull()
      expect(await store.derived.receipt(tenant.id, day, 'performance')).toBeNull()
    },
  },
  {
    name: 'default: a computation sees the days of its range, and of other chains when it asks for them',
    run: async ({ store }) => {
      const { tenant, vaultRef: place } = await makeTenantVault(store)
      for (const chain of ['ethereum', 'base']) {
        for (const index of [3, 1, 2, 0]) {
          const reading = readingOf({ ...place, chain }, dayOf(index), `${index}`)
          await store.readings.put(tenant.id, reading, null)
        }
      }
      const range: DayRange = { from: dayOf(1), to: dayOf(2) }
      const countsOf = async (withOtherChains: boolean) => {
        let derivedFrom: readonly StoredReading[] = []
        const query = { ...place, range, withOtherChains, reason: '' }
        await store.derived.derive(tenant.id, query, (readings) => {
          derivedFrom = readings
          return { snapshots: [], dailyPoints: [], performances: [] }
        })
        return derivedFrom.map(({ chain, day, body }) => `${chain} ${day} ${body}`)
      }
      const names = [`ethereum ${dayOf(1)} 1`, `ethereum ${dayOf(2)} 2`]
      expect(await countsOf(false)).toEqual(names)
      expect(await countsOf(true)).toEqual([`base ${dayOf(1)} 1`, `base ${dayOf(2)} 2`, ...names])
    },
  },
  {
    name: 'law: when workers compute neighbouring days at once, in the end each value has seen both',
    run: async ({ store, fresh }) => {
      const otherStore = await fresh.open()
      try {
        for (let round = 0; round < 5; round++) {
          const home = await makeTenantVault(store)
          const lanes = Array.from({ length: 12 }, async (_, index) => {
            const opened = index % 2 ? store : otherStore
            await put(opened, home, index, String(index))
            // This day needs the day before it, and the day after it needs this one.
            const range = { from: dayOf(index - 1), to: dayOf(index + 1) }
            const query = { ...home.vaultRef, range, withOtherChains: false, reason: '' }
            const isWanted = ({ value }: { readonly value: { readonly day: string } }) =>
              value.day >= dayOf(index)
            await opened.derived.derive(home.tenant.id, query, (readings) => {
              const sum = sumOf(home.vaultRef)(readings)
              const performances = sum.performances.filter(isWanted)
              const dailyPoints = sum.dailyPoints.filter(isWanted)
              return { snapshots: sum.snapshots.filter(isWanted), dailyPoints, performances }
            })
          })
          await Promise.all(lanes)
          expect(await pricesOf(store, home)).toEqual(
            lanes.map((_, at) => String(at && 2 * at - 1)),
          )
          expect(await store.revisions.days(home.tenant.id, home.vaultRef)).toEqual([])
        }
      } finally {
        await otherStore.close()
      }
    },
  },
  {
    name: 'error: what the work throws, VaultNotFoundError, InvalidDecimalError write nothing',
    run: async ({ store }) => {
      const home = await makeTenantVault(store)
      const { tenant, vaultRef: place } = home
      await put(store, home, 1, '1')
      const query = { ...place, range: all, withOtherChains: false, reason: '' }
      const thrown = store.derived.derive(tenant.id, query, () => {
        throw new RangeError('no')
      })
      await expect(thrown).rejects.toThrow(RangeError)
      const missing = store.derived.derive(tenant.id, { ...query, chain: 'mars' }, sumOf(place))
      await expect(missing).rejects.toMatchObject({ code: 'vault_not_found' })
      const bad = store.derived.derive(tenant.id, query, (readings) => {
        const { snapshots, dailyPoints } = sumOf(place)(readings)
        const value = performanceOf(place, dayOf(1), '1e3')
        const performances = [{ value, basis: {}, receipt: null }]
        return { snapshots, dailyPoints, performances }
      })
      await expect(bad).rejects.toMatchObject({ code: 'invalid_decimal' })
      expect(await store.derived.bases(tenant.id, place)).toEqual([])
    },
  },
]
