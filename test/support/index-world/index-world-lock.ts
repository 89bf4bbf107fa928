import { setTimeout as wait } from 'node:timers/promises'
import Database from 'better-sqlite3'
import { Client } from 'pg'
import type { IndexHome } from './index-world-home.ts'

/**
 * Takes the lock that every writer needs, as another program on the same database would.
 *
 * @returns what lets go of it.
 */
export async function lockHome({ kind, url }: IndexHome): Promise<() => Promise<void>> {
  if (kind === 'sqlite') {
    const db = new Database(url.slice('sqlite:'.length), { timeout: 0 })
    // Who holds it may be in this process: it must not be waited for within a statement.
    while (!isBegun(db)) await wait(2)
    return async () => {
      db.exec('rollback')
      db.close()
    }
  }
  const client = new Client({ connectionString: url })
  await client.connect()
  const tables = 'reading, snapshot, daily_point, performance, root_event, failure'
  await client.query(`begin; lock table ${tables} in exclusive mode`)
  return async () => {
    await client.query('rollback')
    await client.end()
  }
}

function isBegun(db: Database.Database): boolean {
  try {
    db.exec('begin immediate')
    return true
  } catch (error) {
    if (error instanceof Database.SqliteError && error.code.startsWith('SQLITE_BUSY')) return false
    throw error
  }
}
