import { sql } from 'kysely'
import type { Queries, RowSource, SqlRow } from '../sql/table/engine.ts'

/** Rows that are held in memory at once; trees may be large. */
const batchSize = 50

/** Reads everything as it was at one moment, while others go on writing. */
export function readSnapshot<Result>(
  db: Queries,
  work: (rowsOf: RowSource) => Promise<Result>,
): Promise<Result> {
  return db
    .transaction()
    .setIsolationLevel('repeatable read')
    .execute(async (snapshot) => {
      await sql`set transaction read only`.execute(snapshot)
      // Between two fetches rows are written elsewhere, which may take its time.
      await sql`set local idle_in_transaction_session_timeout = 0`.execute(snapshot)
      return work((table) => rowsOf(snapshot, table))
    })
}

async function* rowsOf(snapshot: Queries, table: string): AsyncIterable<readonly SqlRow[]> {
  await sql`declare copied no scroll cursor for select * from ${sql.table(table)}`.execute(snapshot)
  for (;;) {
    const { rows } = await sql<SqlRow>`fetch ${sql.lit(batchSize)} from copied`.execute(snapshot)
    if (rows.length === 0) break
    yield rows
  }
  await sql`close copied`.execute(snapshot)
}
