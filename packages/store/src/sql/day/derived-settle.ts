import { CompiledQuery } from 'kysely'
import type { StoreKind } from '../../migration/list.ts'
import type { DeriveCount } from '../../record/derived.ts'
import type { Queries, StoreEngine } from '../table/engine.ts'
import { packText } from '../table/pack.ts'
import type { RevisionRow, VaultKeyColumns } from '../table/table.ts'
import {
  type DerivedDraft,
  isEqualValue,
  type KindDrafts,
  type StoredDerived,
  verdictOf,
} from './derived-draft.ts'
import type { KindTable } from './derived-kind.ts'
import type { FormerReceipts } from './former-receipt.ts'
import { markOf, putRows } from './put-rows.ts'
import { nextNumbers } from './revision.ts'

/** The values that give way, and the form of their receipts. */
export type FormerValues = {
  readonly vaultKey: VaultKeyColumns
  readonly former: FormerReceipts
}

/** The values that are written together: their place, reason and time. */
export type Settling = FormerValues & {
  readonly reason: string
  readonly nowUnix: bigint
}

/** Receipts from which on it is better to ask once more than to let others wait while they are compressed. */
const worthPacking = 16

const dayKey = ['tenant_id', 'vault', 'chain', 'day'] as const

/** Compresses the receipts of what will be written, and of what gives way, as far as is known without a lock. */
export async function packChanged(
  db: Queries,
  engine: StoreEngine,
  given: FormerValues & { readonly drafts: readonly KindDrafts[] },
): Promise<void> {
  const { vaultKey, former } = given
  for (const { of, drafts } of given.drafts) {
    if (!of.hasReceipt || drafts.length < worthPacking) continue
    const stored = await storedOf(db, engine, { vaultKey, of, drafts })
    const revised: StoredDerived[] = []
    for (const draft of drafts) {
      const before = stored.get(draft.columns.day)
      const verdict = verdictOf(before, draft)
      if (verdict !== 'unchanged') draft.receipt()
      if (verdict === 'revised' && before !== undefined) revised.push(before)
    }
    if (revised.length > 0) await former.of(db, of, revised)
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
    const stored = await storedOf(db, engine, { vaultKey: given.vaultKey, of, drafts })
    const rows: Readonly<Record<string, unknown>>[] = []
    const revised: StoredDerived[] = []
    for (const draft of drafts) {
      const before = stored.get(draft.columns.day)
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

/** The values to read. */
type StoredQuery = { readonly vaultKey: VaultKeyColumns; readonly of: KindTable }

/** Values of one kind as they are kept, by day: of one day as of many, the text is the same. */
export async function storedOn(
  db: Queries,
  { kind }: StoreEngine,
  { vaultKey, of, days }: StoredQuery & { readonly days: readonly string[] },
): Promise<ReadonlyMap<string, StoredDerived>> {
  const { tenant_id, vault, chain } = vaultKey
  const inOrder = days.toSorted()
  const values = [tenant_id, vault, chain, inOrder[0] ?? '', inOrder.at(-1) ?? '']
  const { rows } = await db.executeQuery<StoredDerived>(
    CompiledQuery.raw(storedText(kind, of), values),
  )
  return new Map(rows.map((row) => [row.day, row]))
}

async function storedOf(
  db: Queries,
  engine: StoreEngine,
  { vaultKey, of, drafts }: StoredQuery & KindDrafts,
): Promise<ReadonlyMap<string, StoredDerived>> {
  if (drafts.length === 0) return new Map()
  return storedOn(db, engine, { vaultKey, of, days: drafts.map(({ columns }) => columns.day) })
}

/** Put together here, as the query builder takes longer for it than the database, and it is asked for often. */
function storedText(kind: StoreKind, { columns, hasReceipt, table }: KindTable): string {
  const digest = hasReceipt ? 'receipt_digest' : 'null as receipt_digest'
  const names = [...columns, 'basis', 'since_unix', 'revision', digest].join(', ')
  const mark = (place: number) => markOf(kind, place)
  return `select ${names} from ${table} where tenant_id = ${mark(1)} and vault = ${mark(2)}
    and chain = ${mark(3)} and day >= ${mark(4)} and day <= ${mark(5)}`
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
  { vaultKey: place, former, reason, nowUnix }: Settling,
  { of, revised }: { readonly of: KindTable; readonly revised: readonly StoredDerived[] },
): Promise<readonly RevisionRow[]> {
  const receipts = await former.of(db, of, revised)
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

function laterOf(one: bigint, other: bigint): bigint {
  return one > other ? one : other
}

/** Integers of a value are texts in JSON, as its decimals are. */
function printValue(value: object): string {
  return JSON.stringify(value, (_, part) => (typeof part === 'bigint' ? String(part) : part))
}
