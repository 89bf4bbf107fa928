// What a service asks its database: recorded once, and run again by a bare route.
import Database from 'better-sqlite3'
import pg from 'pg'

/**
 * Records every statement of this process that reads.
 *
 * @returns what gives the statements since it was called last, each as `[sql, values]`; its `stop` ends the recording.
 */
export async function recordStatements() {
  let log = []
  const note = (sql, values) => {
    if (/^\s*(select|with|pragma)/i.test(sql)) log.push([sql, values])
  }
  const db = new Database(':memory:')
  const statement = Object.getPrototypeOf(db.prepare('select 1'))
  db.close()
  const originals = { get: statement.get, all: statement.all }
  for (const [name, original] of Object.entries(originals)) {
    statement[name] = function recorded(...values) {
      note(this.source, values.flat())
      return original.apply(this, values)
    }
  }
  const { query } = pg.Client.prototype
  pg.Client.prototype.query = function recorded(text, values, ...rest) {
    note(text?.text ?? text, values ?? text?.values ?? [])
    return query.call(this, text, values, ...rest)
  }
  const take = () => {
    const taken = log
    log = []
    return taken
  }
  take.stop = () => {
    Object.assign(statement, originals)
    pg.Client.prototype.query = query
  }
  return take
}

/**
 * Opens what runs recorded statements, each prepared once.
 *
 * @returns what runs a list of them and waits for the last one.
 */
export function openStatements(databaseUrl) {
  if (databaseUrl.startsWith('sqlite:')) {
    const db = new Database(databaseUrl.slice('sqlite:'.length))
    const prepared = new Map()
    return async (statements) => {
      for (const [sql, values] of statements) {
        if (!prepared.has(sql)) prepared.set(sql, db.prepare(sql))
        prepared.get(sql).all(...values)
      }
    }
  }
  const pool = new pg.Pool({ connectionString: databaseUrl, max: 10 })
  const names = new Map()
  return async (statements) => {
    for (const [text, values] of statements) {
      if (!names.has(text)) names.set(text, `statement ${names.size}`)
      await pool.query({ name: names.get(text), text, values })
    }
  }
}
