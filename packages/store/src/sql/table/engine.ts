import { BaseError } from '@vaultwright/base'
import type { Kysely, RawBuilder } from 'kysely'
import type { StoreKind } from '../../migration/list.ts'
import type { MigrationContext } from '../../migration/run.ts'
import type { DatabaseTables } from './table.ts'

/** The builder that queries run with. */
export type Queries = Kysely<DatabaseTables>

/** A database that is open: what the two adapters give, and all that the query layer knows of them. */
export type StoreEngine = {
  readonly kind: StoreKind
  /** Runs single statements; sees what is committed. */
  readonly read: Queries
  /** Makes a statement that reads what is committed, of a text that is always the same. */
  readonly prepare: (sql: string, name: string) => PreparedStatement
  /** As `prepare`, for a statement that gives its rows at once; null where a database is asked over a network. */
  readonly prepareNow: ((sql: string) => (values: readonly unknown[]) => readonly SqlRow[]) | null
  /** Runs work in one transaction that is committed for good when this resolves. It may be run again. */
  readonly write: <Result>(work: (db: Queries) => Promise<Result>) => Promise<Result>
  /** As `write`, and the revision stays as it is. */
  readonly writeQuietly: <Result>(work: (db: Queries) => Promise<Result>) => Promise<Result>
  readonly lock: Locks
  readonly migrationContext: MigrationContext
  readonly backup: BackupMethod
  readonly openTurn: () => void
  readonly revision: () => string | null
  readonly askRevision: () => Promise<string | null>
  readonly nowUnix: () => bigint
  readonly close: () => Promise<void>
}

/** The method of a consistent copy: file by file where the database is one, row by row where it is a server. */
export type BackupMethod =
  | { readonly kind: 'file'; readonly copyTo: (file: string) => Promise<void> }
  | {
      readonly kind: 'rows'
      /** Works with one snapshot of everything. */
      readonly read: <Result>(work: (rowsOf: RowSource) => Promise<Result>) => Promise<Result>
    }

/** Runs a statement with its values, in the order of their places. */
export type PreparedStatement = (values: readonly unknown[]) => Promise<readonly SqlRow[]>

/** A row of any table, by column. */
export type SqlRow = Readonly<Record<string, unknown>>

/** All rows of a table, some at a time. */
export type RowSource = (table: string) => AsyncIterable<readonly SqlRow[]>

/** Locks that keep a row as it was read until the transaction ends; nothing where only one writes at a time. */
export type Locks = {
  /** No other transaction changes or locks it. */
  readonly update: RawBuilder<unknown>
  /** No other transaction changes it or takes this lock; others may refer to it meanwhile. */
  readonly turn: RawBuilder<unknown>
  /** No other transaction removes it. */
  readonly share: RawBuilder<unknown>
}

/** Options of an engine. */
export type EngineOptions = {
  readonly nowUnix: () => bigint
  /** The time a write waits for others, and a connection for the server · ms. */
  readonly waitMs: number
  /** Pages of the file at most, a quota; SQLite only. Null for none. */
  readonly maxPages: number | null
  /** Connections at most; PostgreSQL only. */
  readonly poolSize: number
  /** The time one statement may take · ms; PostgreSQL only. */
  readonly statementMs: number
  /** Gets the text of each statement, without its values. */
  readonly onQuery: (sql: string) => void
}

/** The database does not answer, is busy, or has no room left. */
export class StoreUnavailableError extends BaseError {
  override readonly code = 'store_unavailable'
  override readonly kind = 'unavailable'

  constructor(reason: string, cause: unknown) {
    super({
      message: `The database cannot be used now: ${reason}. Nothing was written; try again, and look at the database when it lasts.`,
      facts: { reason },
      cause,
      retryable: true,
    })
  }
}

/** The database contradicts itself. */
export class StoreDamagedError extends BaseError {
  override readonly code = 'store_damaged'
  override readonly kind = 'damaged_data'

  constructor(reason: string, cause: unknown) {
    super({
      message: `The database is damaged: ${reason}. Restore it from a backup.`,
      facts: { reason },
      cause,
    })
  }
}
