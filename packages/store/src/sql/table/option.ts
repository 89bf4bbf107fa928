/** What an engine is opened with. */
export type EngineOptions = {
  readonly nowUnix: () => bigint
  /** How long a write waits for others, and a connection for the server · ms. */
  readonly waitMs: number
  /** Pages of the file at most, a quota; SQLite only. Null for none. */
  readonly maxPages: number | null
  /** Connections at most; PostgreSQL only. */
  readonly poolSize: number
  /** How long one statement may take · ms; PostgreSQL only. */
  readonly statementMs: number
  /** Gets the text of each statement, without its values. */
  readonly onQuery: (sql: string) => void
}
