import { CompiledQuery, sql } from 'kysely'
import type { DeriveCount } from '../../record/derived.ts'
import type { Queries, StoreEngine } from '../table/engine.ts'
import { packText } from '../table/pack.ts'
import type { RevisionRow, VaultKeyColumns } from '../table/table.ts'
import type { TableName } from '../table/table-name.ts'
import {
  type DerivedDraft,
  isEqualValue,
  type KindDrafts,
  type StoredDerived,
  verdictOf,
} from './derived-draft.ts'
import type { KindTable } from './derived-kind.ts'
import { nextNumbers } from './revision.ts'

/** What is written together: where, why it may change, and when. */
export type Settling = {
  readonly vaultKey: VaultKeyColumns
  readonly reason: string
  readonly nowUnix: bigint
}

/** Receipts from which on it is better to ask once more than to let others wait while they are compressed. */
const worthPacking = 16

const dayKey = ['tenant_id', 'vault', 'chain', 'day'] as const

/** Rows of one statement at most; fewer go in powers of two, so that few texts are made and prepared. */
const rowLimit = 64

/** Compresses the receipts of what will be written, as far as is known without a lock. */
export async function packChanged(
  db: Queries,
  vaultKey: VaultKeyColumns,
  all: readonly KindDrafts[],
): Promise<void> {
  for (const { of, drafts } of all) {
    if (!of.hasReceipt || drafts.length < worthPacking) continue
    const kept = await storedOf(db, vaultKey, { of, drafts })
    for (const draft of drafts) {
      if (verdictOf(kept.get(draft.columns.day), draft) !== 'unchanged') draft.receipt()
    }
  }
}

/** Writes what differs from what is there, and keeps what it takes the place of. */
export async function settleDrafts(
  db: Queries,
  engine: StoreEngine,
  given: Settling & { readonly drafts: readonly KindDrafts[] },
): Promise<DeriveCount> {
  const counts = { added: 0, completed: 0, revised: 0, unchanged: 0 }
  for (const { of, drafts } of given.drafts) {
    const kept = await storedOf(db, given.vaultKey, { of, drafts })
    const rows: Readonly<Record<string, unknown>>[] = []
    const revised: StoredDerived[] = []
    for (const draft of drafts) {
      const before = kept.get(draft.columns.day)
      const verdict = verdictOf(before, draft)
      counts[verdict]++
      if (verdict === 'revised' && before !== undefined) revised.push(before)
      if (verdict !== 'unchanged') rows.push(rowOf(of, draft, { ...given, before, verdict }))
    }
    if (revised.length > 0) await keepRevisions(db, engine, { ...given, of, revised })
    await putRows(db, engine, { table: of.table, key: dayKey, rows })
  }
  return counts
}

/** Keeps values that go as revisions, with their receipts; numbers count on. */
export async function keepRevisions(
  db: Queries,
  engine: StoreEngine,
  gone: Settling & { readonly of: KindTable; readonly revised: readonly StoredDerived[] },
): Promise<void> {
  const rows = await revisionsOf(db, gone, gone)
  await putRows(db, engine, { table: 'revision', key: [...dayKey, 'kind', 'number'], rows })
}

/** Values of one kind as they are kept, by day. */
export async function storedOn(
  db: Queries,
  vaultKey: VaultKeyColumns,
  { of, days }: { readonly of: KindTable; readonly days: readonly string[] },
): Promise<ReadonlyMap<string, StoredDerived>> {
  const digest = of.hasReceipt ? sql.ref('receipt_digest') : sql`null as receipt_digest`
  const columns = sql.join(
    [...of.columns, 'basis', 'since_unix', 'revision'].map((one) => sql.ref(one)),
  )
  const { rows } = await sql<StoredDerived>`select ${columns}, ${digest} from ${sql.table(of.table)}
    where ${daysOf(vaultKey, days)}`.execute(db)
  return new Map(rows.map((row) => [row.day, row]))
}

/**
 * Writes rows, in place of those that are there under their keys.
 *
 * The texts are put together here, as the query builder takes longer for hundreds of rows than the database.
 */
export async function putRows(db: Queries, engine: StoreEngine, bulk: Bulk): Promise<void> {
  const columns = Object.keys(bulk.rows[0] ?? {})
  for (let start = 0, size = rowLimit; start < bulk.rows.length; start += size) {
    while (size > bulk.rows.length - start) size /= 2
    const rows = bulk.rows.slice(start, start + size)
    const values = rows.flatMap((row) => columns.map((column) => row[column]))
    await db.executeQuery(CompiledQuery.raw(textOf(engine, bulk, { columns, size }), values))
  }
}

async function storedOf(
  db: Queries,
  vaultKey: VaultKeyColumns,
  { of, drafts }: KindDrafts,
): Promise<ReadonlyMap<string, StoredDerived>> {
  if (drafts.length === 0) return new Map()
  return storedOn(db, vaultKey, { of, days: drafts.map(({ columns }) => columns.day) })
}

/** Everything from the first to the last of some days: of one day as of many, the text is the same. */
function daysOf({ tenant_id, vault, chain }: VaultKeyColumns, days: readonly string[]) {
  const inOrder = days.toSorted()
  const [first, last] = [inOrder[0] ?? '', inOrder.at(-1) ?? '']
  return sql`tenant_id = ${tenant_id} and vault = ${vault} and chain = ${chain}
    and day >= ${first} and day <= ${last}`
}

type DraftVerdict = {
  readonly before: StoredDerived | undefined
  readonly verdict: keyof DeriveCount
}

function rowOf(of: KindTable, draft: DerivedDraft, at: Settling & DraftVerdict) {
  const { before, verdict } = at
  const isNew = before === undefined || !isEqualValue(before, draft)
  const row = {
    ...at.vaultKey,
    ...draft.columns,
    basis: draft.basisText,
    since_unix: isNew ? at.nowUnix : before.since_unix,
    revision: (before?.revision ?? 0n) + (verdict === 'revised' ? 1n : 0n),
  }
  if (!of.hasReceipt) return row
  return { ...row, receipt_digest: draft.receiptDigest, receipt: draft.receipt() }
}

async function revisionsOf(
  db: Queries,
  { vaultKey: place, reason, nowUnix }: Settling,
  { of, revised }: { readonly of: KindTable; readonly revised: readonly StoredDerived[] },
): Promise<readonly RevisionRow[]> {
  const receipts = of.hasReceipt ? await receiptsOf(db, place, { of, revised }) : new Map()
  const days = revised.map(({ day }) => day)
  const numbers = await nextNumbers(db, place, { kind: of.kind, days })
  return revised.map((before) => ({
    ...place,
    day: before.day,
    kind: of.kind,
    number: laterOf(before.revision, numbers.get(before.day) ?? 0n),
    since_unix: before.since_unix,
    until_unix: nowUnix,
    reason,
    body: packText(printValue(of.valueOf(before))),
    receipt: receipts.get(before.day) ?? null,
  }))
}

async function receiptsOf(
  db: Queries,
  vaultKey: VaultKeyColumns,
  { of, revised }: { readonly of: KindTable; readonly revised: readonly StoredDerived[] },
): Promise<ReadonlyMap<string, Uint8Array | null>> {
  const days = revised.map(({ day }) => day)
  const { rows } = await sql<{
    readonly day: string
    readonly receipt: Uint8Array | null
  }>`select day, receipt from ${sql.table(of.table)} where ${daysOf(vaultKey, days)}`.execute(db)
  return new Map(rows.map(({ day, receipt }) => [day, receipt]))
}

function laterOf(one: bigint, other: bigint): bigint {
  return one > other ? one : other
}

/** Integers of a value are texts in JSON, as its decimals are. */
function printValue(value: object): string {
  return JSON.stringify(value, (_, part) => (typeof part === 'bigint' ? String(part) : part))
}

/** Rows of one table with the same columns. */
type Bulk = {
  readonly table: TableName
  /** Columns that tell a row from others. */
  readonly key: readonly string[]
  readonly rows: readonly Readonly<Record<string, unknown>>[]
}

function textOf(
  { kind }: StoreEngine,
  { table, key }: Bulk,
  { columns, size }: { readonly columns: readonly string[]; readonly size: number },
): string {
  const width = columns.length
  const rows = Array.from({ length: size }, (_, row) => {
    const marks = columns.map((_, at) => (kind === 'sqlite' ? '?' : `$${row * width + at + 1}`))
    return `(${marks.join(', ')})`
  })
  const changed = columns.filter((column) => !key.includes(column))
  const set = changed.map((column) => `${column} = excluded.${column}`).join(', ')
  return `insert into ${table} (${columns.join(', ')}) values ${rows.join(', ')} on conflict (${key.join(', ')}) do update set ${set}`
}
