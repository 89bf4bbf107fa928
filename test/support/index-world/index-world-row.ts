import type { Fresh } from '../store/store-fixture.ts'

/** Everything that is kept of days and roots, as texts: a row each, without what tells when it was written. */
export type IndexTables = Readonly<Record<IndexTable, readonly string[]>>

/** The differences of a database's days from an undisturbed one: missing and extra. */
export type TableDifference = {
  /** Rows of a day's reading that are not there. */
  readonly lost: number
  /** Days that are there more than once. */
  readonly doubled: number
  /** Rows of all tables that only one of both has. */
  readonly rows: readonly string[]
}

const indexTables = [
  ...(['root', 'root_event', 'reading', 'snapshot', 'daily_point', 'performance'] as const),
] as const
type IndexTable = (typeof indexTables)[number]

/** When, how often, for whom; and what the digest beside it tells shorter. */
const aside: ReadonlySet<string> = new Set([
  'tenant_id',
  'since_unix',
  'read_at_unix',
  'revision',
  'body',
  'receipt',
])

/** Reads the tables past the store. */
export async function readIndexTables({ ask }: Pick<Fresh, 'ask'>): Promise<IndexTables> {
  const read = async (table: IndexTable) =>
    (await ask(`select * from ${table}`)).map(printRow).sort()
  return {
    root: await read('root'),
    root_event: await read('root_event'),
    reading: await read('reading'),
    snapshot: await read('snapshot'),
    daily_point: await read('daily_point'),
    performance: await read('performance'),
  }
}

/** Compares tables with those that nothing disturbed. */
export function differenceOf(actual: IndexTables, wanted: IndexTables): TableDifference {
  const days = actual.reading.map(dayKeyOf)
  const wantedDays = new Set(wanted.reading.map(dayKeyOf))
  const there = new Set(days)
  return {
    lost: [...wantedDays].filter((day) => !there.has(day)).length,
    doubled: days.length - there.size,
    rows: indexTables.flatMap((table) => [
      ...beyond(actual[table], wanted[table]).map((row) => `+ ${table} ${row}`),
      ...beyond(wanted[table], actual[table]).map((row) => `- ${table} ${row}`),
    ]),
  }
}

/** Rows that the others do not have, or not as often. */
function beyond(rows: readonly string[], others: readonly string[]): readonly string[] {
  const left = new Map<string, number>()
  for (const row of others) left.set(row, (left.get(row) ?? 0) + 1)
  return rows.filter((row) => {
    const count = left.get(row) ?? 0
    left.set(row, count - 1)
    return count <= 0
  })
}

/** Both databases give the same text for the same row, whatever they call a number. */
function printRow(row: Readonly<Record<string, unknown>>): string {
  const fields = Object.keys(row)
    .filter((name) => !aside.has(name))
    .sort()
    .map((name) => [name, row[name] === null ? null : String(row[name])])
  return JSON.stringify(Object.fromEntries(fields))
}

function dayKeyOf(row: string): string {
  const { chain, vault, day } = JSON.parse(row)
  return `${chain} ${vault} ${day}`
}
