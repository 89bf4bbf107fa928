import { openLruMap } from '@vaultwright/base'
import { CompiledQuery } from 'kysely'
import type { StoreKind } from '../../migration/list.ts'
import type { Queries, StoreEngine } from '../table/engine.ts'
import type { DatabaseTables } from '../table/table.ts'

/** Rows of one statement at most; fewer go in powers of two, so that few texts are made and prepared. */
const rowLimit = 64

/** Rows of one table with the same columns. */
export type Bulk = {
  readonly table: keyof DatabaseTables
  /** Columns that tell a row from others. */
  readonly key: readonly string[]
  readonly rows: readonly Readonly<Record<string, unknown>>[]
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
    const values: unknown[] = []
    for (const row of rows) for (const column of columns) values.push(row[column])
    await db.executeQuery(CompiledQuery.raw(textOf(engine, bulk, { columns, size }), values))
  }
}

/** By database, table, columns and rows: a replay writes the same few for each vault. */
const texts = openLruMap<string, string>({ maxEntries: 128 })

type BulkShape = { readonly columns: readonly string[]; readonly size: number }

function textOf({ kind }: StoreEngine, bulk: Bulk, shape: BulkShape): string {
  const name = `${kind} ${bulk.table} ${shape.size} ${shape.columns.join()}`
  const cached = texts.get(name)
  if (cached !== undefined) return cached
  const text = printBulk(kind, bulk, shape)
  texts.set(name, text)
  return text
}

function printBulk(kind: StoreKind, { table, key }: Bulk, { columns, size }: BulkShape): string {
  const width = columns.length
  const rows = Array.from({ length: size }, (_, row) => {
    const marks = columns.map((_, at) => markOf(kind, row * width + at + 1))
    return `(${marks.join(', ')})`
  })
  const changed = columns.filter((column) => !key.includes(column))
  const set = changed.map((column) => `${column} = excluded.${column}`).join(', ')
  return `insert into ${table} (${columns.join(', ')}) values ${rows.join(', ')} on conflict (${key.join(', ')}) do update set ${set}`
}

/** The mark of a place's value in a text, from 1. */
export function markOf(kind: StoreKind, place: number): string {
  return kind === 'sqlite' ? '?' : `$${place}`
}
