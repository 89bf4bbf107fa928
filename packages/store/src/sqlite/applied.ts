import type BetterSqlite from 'better-sqlite3'
import { type Applied, type AppliedRow, appliedOf } from '../migration/run.ts'

/** @returns the migrations that a file has, in order; none when it has no table of them. */
export function appliedIn(db: BetterSqlite.Database): readonly Applied[] {
  const table = db.prepare(
    "select 1 from sqlite_master where type = 'table' and name = 'migration'",
  )
  if (table.get() === undefined) return []
  const rows = db.prepare<[], AppliedRow>('select * from migration order by id').all()
  return rows.map(appliedOf)
}
