import type { LocalChain } from '@vaultwright/chain'
import { openReceiptReader } from '@vaultwright/indexer'
import { openStore, type StoreOptions } from '@vaultwright/store'
import { sql } from 'kysely'
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { withEngine } from '../../../packages/store/src/open.ts'
import { fillReadings } from '../../bench/index/index-fill.ts'
import { recordReadingsOf } from '../../bench/index/index-record.ts'
import { startLocalChain } from '../../support/node/local-chain.ts'
import { type Database, openDatabase } from '../../support/service/service.ts'
import { partsOf, replayAll } from './replay-world.ts'

const size = { vaults: 2, days: 40 }
const values = 3 * size.vaults * size.days

let local: LocalChain
let database: Database
/** The values of a replay that nothing disturbs. */
let expected: readonly string[]

beforeAll(async () => {
  local = await startLocalChain()
  database = await openDatabase()
  await fillReadings(database.url, await recordReadingsOf(local), size)
  await replayed()
  expected = await printTables()
})
afterAll(async () => {
  await database?.drop()
  await local?.anvil.close()
})
/** Packs are there, and values are not. */
beforeEach(async () => {
  await replayed()
  for (const table of ['snapshot', 'daily_point', 'performance']) await ask(`delete from ${table}`)
})

const ask = (text: string) =>
  withEngine(database.url, {}, async ({ read: readDatabase }) => {
    const { rows } = await sql<Readonly<Record<string, unknown>>>`${sql.raw(text)}`.execute(
      readDatabase,
    )
    return rows
  })

async function replayed(options: StoreOptions = {}) {
  const store = await openStore(database.url, options)
  try {
    return await replayAll(partsOf(store))
  } finally {
    await store.close()
  }
}

const kinds = { daily_point: 'daily', performance: 'performance' } as const
const hidden = new Set(['since_unix', 'receipt', 'receipt_digest'])

/** Every value with its basis, and every receipt with its inputs, a line each. */
async function printTables(): Promise<readonly string[]> {
  const store = await openStore(database.url)
  const lines: string[] = []
  for (const vault of await store.vaults.everywhere()) {
    const receiptOf = openReceiptReader(store, vault.tenantId)
    const place = { chain: 'local', vault: vault.address }
    for (const table of ['snapshot', 'daily_point', 'performance'] as const) {
      const rows = await ask(
        `select * from ${table} where vault = '${vault.address.toLowerCase()}' order by day`,
      )
      for (const row of rows) {
        const shown = Object.entries(row).filter(([name]) => !hidden.has(name))
        lines.push(JSON.stringify(shown, (_, one) => (typeof one === 'bigint' ? `${one}` : one)))
        if (table === 'snapshot') continue
        const whole = await receiptOf({ ...place, day: `${row.day}` }, kinds[table])
        lines.push(JSON.stringify(whole?.receipt ?? null))
      }
    }
  }
  await store.close()
  return lines
}

const first = '(select min(vault) from state_pack)'
const ofLast = (column: string) => `(select o.${column} from state_pack as o
  where o.vault = (select max(vault) from state_pack) and o.period = state_pack.period)`
const damages = {
  damaged: "update state_pack set body = '\\x00ff'::bytea || substr(body, 3)",
  'of another build': "update state_pack set fingerprint = '0123456789abcdef'",
  'half written': 'update state_pack set body = substr(body, 1, length(body) / 2)',
  empty: "update state_pack set body = ''::bytea",
  'of another vault': `update state_pack set body = ${ofLast('body')}, digest = ${ofLast('digest')}
    where vault = ${first}`,
  'of another period': 'update state_pack set period = -period',
  deleted: 'delete from state_pack',
} as const

test.each(Object.entries(damages))(
  'law: with packs on PostgreSQL that are %s, a replay makes the same tables, and packs that can be used',
  async (_, damage) => {
    await ask(damage)
    expect(await replayed()).toMatchObject({ added: values, revised: 0 })
    expect(await printTables()).toEqual(expected)
    await ask('delete from performance')
    const texts: string[] = []
    await replayed({ onQuery: (text) => void texts.push(text) })
    // What was made again is used: no body of a reading is asked for.
    expect(texts.filter((text) => text.includes('"body" from "reading"'))).toEqual([])
    expect(await printTables()).toEqual(expected)
  },
)

test('law: packs that go while a replay on PostgreSQL runs change nothing', async () => {
  let looks = 0
  const gone: Promise<unknown>[] = []
  const onQuery = (text: string) => {
    if (!text.includes('from "state_pack"') || ++looks % 3 !== 2) return
    gone.push(ask('delete from state_pack'))
  }
  expect(await replayed({ onQuery })).toMatchObject({ added: values, revised: 0 })
  await Promise.all(gone)
  expect(gone.length).toBeGreaterThan(1)
  expect(await printTables()).toEqual(expected)
})

test('golden: a plain receipt has room in its page, and none is kept apart', async () => {
  await replayed()
  const [table] = await ask(`select reltoastrelid::regclass::text as apart from pg_class
    where oid = 'performance'::regclass`)
  expect(await ask(`select count(*) as count from ${table!.apart}`)).toEqual([{ count: 0n }])
  const [longest] = await ask('select max(octet_length(receipt)) as longest from performance')
  // Without the setting of the table, rows of this length are moved.
  expect(Number(longest!.longest)).toBeGreaterThan(2_048)
})
