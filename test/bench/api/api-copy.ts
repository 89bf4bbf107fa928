// Vaults that differ from others in their address alone: a store of one client has more than the local chain shows.
import Database from 'better-sqlite3'
import pg from 'pg'

/** The tables that refer to a vault and are read, in the order in which they are written. */
const tables = [
  'vault',
  'deployment',
  'strategist',
  'root',
  'root_event',
  'snapshot',
  'daily_point',
  'performance',
] as const

/**
 * Writes vaults again under other addresses, with all that is read of them.
 *
 * @returns their addresses.
 */
export async function copyVaults(
  databaseUrl: string,
  vaults: readonly string[],
  times: number,
): Promise<readonly string[]> {
  const { query, close } = await openDatabase(databaseUrl)
  const statements: string[] = []
  try {
    for (const vault of vaults.map((one) => one.toLowerCase())) {
      for (let time = 1; time <= times; time++) {
        const address = `0x${String(time).padStart(4, '0')}${vault.slice(6)}`
        for (const table of tables) {
          const rows = await query(`select * from ${table} limit 1`)
          const columns = Object.keys(rows[0] ?? {})
          const key = table === 'vault' ? 'address' : 'vault'
          const values = columns.map((column) => {
            if (column === key) return `'${address}'`
            return table === 'vault' && column === 'id' ? `id || '_${time}'` : column
          })
          if (columns.length === 0) continue
          await query(
            `insert into ${table} (${columns}) select ${values} from ${table} where ${key} = '${vault}' returning 1`,
          )
        }
        statements.push(address)
      }
    }
  } finally {
    await close()
  }
  return statements
}

type CopyDatabase = {
  readonly query: (sql: string) => Promise<readonly object[]>
  readonly close: () => Promise<void>
}

async function openDatabase(databaseUrl: string): Promise<CopyDatabase> {
  if (databaseUrl.startsWith('sqlite:')) {
    const db = new Database(databaseUrl.slice('sqlite:'.length))
    return {
      query: async (sql) => db.prepare(sql).all() as object[],
      close: async () => void db.close(),
    }
  }
  const client = new pg.Client({ connectionString: databaseUrl })
  await client.connect()
  return {
    query: async (sql) => (await client.query(sql)).rows,
    close: () => client.end(),
  }
}
