import { maxWitnessBytes, type PageQuery } from '@vaultwright/store'
import fc from 'fast-check'
import { expect } from 'vitest'
import { runsOf } from '../runs.ts'
import type { StoreCase } from './store-fixture.ts'
import {
  addressOf,
  dayOf,
  freshName,
  makeTenantVault,
  performanceOf,
  pointOf,
  snapshotOf,
  ticking,
  walk,
} from './store-fixture.ts'

const numRuns = runsOf(1 / 4)
const digits = (minimum: number, most: number) =>
  fc
    .array(fc.integer({ min: 0, max: 9 }), { minLength: minimum, maxLength: most })
    .map((list) => list.join(''))
const decimal = fc
  .tuple(fc.boolean(), digits(1, 78), digits(0, 40))
  .map(([isNegative, whole, fraction]) => {
    const [left, right] = [whole.replace(/^0+(?=\d)/, ''), fraction.replace(/0+$/, '')]
    const size = right === '' ? left : `${left}.${right}`
    return isNegative && size !== '0' ? `-${size}` : size
  })
const widest = `${'9'.repeat(78)}.${'0'.repeat(39)}1`

/** Snapshots, daily points, performances, prices and simulations. */
export const historyCases: readonly StoreCase[] = [
  {
    name: 'law: snapshots, points, performances and prices are given back as they were put',
    run: async ({ store }) => {
      const { tenant, vaultRef } = await makeTenantVault(store)
      let atUnix = 0n
      await fc.assert(
        fc.asyncProperty(fc.integer({ min: 0, max: 9 }), decimal, async (index, value) => {
          const day = dayOf(index)
          const snapshot = snapshotOf(vaultRef, day, value.replace(/^-/, ''))
          await store.snapshots.put(tenant.id, snapshot)
          const point = pointOf(vaultRef, day, value)
          await store.dailyPoints.put(tenant.id, [point])
          const performance = performanceOf(vaultRef, dayOf(10), value)
          await store.performances.put(tenant.id, performance)
          const price = { chain: 'base', asset: addressOf(1), atUnix: ++atUnix, usd: value }
          await store.prices.put(tenant.id, [{ ...price, source: 'test' }])
          const priceQuery = { chain: 'base', assets: [price.asset] }
          expect(await store.prices.latest(tenant.id, priceQuery)).toEqual([
            { ...price, source: 'test' },
          ])
          const query = { after: null, limit: 99 }
          const { items } = await store.snapshots.page(tenant.id, vaultRef, query)
          expect(items.find((one) => one.day === day)).toEqual(snapshot)
          const range = { ...vaultRef, from: day, to: day }
          const navs = await store.snapshots.navs(tenant.id, range)
          expect(navs).toEqual([{ day, nav: snapshot.nav }])
          expect((await store.dailyPoints.page(tenant.id, range, query)).items).toEqual([point])
          expect(await store.performances.latest(tenant.id, vaultRef)).toEqual(performance)
        }),
        {
          numRuns,
          examples: [
            [0, widest],
            [0, '0'],
            [1, '0.1'],
            [1, '10000000000000000000000'],
          ],
        },
      )
    },
  },
  {
    name: 'behavior: decimals come back in the one canonical form, the same on both databases',
    run: async ({ store }) => {
      const { tenant, vaultRef } = await makeTenantVault(store)
      const spellings = { '1.0': '1', '-0.00': '0', '007.50': '7.5', '-1.10': '-1.1', '0.0': '0' }
      for (const [text, canonical] of Object.entries(spellings)) {
        await store.dailyPoints.put(tenant.id, [pointOf(vaultRef, dayOf(1), text)])
        const range = { ...vaultRef, from: dayOf(1), to: dayOf(1) }
        const { items } = await store.dailyPoints.page(tenant.id, range, { after: null, limit: 1 })
        expect(items).toEqual([pointOf(vaultRef, dayOf(1), canonical)])
      }
    },
  },
  {
    name: 'error: InvalidDecimalError, InvalidDayError, VaultNotFoundError store nothing, also of many',
    run: async ({ store }) => {
      const { tenant, vaultRef } = await makeTenantVault(store)
      const good = pointOf(vaultRef, dayOf(1))
      const put = async (bad: typeof good) => store.dailyPoints.put(tenant.id, [good, bad])
      for (const text of [
        '1e3',
        'NaN',
        '',
        '.5',
        '1.',
        '+1',
        '1,5',
        ' 1',
        '0x1',
        '१',
        '9'.repeat(1001),
      ]) {
        const bad = put(pointOf(vaultRef, dayOf(2), text))
        await expect(bad, text).rejects.toMatchObject({ code: 'invalid_decimal' })
        const snapshot = store.snapshots.put(tenant.id, snapshotOf(vaultRef, dayOf(1), text))
        await expect(snapshot).rejects.toMatchObject({ code: 'invalid_decimal' })
      }
      for (const day of ['2026-02-30', '2026-1-1', 'x', '2026-01-01T00:00:00Z']) {
        await expect(put(pointOf(vaultRef, day))).rejects.toMatchObject({ code: 'invalid_day' })
      }
      const elsewhere = put({ ...good, chain: 'mars' })
      await expect(elsewhere).rejects.toMatchObject({ code: 'vault_not_found' })
      expect(await store.dailyPoints.rangeOf(tenant.id, vaultRef)).toBeNull()
      expect(await store.snapshots.latest(tenant.id, vaultRef)).toBeNull()
      expect(await store.performances.latest(tenant.id, vaultRef)).toBeNull()
    },
  },
  {
    name: 'law: the pages of days are the whole list in its order, whatever their size',
    run: async ({ store }) => {
      const { tenant, vaultRef } = await makeTenantVault(store)
      const days = Array.from({ length: 9 }, (_, index) => dayOf(index * 2))
      for (const day of days.toReversed()) {
        await store.snapshots.put(tenant.id, snapshotOf(vaultRef, day))
        await store.performances.put(tenant.id, performanceOf(vaultRef, day))
      }
      await store.dailyPoints.put(
        tenant.id,
        days.map((day) => pointOf(vaultRef, day)),
      )
      const whole = { from: days[0]!, to: days[8]! }
      await store.snapshots.put(tenant.id, { ...snapshotOf(vaultRef, days[3]!), nav: null })
      const inside = { ...vaultRef, from: days[2]!, to: days[4]! }
      const navs = await store.snapshots.navs(tenant.id, inside)
      expect(navs.map(({ day, nav }) => [day, nav?.leftOut ?? null])).toEqual([
        [days[2], 3],
        [days[3], null],
        [days[4], 3],
      ])
      expect(await store.dailyPoints.rangeOf(tenant.id, vaultRef)).toEqual(whole)
      expect((await store.snapshots.latest(tenant.id, vaultRef))?.day).toBe(days[8])
      expect((await store.performances.latest(tenant.id, vaultRef))?.day).toBe(days[8])
      for (let limit = 1; limit <= 10; limit++) {
        const newest = await walk(
          (query: PageQuery<string>) => store.snapshots.page(tenant.id, vaultRef, query),
          ({ day }) => day,
          limit,
        )
        expect(newest.map(({ day }) => day)).toEqual(days.toReversed())
        const part = { ...vaultRef, from: days[2]!, to: dayOf(13) }
        const oldest = await walk(
          (query: PageQuery<string>) => store.dailyPoints.page(tenant.id, part, query),
          ({ day }) => day,
          limit,
        )
        expect(oldest.map(({ day }) => day)).toEqual(days.slice(2, 7))
      }
    },
  },
  {
    name: 'behavior: a series of days asks for its vault once',
    run: async ({ fresh }) => {
      const texts: string[] = []
      const store = await fresh.open({
        onQuery: (sql) => {
          if (/^select .*"deployment"/.test(sql)) texts.push(sql)
        },
      })
      const { tenant, vaultRef } = await makeTenantVault(store)
      const series = (chain: string) =>
        Array.from({ length: 9 }, (_, index) => pointOf({ ...vaultRef, chain }, dayOf(index)))
      texts.length = 0
      await store.dailyPoints.put(tenant.id, [...series('base'), ...series('ethereum')])
      expect(texts.length).toBe(2)
      for (const chain of ['base', 'ethereum']) {
        const range = { ...vaultRef, chain, from: dayOf(0), to: dayOf(9) }
        const { items } = await store.dailyPoints.page(tenant.id, range, { after: null, limit: 99 })
        expect(items).toEqual(series(chain))
      }
      await store.close()
    },
  },
  {
    name: 'default: the newest price of each asset of one tenant',
    run: async ({ store }) => {
      const [first, second] = [await makeTenantVault(store), await makeTenantVault(store)]
      const price = (asset: number, atUnix: bigint, usd: string) => ({
        chain: 'base',
        asset: addressOf(asset),
        atUnix,
        usd,
        source: 'test',
      })
      const prices = [price(1, 5n, '1.01'), price(1, 9n, '1.02'), price(2, 7n, '3000')]
      await store.prices.put(first.tenant.id, prices)
      await store.prices.put(first.tenant.id, [price(2, 7n, '3001'), price(1, 8n, '9')])
      await store.prices.put(second.tenant.id, [price(1, 99n, '7')])
      const query = { chain: 'base', assets: [addressOf(2), addressOf(1), addressOf(3)] }
      const newest = [prices[1], price(2, 7n, '3001')].sort((a, b) =>
        a!.asset.toLowerCase() < b!.asset.toLowerCase() ? -1 : 1,
      )
      expect(await store.prices.latest(first.tenant.id, query)).toEqual(newest)
      expect(await store.prices.latest(first.tenant.id, { ...query, chain: 'x' })).toEqual([])
      expect(await store.prices.latest(first.tenant.id, { ...query, assets: [] })).toEqual([])
      const bad = store.prices.put(first.tenant.id, [price(4, 1n, '1'), price(4, 2n, 'x')])
      await expect(bad).rejects.toMatchObject({ code: 'invalid_decimal' })
      expect(
        await store.prices.latest(first.tenant.id, { chain: 'base', assets: [addressOf(4)] }),
      ).toEqual([])
    },
  },
  {
    name: 'default: a simulation is found until it expires, and then purged',
    run: async ({ fresh }) => {
      const clock = ticking()
      const store = await fresh.open({ nowUnix: clock.nowUnix })
      const { tenant } = await makeTenantVault(store)
      const now = clock.nowUnix()
      const body = JSON.stringify({ text: 'ü \u0007 "' })
      const record = { id: freshName(), createdAtUnix: now, expiresAtUnix: now + 1000n, body }
      await store.simulations.put(tenant.id, record)
      await store.simulations.put(tenant.id, { ...record, body: 'other' })
      expect(await store.simulations.find(record.id)).toEqual(record)
      expect(await store.simulations.find('x')).toBeNull()
      expect(await store.simulations.purge()).toBe(0)
      clock.skip(1000n)
      expect(await store.simulations.find(record.id)).toBeNull()
      expect(await store.simulations.purge()).toBe(1)
      await store.close()
    },
  },
  {
    name: 'law: a witness is found as it was stored as long as its simulation, and goes with it',
    run: async ({ fresh }) => {
      const clock = ticking()
      const store = await fresh.open({ nowUnix: clock.nowUnix })
      const { tenant } = await makeTenantVault(store)
      const now = clock.nowUnix()
      const bare = {
        id: freshName(),
        createdAtUnix: now,
        expiresAtUnix: now + 1000n,
        body: '{}',
      }
      const proven = { ...bare, id: freshName() }
      const witness = {
        byteCount: 300_000,
        body: Uint8Array.from({ length: 70_000 }, (_, index) => index % 256),
        slotUse: new Uint8Array([0, 255, 10]),
      }
      await store.simulations.put(tenant.id, bare)
      await store.simulations.put(tenant.id, proven, witness)
      await store.simulations.put(tenant.id, proven, { ...witness, byteCount: 1 })
      await store.simulations.put(tenant.id, bare, witness)
      const storedWitness = await store.simulations.findWitness(proven.id)
      expect(storedWitness).toMatchObject({ byteCount: witness.byteCount })
      expect(Buffer.from(storedWitness!.body).equals(witness.body)).toBe(true)
      expect(Buffer.from(storedWitness!.slotUse).equals(witness.slotUse)).toBe(true)
      expect(await store.simulations.findWitness(bare.id)).toBeNull()
      expect(await store.simulations.findWitness('x')).toBeNull()
      clock.skip(1000n)
      expect(await store.simulations.findWitness(proven.id)).toBeNull()
      expect(await store.simulations.purge()).toBe(2)
      // The same id is free again, and nothing of the old witness is left.
      const again = { ...proven, expiresAtUnix: now + 5000n }
      await store.simulations.put(tenant.id, again)
      expect(await store.simulations.findWitness(proven.id)).toBeNull()
      await store.close()
    },
  },
  {
    name: 'refuses: a witness that is larger than what is stored, and then keeps nothing',
    run: async ({ fresh }) => {
      const store = await fresh.open()
      const { tenant } = await makeTenantVault(store)
      const record = {
        id: freshName(),
        createdAtUnix: 0n,
        expiresAtUnix: 99_999_999_999n,
        body: '{}',
      }
      const put = (body: Uint8Array) =>
        store.simulations.put(tenant.id, record, { byteCount: 1, body, slotUse: new Uint8Array(1) })
      await expect(put(new Uint8Array(maxWitnessBytes + 1))).rejects.toMatchObject({
        code: 'witness_too_large',
        facts: { bytes: maxWitnessBytes + 1, most: maxWitnessBytes },
      })
      expect(await store.simulations.find(record.id)).toBeNull()
      await put(new Uint8Array(maxWitnessBytes))
      expect((await store.simulations.findWitness(record.id))?.body).toHaveLength(maxWitnessBytes)
      await store.close()
    },
  },
]
