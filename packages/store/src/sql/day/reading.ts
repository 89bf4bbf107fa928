import type { Hex } from '@vaultwright/base'
import { sql } from 'kysely'
import type { DayRange } from '../../record/daily-point.ts'
import type {
  DayReading,
  ReadingMark,
  ReadingStore,
  StoredReading,
  Withdrawal,
} from '../../record/reading.ts'
import type { VaultRef } from '../../record/vault.ts'
import { assertDay } from '../../value/day.ts'
import { limitOf, pageOf } from '../../value/page.ts'
import { assertText } from '../../value/text.ts'
import { type Queries, StoreDamagedError, type StoreEngine } from '../table/engine.ts'
import { digestOf, packText, unpackBytes } from '../table/pack.ts'
import { prepare } from '../table/statement.ts'
import type { ReadingRow, VaultKeyColumns } from '../table/table.ts'
import { assertDeployment, lockVault, vaultKeyOf, vaultRefOf } from '../table/vault-ref.ts'
import { kindTables } from './derived-kind.ts'
import { keepRevisions, storedOn } from './derived-settle.ts'
import { openFormerReceipts } from './former-receipt.ts'
import { namedReadings } from './reading-named.ts'

const markColumns = [
  ...(['tenant_id', 'vault', 'chain', 'day', 'block_number', 'block_hash', 'at_unix'] as const),
  ...(['digest', 'revision', 'read_at_unix'] as const),
] as const

/** Before and after every day, in every collation. */
const [firstText, lastText] = ['', '9999-99-99']

/** Makes the readings' part of a store. */
export function buildReadings(engine: StoreEngine): ReadingStore {
  const readingsOf = (at: VaultKeyColumns) =>
    engine.read
      .selectFrom('reading')
      .where('tenant_id', '=', at.tenant_id)
      .where('vault', '=', at.vault)
      .where('chain', '=', at.chain)
  const markRows = prepare(engine, (at: VaultKeyColumns) =>
    readingsOf(at).select(markColumns).orderBy('day'),
  )
  const nameRows = prepare(engine, (at: VaultKeyColumns) =>
    readingsOf(at).select(['day', 'digest']).orderBy('day'),
  )
  const countRows = prepare(engine, (at: VaultKeyColumns & DayRange) =>
    readingsOf(at)
      .select((on) => on.fn.countAll<bigint>().as('days'))
      .where('day', '>=', at.from)
      .where('day', '<=', at.to),
  )
  return {
    put: async (tenantId, reading, reason) => {
      const values = valuesOf(reading)
      assertText('reason', reason)
      return engine.write(async (db) => {
        const where = { tenantId, vaultRef: reading, lock: 'share' } as const
        const row = { ...(await assertDeployment(db, engine, where)), ...values }
        const newRow = { ...row, revision: 0n, read_at_unix: engine.nowUnix() }
        if (await isAdded(db, newRow)) return 'added'
        return reason === null ? 'kept' : replace(db, engine, { given: newRow, reason })
      })
    },
    withdraw: async (tenantId, mark, withdrawal) => {
      assertText('reason', withdrawal.reason)
      return engine.write((db) => withdrawDay(db, engine, { tenantId, mark, ...withdrawal }))
    },
    named: (tenantId, vault, names) =>
      namedReadings(engine.read, { tenant_id: tenantId, vault: vault.toLowerCase() }, names),
    count: async (tenantId, vaultRef, { from, to }) => {
      const range = { from: from ?? firstText, to: to ?? lastText }
      const [row] = await countRows({ ...vaultKeyOf(tenantId, vaultRef), ...range })
      return Number(row?.days ?? 0n)
    },
    find: async (tenantId, vaultRef, day) => {
      const row = await readingsOf(vaultKeyOf(tenantId, vaultRef))
        .where('day', '=', day)
        .selectAll()
        .executeTakeFirst()
      return row === undefined ? null : readingOf(row)
    },
    page: async (tenantId, vaultRef, query) => {
      let rows = readingsOf(vaultKeyOf(tenantId, vaultRef))
        .selectAll()
        .where('day', '>=', vaultRef.from)
        .where('day', '<=', vaultRef.to)
      if (query.after !== null) rows = rows.where('day', '>', query.after)
      const pageRows = await rows.orderBy('day').limit(limitOf(query)).execute()
      const { items, hasMore } = pageOf(pageRows, query)
      return { items: items.map(readingOf), hasMore }
    },
    marks: async (tenantId, vaultRef) =>
      (await markRows(vaultKeyOf(tenantId, vaultRef))).map(markOf),
    names: async (tenantId, vaultRef) => {
      const vaultKey = vaultKeyOf(tenantId, vaultRef)
      const rows = await nameRows(vaultKey)
      return rows.map(({ day, digest }) => ({ chain: vaultKey.chain, day, digest }))
    },
  }
}

/** @returns the reading that a row keeps. @throws {StoreDamagedError} when it is not what its digest says. */
export function readingOf(row: ReadingRow): StoredReading {
  const bytes = unpackBytes(row.body)
  if (digestOf(bytes) !== row.digest) {
    throw new StoreDamagedError(`the reading of ${row.vault} on ${row.chain}, ${row.day}`, null)
  }
  return { ...markOf(row), body: bytes.toString() }
}

function valuesOf(reading: DayReading) {
  return {
    day: assertDay(reading.day),
    block_number: reading.blockNumber,
    block_hash: reading.blockHash,
    at_unix: reading.atUnix,
    digest: digestOf(assertText('body', reading.body)),
    body: packText(reading.body),
  }
}

async function isAdded(db: Queries, row: ReadingRow): Promise<boolean> {
  const { tenant_id, vault, chain, day } = row
  // Of a day that was withdrawn there are revisions, and numbers count on.
  const revision = sql<bigint>`(select coalesce(max(number) + 1, 0) from revision
    where tenant_id = ${tenant_id} and vault = ${vault} and chain = ${chain} and day = ${day}
      and kind = 'reading')`
  const inserted = await db
    .insertInto('reading')
    .values({ ...row, revision })
    .onConflict((conflict) => conflict.columns(['tenant_id', 'vault', 'chain', 'day']).doNothing())
    .returning('day')
    .executeTakeFirst()
  return inserted !== undefined
}

async function replace(
  db: Queries,
  engine: StoreEngine,
  { given: reading, reason }: { readonly given: ReadingRow; readonly reason: string },
): Promise<'kept' | 'revised'> {
  const { tenant_id, vault, chain, day, ...changed } = reading
  const place = { tenant_id, vault, chain, day }
  const before = await db
    .selectFrom('reading')
    .selectAll()
    .where((on) => on.and(place))
    .modifyEnd(engine.lock.update)
    .executeTakeFirstOrThrow()
  if (before.digest === reading.digest && before.block_hash === reading.block_hash) return 'kept'
  await db
    .insertInto('revision')
    .values({
      ...place,
      kind: 'reading',
      number: before.revision,
      since_unix: before.read_at_unix,
      until_unix: reading.read_at_unix,
      reason,
      body: before.body,
      receipt: null,
    })
    .execute()
  await db
    .updateTable('reading')
    .set({ ...changed, revision: before.revision + 1n })
    .where((on) => on.and(place))
    .execute()
  return 'revised'
}

function markOf(row: Omit<ReadingRow, 'body'>): ReadingMark {
  return {
    ...vaultRefOf(row),
    day: row.day,
    blockNumber: row.block_number,
    blockHash: row.block_hash as Hex,
    atUnix: row.at_unix,
    digest: row.digest,
    revision: Number(row.revision),
    readAtUnix: row.read_at_unix,
  }
}

/** A reading that goes, and why. */
type DayWithdrawal = Withdrawal & {
  readonly tenantId: string
  readonly mark: VaultRef & Pick<ReadingMark, 'day' | 'digest' | 'blockHash'>
}

/**
 * Takes a day back: its reading and its values become revisions.
 *
 * @throws {VaultNotFoundError}
 */
async function withdrawDay(
  db: Queries,
  engine: StoreEngine,
  { tenantId, mark, reason, complete }: DayWithdrawal,
): Promise<number> {
  const { day, digest, blockHash } = mark
  // Other computations of the vault, and new readings of it, come before or after.
  await lockVault(db, engine, { tenantId, vaultRef: mark })
  const vaultKey = await assertDeployment(db, engine, { tenantId, vaultRef: mark, lock: 'update' })
  const place = { ...vaultKey, day }
  const reading = await db
    .selectFrom('reading')
    .select(['revision', 'read_at_unix', 'body'])
    .where((on) => on.and({ ...place, digest, block_hash: blockHash }))
    .executeTakeFirst()
  if (reading === undefined) return 0
  const nowUnix = engine.nowUnix()
  await db
    .insertInto('revision')
    .values({
      ...place,
      kind: 'reading',
      number: reading.revision,
      since_unix: reading.read_at_unix,
      until_unix: nowUnix,
      reason,
      body: reading.body,
      receipt: null,
    })
    .execute()
  let rows = 1
  for (const of of kindTables) {
    const stored = [...(await storedOn(db, engine, { vaultKey, of, days: [day] })).values()]
    if (stored.length === 0) continue
    const former = openFormerReceipts(vaultKey, complete)
    await keepRevisions(db, engine, { vaultKey, former, reason, nowUnix, of, revised: stored })
    rows += stored.length
    await db
      .deleteFrom(of.table)
      .where((on) => on.and(place))
      .execute()
  }
  await db
    .deleteFrom('reading')
    .where((on) => on.and(place))
    .execute()
  return rows
}
