import { CompiledQuery } from 'kysely'
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
    const values = rows.flatMap((row) => columns.map((column) => row[column]))
    await db.executeQuery(CompiledQuery.raw(textOf(engine, bulk, { columns, size }), values))
  }
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
