import type BetterSqlite from 'better-sqlite3'
import { Kysely, sql } from 'kysely'
import type { EngineOptions, StoreEngine } from '../sql/table/engine.ts'
import type { DatabaseTables } from '../sql/table/table.ts'
import { openConnection } from './connection.ts'
import { type Connection, dialectOf, preparedNowOn, preparedOn } from './dialect.ts'
import { failureOf, isBusy } from './failure.ts'
import { makeMutex } from './mutex.ts'
import { openReadTurn } from './read-turn.ts'
import { appliedIn } from './store-file.ts'

/** The lock of every engine on SQLite: none, as one transaction at a time writes. */
const nothing = sql``

/** Transactions that this process committed, to any file. */
let commits = 0

/**
 * Opens an engine on an SQLite file: one connection that writes, one that reads what is committed.
 *
 * @throws {StoreRuntimeError} {StoreUnavailableError} {StoreDamagedError}
 */
export async function openSqlite(path: string, options: EngineOptions): Promise<StoreEngine> {
  const { onQuery, nowUnix, waitMs } = options
  const { writing, reading } = await openConnectionPair(path, options)
  const mutex = makeMutex()
  // Where the writer's connection is the reader's, a transaction may be open that is not committed.
  const isShared = reading === writing
  const dataVersion = writing.prepare('PRAGMA data_version').pluck()
  const readVersion = () => dataVersion.get()
  const turn = isShared ? null : openReadTurn({ reading, readVersion, commits: () => commits })
  const reader = {
    db: reading,
    onQuery: (text: string) => {
      onQuery(text)
      turn?.enter()
    },
  }
  const readMutex = isShared ? mutex : null
  const kyselyOf = (connection: Connection) =>
    new Kysely<DatabaseTables>({ dialect: dialectOf(connection) })
  const writer = kyselyOf({ db: writing, mutex: null, onQuery })
  let committed = 0
  const revision = () => `${turn === null ? readVersion() : turn.version()}.${committed}`

  const exec = async (text: string) => {
    writing.exec(text)
  }
  const applied = async () => {
    try {
      return appliedIn(writing)
    } catch (failure) {
      throw failureOf(failure)
    }
  }

  const transact = async <Result>(
    mode: Mode,
    counted: number,
    work: () => Promise<Result>,
  ): Promise<Result> => {
    const leave = await mutex.enter()
    try {
      await begin(writing, mode, waitMs)
      const result = await work()
      writing.exec('commit')
      // In the same breath as the commit: the new state must not be visible under the old revision for long.
      committed += counted
      commits++
      return result
    } catch (failure) {
      if (writing.open && writing.inTransaction) writing.exec('rollback')
      throw failureOf(failure)
    } finally {
      leave()
    }
  }

  return {
    kind: 'sqlite',
    read: kyselyOf({ ...reader, mutex: readMutex }),
    prepare: (text) => preparedOn({ ...reader, mutex: readMutex }, text),
    prepareNow: isShared ? null : (text) => preparedNowOn(reader, text),
    write: (work) => transact('immediate', 1, () => work(writer)),
    writeQuietly: (work) => transact('immediate', 0, () => work(writer)),
    lock: { update: nothing, turn: nothing, share: nothing },
    migrationContext: {
      kind: 'sqlite',
      applied,
      locked: (work) => transact('exclusive', 1, () => work({ applied, exec })),
    },
    backup: {
      kind: 'file',
      copyTo: async (file) => {
        const leave = await mutex.enter()
        try {
          // Held while it is copied: without it every write of another process begins the copy anew.
          writing.exec('begin')
          appliedIn(writing)
          await writing.backup(file)
        } catch (failure) {
          throw failureOf(failure)
        } finally {
          if (writing.inTransaction) writing.exec('rollback')
          leave()
        }
      },
    },
    openTurn: () => turn?.open(),
    revision,
    askRevision: async () => revision(),
    nowUnix,
    close: async () => {
      const leave = await mutex.enter()
      leave()
      turn?.leave()
      if (!isShared) reading.close()
      writing.close()
    },
  }
}

type ConnectionPair = {
  readonly writing: BetterSqlite.Database
  readonly reading: BetterSqlite.Database
}

async function openConnectionPair(
  path: string,
  { maxPages }: EngineOptions,
): Promise<ConnectionPair> {
  const writing = await openConnection(path)
  try {
    if (maxPages !== null) writing.pragma(`max_page_count = ${maxPages}`)
    return { writing, reading: path === ':memory:' ? writing : await openConnection(path) }
  } catch (failure) {
    writing.close()
    throw failureOf(failure)
  }
}

type Mode = 'immediate' | 'exclusive'

/** Begins a transaction that may write. Waits for other processes without stopping this one. */
async function begin(db: BetterSqlite.Database, mode: Mode, waitMs: number): Promise<void> {
  const end = performance.now() + waitMs
  for (let pauseMs = 2; ; pauseMs = Math.min(50, pauseMs * 2)) {
    try {
      db.exec(`begin ${mode}`)
      return
    } catch (failure) {
      if (!isBusy(failure) || performance.now() > end) throw failure
      await new Promise((resolve) => setTimeout(resolve, pauseMs))
    }
  }
}
