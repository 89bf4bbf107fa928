/** Values by parameter, each as a text that stands for it. */
export type EntryRow = ReadonlyMap<string, string>

/** The values of an entry: lists that are combined each with each, and sets that belong together. */
export type EntryTable = {
  readonly lists: ReadonlyMap<string, readonly string[]>
  /** Each item a product of its own; empty when there is one product only. */
  readonly each: readonly ReadonlyMap<string, readonly string[]>[]
}

/** With more parameters than these, the best pivot is guessed instead of tried. */
const tried = 4

/**
 * Writes rows of values as few lists whose products are exactly these rows.
 *
 * @returns what is the same in all rows and, where one product does not do, several.
 */
export function tableOf(rows: readonly EntryRow[]): EntryTable {
  const whole = productOf(rows)
  if (whole !== null) return { lists: whole, each: [] }
  const columns = columnsOf(rows)
  const fixed = [...columns].filter(([, values]) => values.length === 1).map(([name]) => name)
  const lists = new Map(fixed.map((name) => [name, columns.get(name)!]))
  const varied = rows.map((row) => without(row, fixed))
  return { lists, each: productsOf(varied) }
}

/** Leaves parameters out of rows. */
export function projected(
  rows: readonly EntryRow[],
  names: readonly string[],
): readonly EntryRow[] {
  const byKey = new Map<string, EntryRow>()
  for (const row of rows) {
    const part = new Map(names.map((name) => [name, row.get(name)!]))
    byKey.set(rowKeyOf(part), part)
  }
  return [...byKey.values()]
}

/** Names a row by its values. */
export function rowKeyOf(row: EntryRow): string {
  return [...row].map(([name, value]) => `${name}=${value}`).join('&')
}

type Product = ReadonlyMap<string, readonly string[]>

function productsOf(rows: readonly EntryRow[]): readonly Product[] {
  const whole = productOf(rows)
  if (whole !== null) return [whole]
  const columns = columnsOf(rows)
  const names = [...columns.keys()]
  const pivots = names.length <= tried ? names : [fewestOf(columns)]
  let best: readonly Product[] | null = null
  for (const pivot of pivots) {
    const split = splitBy(rows, pivot)
    if (best === null || split.length < best.length) best = split
  }
  return best!
}

/** One product for all values of the pivot that go with the same rest. */
function splitBy(rows: readonly EntryRow[], pivot: string): readonly Product[] {
  const rests = new Map<string, EntryRow[]>()
  for (const row of rows) {
    const value = row.get(pivot)!
    const restRow = without(row, [pivot])
    const list = rests.get(value)
    if (list === undefined) rests.set(value, [restRow])
    else list.push(restRow)
  }
  const shared = new Map<
    string,
    { readonly values: string[]; readonly rest: readonly EntryRow[] }
  >()
  for (const [value, restRow] of rests) {
    const key = restRow.map(rowKeyOf).sort().join('\n')
    const entry = shared.get(key)
    if (entry === undefined) shared.set(key, { values: [value], rest: restRow })
    else entry.values.push(value)
  }
  return [...shared.values()].flatMap(({ values, rest }) =>
    productsOf(rest).map((product) => new Map([[pivot, values], ...product])),
  )
}

function productOf(rows: readonly EntryRow[]): Product | null {
  const columns = columnsOf(rows)
  const size = [...columns.values()].reduce((count, values) => count * values.length, 1)
  return size === rows.length ? columns : null
}

function columnsOf(rows: readonly EntryRow[]): Map<string, readonly string[]> {
  const valuesByName = new Map<string, Set<string>>()
  for (const row of rows) {
    for (const [name, value] of row) {
      const values = valuesByName.get(name) ?? new Set()
      valuesByName.set(name, values.add(value))
    }
  }
  return new Map([...valuesByName].map(([name, values]) => [name, [...values]]))
}

function fewestOf(columns: ReadonlyMap<string, readonly string[]>): string {
  const varied = [...columns].filter(([, values]) => values.length > 1)
  return varied.reduce((best, one) => (one[1].length < best[1].length ? one : best))[0]
}

function without(row: EntryRow, names: readonly string[]): EntryRow {
  return new Map([...row].filter(([name]) => !names.includes(name)))
}
