// What a service asks its database: recorded once, and run again by a bare route.
import Database from 'better-sqlite3'
import pg from 'pg'

/** A text with its values. */
export type Statement = readonly [sql: string, values: readonly unknown[]]

/** Records statements that read. */
export type StatementRecorder = {
  /** @returns the statements since it was called last. */
  readonly take: () => readonly Statement[]
  /** Ends the recording. */
  readonly stop: () => void
}

/** Records every statement of this process that reads rows. */
export function recordStatements(): StatementRecorder {
  let log: Statement[] = []
  const note = (sql: unknown, values: readonly unknown[]) => {
    if (typeof sql === 'string' && /^\s*(select|with)/i.test(sql)) log.push([sql, values])
  }
  const db = new Database(':memory:')
  const statement = Object.getPrototypeOf(db.prepare('select 1'))
  db.close()
  const { get, all } = statement
  for (const [name, original] of Object.entries({ get, all })) {
    statement[name] = function recorded(this: { readonly source: string }, ...values: unknown[]) {
      note(this.source, values.flat())
      return original.apply(this, values)
    }
  }
  const { prototype } = pg.Client
  const query = prototype.query as (...given: unknown[]) => unknown
  const recordedQuery = function recorded(this: pg.Client, ...given: unknown[]) {
    const [text, values] = given as [{ text?: unknown; values?: unknown[] } | string, unknown[]?]
    if (typeof text === 'string') note(text, values ?? [])
    else note(text.text, values ?? text.values ?? [])
    return query.apply(this, given)
  }
  prototype.query = recordedQuery as never
  return {
    take: () => {
      const taken = log
      log = []
      return taken
    },
    stop: () => {
      Object.assign(statement, { get, all })
      prototype.query = query as never
    },
  }
}

/** The runner of recorded statements. */
export type StatementRunner = {
  /** Runs statements in turn and waits for the last one. */
  readonly run: (statements: readonly Statement[]) => Promise<void>
  readonly close: () => Promise<void>
}

/** Opens what runs recorded statements, each prepared once. */
export function openStatements(databaseUrl: string): StatementRunner {
  if (databaseUrl.startsWith('sqlite:')) {
    const db = new Database(databaseUrl.slice('sqlite:'.length), { readonly: true })
    const prepared = new Map<string, Database.Statement>()
    return {
      run: async (statements) => {
        for (const [sql, values] of statements) {
          const statement = prepared.get(sql) ?? db.prepare(sql)
          prepared.set(sql, statement)
          statement.all(...values)
        }
      },
      close: async () => void db.close(),
    }
  }
  const pool = new pg.Pool({ connectionString: databaseUrl, max: 10 })
  pool.on('error', () => {})
  const names = new Map<string, string>()
  return {
    run: async (statements) => {
      for (const [text, values] of statements) {
        const name = names.get(text) ?? `statement ${names.size}`
        names.set(text, name)
        await pool.query({ name, text, values: [...values] })
      }
    },
    close: () => pool.end(),
  }
}
