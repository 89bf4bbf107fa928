import { sql } from 'kysely'
import type { StoreKind } from './migration/list.ts'
import type { Queries, RowSource } from './sql/table/engine.ts'
import { counters, type TableName } from './sql/table/table-name.ts'

/** The number of rows of each table. */
export type RowCounts = Readonly<Record<string, number>>

/** Copies every row of a store into an empty database, table by table. */
export async function copyRows(
  rowsOf: RowSource,
  db: Queries,
  tables: readonly TableName[],
): Promise<RowCounts> {
  const counts: Record<string, number> = {}
  for (const table of tables) {
    counts[table] = 0
    for await (const rows of rowsOf(table)) {
      await db
        .insertInto(table)
        // The columns are those of the same table, whatever they are.
        .values(rows as never)
        .execute()
      counts[table] += rows.length
    }
  }
  return counts
}

/** Counts the rows of each table. */
export async function countRows(db: Queries, tables: readonly TableName[]): Promise<RowCounts> {
  const counts: Record<string, number> = {}
  for (const table of tables) {
    const { count } = await db
      .selectFrom(table)
      .select((on) => on.fn.countAll<bigint>().as('count'))
      .executeTakeFirstOrThrow()
    counts[table] = Number(count)
  }
  return counts
}

/** Lets the columns that count up go on after the rows that were copied; SQLite does so by itself. */
export async function advanceCounters(
  db: Queries,
  kind: StoreKind,
  tables: readonly TableName[],
): Promise<void> {
  if (kind === 'sqlite') return
  for (const [table, column] of Object.entries(counters)) {
    if (!tables.includes(table as TableName)) continue
    const sequence = sql`pg_get_serial_sequence(${table}, ${column})`
    const last = sql`(select max(${sql.ref(column)}) from ${sql.table(table)})`
    await sql`select setval(${sequence}, coalesce(${last}, 1), ${last} is not null)`.execute(db)
  }
}
