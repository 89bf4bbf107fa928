import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { migrate, openStore } from '@vaultwright/store'
import Database from 'better-sqlite3'
import { Client } from 'pg'
import { openDatabase, type Database as ServerDatabase, type Template } from '../service/service.ts'
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

/** Makes an empty database on the PostgreSQL server of the test run. */
export async function openFreshPostgres(): Promise<Fresh> {
  return freshOf(await openDatabase())
}

/** Makes a database on that server that has every migration. */
export function openMigratedPostgres(): Promise<Fresh> {
  return openPostgresWith({ name: 'migrated', fill: migrate })
}

/** Makes a database on that server that was filled once a run. */
export async function openPostgresWith(template: Template): Promise<Fresh> {
  return freshOf(await openDatabase(template))
}

function freshOf({ url, drop }: ServerDatabase): Fresh {
  let client: Promise<Client> | null = null
  const connect = async () => {
    const opened = new Client({ connectionString: url })
    // The server may cut it; the next question makes another.
    opened.on('error', () => {
      client = null
    })
    await opened.connect()
    return opened
  }
  return {
    url,
    open: (options) => openStore(url, options),
    ask: async (sql) => {
      client ??= connect()
      return (await (await client).query(sql)).rows
    },
    drop: async () => {
      await (await client)?.end()
      await drop()
    },
  }
}
