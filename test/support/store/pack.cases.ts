import type { Derivation, ReadingName, Store } from '@vaultwright/store'
import { expect } from 'vitest'
import type { StoreCase } from './store-fixture.ts'
import {
  by,
  dayOf,
  draftOf,
  makeTenantVault,
  pointOf,
  readingOf,
  type TenantVault,
} from './store-fixture.ts'

const range = { from: dayOf(0), to: dayOf(99) }
const pack = { period: 7, fingerprint: 'f1', body: Buffer.from('ü'.repeat(999)) }

function pointsOf(home: TenantVault, seen: readonly ReadingName[], text = 'r'): Derivation {
  const dailyPoints = seen.map(({ day, digest }) => ({
    value: pointOf(home.vaultRef, day, text.length > 1 ? '2' : '1'),
    basis: { formula: text, [day]: digest },
    receipt: JSON.stringify(text),
  }))
  return { snapshots: [], dailyPoints, performances: [] }
}

const batchOf = (store: Store, { tenant, vaultRef }: TenantVault) =>
  store.derived.batch(tenant.id, { ...vaultRef, range, withOtherChains: false, reason: 'a reason' })

async function makeRead(store: Store, days: readonly number[]) {
  const home = await makeTenantVault(store)
  const { tenant, vaultRef } = home
  for (const index of days) {
    await store.readings.put(tenant.id, readingOf(vaultRef, dayOf(index), `${index}`), null)
  }
  return { home, marks: await store.readings.marks(tenant.id, vaultRef) }
}

/** Writes values of all days with a pack. */
async function putPack(store: Store, home: TenantVault, seen: readonly ReadingName[]) {
  const batch = batchOf(store, home)
  batch.pack(home.vaultRef.chain, pack)
  await batch.add(pointsOf(home, seen))
  expect(await batch.commit(seen)).not.toBeNull()
}

/** Values that are written together, and packs of what readings say. */
export const packCases: readonly StoreCase[] = [
  {
    name: 'default: parts of a batch and a pack are written in one transaction, and the same again changes nothing',
    run: async ({ fresh }) => {
      const statements: string[] = []
      const store = await fresh.open({ onQuery: (sql) => void statements.push(sql) })
      const { home, marks } = await makeRead(store, [1, 2, 3])
      const { tenant, vaultRef } = home
      const write = async () => {
        const batch = batchOf(store, home)
        await batch.add(pointsOf(home, marks.slice(0, 2)))
        await batch.add(pointsOf(home, marks.slice(2)))
        batch.pack(vaultRef.chain, pack)
        return batch.commit(marks)
      }
      statements.length = 0
      expect(await write()).toEqual({ added: 3, completed: 0, revised: 0, unchanged: 0 })
      const inserts = statements.filter((sql) => sql.startsWith('insert'))
      expect(inserts.map((sql) => sql.split(' ')[2])).toEqual([
        'state_pack',
        'daily_point',
        'daily_point',
      ])
      expect(await write()).toEqual({ added: 0, completed: 0, revised: 0, unchanged: 3 })
      expect(await store.statePacks.find(tenant.id, vaultRef, pack.period)).toEqual(pack)
      expect(await store.statePacks.find(tenant.id, vaultRef, pack.period + 1)).toBeNull()
      await store.close()
    },
  },
  {
    name: 'refuses: a batch whose readings are not what they were writes nothing',
    run: async ({ store }) => {
      const { home, marks } = await makeRead(store, [1, 2])
      const { tenant, vaultRef } = home
      const batch = batchOf(store, home)
      batch.pack(vaultRef.chain, pack)
      await batch.add(pointsOf(home, marks))
      await store.readings.put(tenant.id, readingOf(vaultRef, dayOf(2), 'other'), 'read again')
      expect(await batch.commit(marks)).toBeNull()
      expect(await store.derived.bases(tenant.id, vaultRef)).toEqual([])
      expect(await store.statePacks.find(tenant.id, vaultRef, pack.period)).toBeNull()
      const missing = store.derived.batch(tenant.id, {
        ...vaultRef,
        chain: 'mars',
        range,
        withOtherChains: false,
        reason: '',
      })
      await expect(missing.commit([])).rejects.toMatchObject({ code: 'vault_not_found' })
    },
  },
  {
    name: 'refuses: a pack that is damaged, half written, of another place or another period is none',
    run: async ({ store, fresh }) => {
      const { home, marks } = await makeRead(store, [1])
      const otherRead = await makeRead(store, [1])
      const { tenant, vaultRef } = home
      const where = `tenant_id = '${tenant.id}'`
      const find = () => store.statePacks.find(tenant.id, vaultRef, pack.period)
      const isSqlite = store.kind === 'sqlite'
      const half = isSqlite ? 'substr(body, 1, 9)' : 'substring(body from 1 for 9)'
      const damaged = isSqlite ? "x'01020304'" : "'\\x01020304'::bytea"
      for (const change of [
        `update state_pack set body = ${half} where ${where}`,
        `update state_pack set body = ${damaged} where ${where}`,
        `update state_pack set fingerprint = 'f2' where ${where}`,
        `update state_pack set digest = 'x' where ${where}`,
        `delete from state_pack where ${where}`,
      ]) {
        await putPack(store, home, marks)
        expect(await find()).toEqual(pack)
        await fresh.ask(change)
        expect(await find(), change).toBeNull()
      }
      await putPack(store, home, marks)
      const { tenant: foreign, vaultRef: place } = otherRead.home
      await fresh.ask(`insert into state_pack select '${foreign.id}', '${place.vault.toLowerCase()}',
        '${place.chain}', period + 1, fingerprint, digest, body from state_pack where ${where}`)
      await fresh.ask(`update state_pack set period = period + 2 where ${where}`)
      expect(await store.statePacks.find(foreign.id, place, pack.period + 1)).toBeNull()
      expect(await store.statePacks.find(tenant.id, vaultRef, pack.period + 2)).toBeNull()
    },
  },
  {
    name: 'behavior: packs keep no deployment, and go with it',
    run: async ({ store, fresh }) => {
      const { home, marks } = await makeRead(store, [1])
      const { tenant, vaultRef } = home
      await putPack(store, home, marks)
      const vault = (await store.vaults.find(tenant.id, vaultRef))!
      const whose = `tenant_id = '${tenant.id}'`
      for (const table of ['daily_point', 'reading']) {
        await fresh.ask(`delete from ${table} where ${whose}`)
      }
      const chains = vault.deployments.map(({ chain }) => chain)
      const otherChains = chains.filter((chain) => chain !== vaultRef.chain)
      await store.vaults.put(tenant.id, { ...draftOf(1, otherChains), address: vault.address }, by)
      expect(await fresh.ask(`select 1 from state_pack where ${whose}`)).toEqual([])
    },
  },
  {
    name: 'behavior: the receipt of a value that gives way is completed once, from readings that are there and that were',
    run: async ({ store }) => {
      const { home, marks } = await makeRead(store, [1, 2])
      const { tenant, vaultRef } = home
      const texts: string[] = []
      const query = {
        ...vaultRef,
        range,
        withOtherChains: false,
        reason: 'a reason',
        complete: async (
          former: { readonly day: string; readonly receipt: string; readonly basis: unknown },
          find: (names: readonly ReadingName[]) => Promise<readonly { readonly body: string }[]>,
        ) => {
          texts.push(former.day)
          const readings = await find(marks.filter(({ day }) => day === former.day))
          return JSON.stringify([former.receipt, former.basis, readings.map(({ body }) => body)])
        },
      } as const
      await store.derived.derive(tenant.id, query, () => pointsOf(home, marks))
      expect(texts).toEqual([])
      await store.readings.put(tenant.id, readingOf(vaultRef, dayOf(2), 'other'), 'read again')
      const now = await store.readings.marks(tenant.id, vaultRef)
      await store.derived.derive(tenant.id, query, () => pointsOf(home, now, 'other'))
      expect(texts).toEqual([dayOf(1), dayOf(2)])
      const receiptOf = async (index: number) => {
        const all = await store.revisions.list(tenant.id, { ...vaultRef, day: dayOf(index) })
        return all.find(({ kind }) => kind === 'daily')?.receipt
      }
      const expectedOf = (index: number) =>
        JSON.stringify([
          '"r"',
          { [dayOf(index)]: marks[index - 1]!.digest, formula: 'r' },
          [`${index}`],
        ])
      expect([await receiptOf(1), await receiptOf(2)]).toEqual([expectedOf(1), expectedOf(2)])
      // Taking a day back completes its receipt, too.
      await store.readings.withdraw(tenant.id, now[0]!, query)
      expect(texts).toEqual([dayOf(1), dayOf(2), dayOf(1)])
    },
  },
  {
    name: 'default: readings are found by their digests, and counted',
    run: async ({ store }) => {
      const { home, marks } = await makeRead(store, [1, 2, 3])
      const { tenant, vaultRef } = home
      const named = (names: readonly ReadingName[]) =>
        store.readings.named(tenant.id, vaultRef.vault, names)
      await store.readings.put(tenant.id, readingOf(vaultRef, dayOf(3), 'other'), 'read again')
      const readings = await named(marks)
      expect(readings.map(({ body }) => body).sort()).toEqual(['1', '2', '3'])
      expect(await named([{ ...marks[0]!, digest: '0'.repeat(16) }])).toEqual([])
      expect(await named([])).toEqual([])
      const count = (from: string | null, to: string | null) =>
        store.readings.count(tenant.id, vaultRef, { from, to })
      expect(await count(null, null)).toBe(3)
      expect(await count(dayOf(2), null)).toBe(2)
      expect(await count(dayOf(2), dayOf(2))).toBe(1)
    },
  },
]
