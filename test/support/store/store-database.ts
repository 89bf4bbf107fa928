import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { openStore } from '@vaultwright/store'
import Database from 'better-sqlite3'
import { Client } from 'pg'
import { openDatabase } from '../service/service.ts'
import type { Fresh } from './store-fixture.ts'

/** Makes a place for an SQLite store in a folder of its own. */
export async function openFreshSqlite(): Promise<Fresh> {
  const folder = mkdtempSync(join(tmpdir(), 'vaultwright-store-'))
  const path = join(folder, 'data', 'store.db')
  const url = `sqlite:${path}`
  return {
    url,
    open: (options) => openStore(url, options),
    ask: async (sql) => {
      const db = new Database(path)
      try {
        const statement = db.prepare<[], Readonly<Record<string, unknown>>>(sql)
        if (statement.reader) return statement.all()
        statement.run()
        return []
      } finally {
        db.close()
      }
    },
    drop: async () => rmSync(folder, { recursive: true, force: true }),
  }
}

/** Makes a database on the PostgreSQL server of the test run. */
export async function openFreshPostgres(): Promise<Fresh> {
  const { url, drop } = await openDatabase()
  return {
    url,
    open: (options) => openStore(url, options),
    ask: async (sql) => {
      const client = new Client({ connectionString: url })
      await client.connect()
      try {
        return (await client.query(sql)).rows
      } finally {
        await client.end()
      }
    },
    drop,
  }
}
