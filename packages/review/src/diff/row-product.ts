/** Columns that change together, and the values that they take together. */
export type RowDimension = {
  readonly columns: readonly number[]
  /** One a value, in the order of the columns; distinct. */
  readonly tuples: readonly (readonly string[])[]
  /** A row that has the tuple, by tuple. */
  readonly examples: readonly number[]
}

/** Rows that are every combination of the values of their dimensions, each once. */
export type RowProduct = {
  /** Indices of its rows, ascending. */
  readonly rows: readonly number[]
  readonly dimensions: readonly RowDimension[]
}

/** Into how many products rows are cut before they are listed as they are. */
const maxParts = 4

type Rows = readonly (readonly string[])[]
type ColumnClass = {
  readonly columns: readonly number[]
  /** By row: which of its values the row has. */
  readonly ids: readonly number[]
  readonly count: number
}

/**
 * Writes rows as few products of sets, exactly: the products share no row and together are all rows.
 *
 * Columns that change together are one dimension. What is not a product of dimensions is cut by the
 * values of one of them, and where that takes many parts it is one dimension: the list of its tuples.
 *
 * @param rows - distinct, of equal width.
 */
export function productsOf(rows: Rows): readonly RowProduct[] {
  if (rows.length === 0) return []
  const all = rows.map((_, index) => index)
  return partsOf(rows, all, classesOf(rows))
}

/** Lists the rows of a product, in the order of its dimensions. */
export function rowsOfProduct({ dimensions }: Pick<RowProduct, 'dimensions'>, width: number): Rows {
  let rows: string[][] = [Array.from({ length: width }, () => '')]
  for (const { columns, tuples } of dimensions) {
    rows = rows.flatMap((row) =>
      tuples.map((tuple) => {
        const next = [...row]
        for (const [place, column] of columns.entries()) next[column] = tuple[place]!
        return next
      }),
    )
  }
  return rows
}

function partsOf(
  rows: Rows,
  subset: readonly number[],
  classes: readonly ColumnClass[],
): readonly RowProduct[] {
  const { free, bound } = splitIndependent(classes, subset.length)
  const whole = (dimensions: readonly ColumnClass[]) => ({
    rows: subset,
    dimensions: dimensions.map((each) => dimensionOf(rows, subset, each)),
  })
  if (bound.length <= 1) return [whole([...free, ...bound])]
  const cut = fewestParts(bound)
  if (cut === null) return [whole([...free, joined(bound)])]
  return cut.flatMap((part) => {
    const members = part.map((place) => subset[place]!)
    return partsOf(rows, members, regrouped(classes, part))
  })
}

/** Columns whose values name each other are one class. */
function classesOf(rows: Rows): readonly ColumnClass[] {
  const width = rows[0]!.length
  const byIds = new Map<string, ColumnClass>()
  for (let column = 0; column < width; column++) {
    const ids = idsOf(rows.map((row) => row[column]!))
    const key = ids.join()
    const same = byIds.get(key)
    const columns = [...(same?.columns ?? []), column]
    byIds.set(key, { columns, ids, count: countOf(ids) })
  }
  return [...byIds.values()]
}

/** The same classes for some of the rows; classes that no longer differ become one. */
function regrouped(
  classes: readonly ColumnClass[],
  places: readonly number[],
): readonly ColumnClass[] {
  const byIds = new Map<string, ColumnClass>()
  for (const { columns, ids } of classes) {
    const idsThere = idsOf(places.map((place) => ids[place]!))
    const key = idsThere.join()
    const all = [...(byIds.get(key)?.columns ?? []), ...columns].sort((a, b) => a - b)
    byIds.set(key, { columns: all, ids: idsThere, count: countOf(idsThere) })
  }
  return [...byIds.values()]
}

/** Takes out what is combined with everything else: constants, and true factors. */
function splitIndependent(classes: readonly ColumnClass[], size: number) {
  const free: ColumnClass[] = []
  let bound = [...classes]
  let remaining = size
  for (const candidate of classes) {
    const unrelated = bound.filter((each) => each !== candidate)
    if (candidate.count * distinctOf(unrelated, candidate.ids.length) !== remaining) continue
    free.push(candidate)
    bound = unrelated
    remaining /= candidate.count
  }
  return { free, bound }
}

/** Cuts by the class that needs the fewest parts: rows whose other values go with the same of its values. */
function fewestParts(bound: readonly ColumnClass[]): readonly (readonly number[])[] | null {
  let best: readonly (readonly number[])[] | null = null
  for (const candidate of bound) {
    const parts = partsBy(
      candidate,
      bound.filter((each) => each !== candidate),
    )
    if (parts.length <= maxParts && (best === null || parts.length < best.length)) best = parts
  }
  return best === null || best.length < 2 ? null : best
}

function partsBy(
  candidate: ColumnClass,
  others: readonly ColumnClass[],
): readonly (readonly number[])[] {
  const byRest = new Map<string, number[]>()
  for (const place of candidate.ids.keys()) {
    const key = others.map(({ ids }) => ids[place]).join()
    const places = byRest.get(key)
    if (places === undefined) byRest.set(key, [place])
    else places.push(place)
  }
  const bySet = new Map<string, number[]>()
  for (const places of byRest.values()) {
    const values = places.map((place) => candidate.ids[place]!).sort((a, b) => a - b)
    const part = bySet.get(values.join())
    if (part === undefined) bySet.set(values.join(), [...places])
    else part.push(...places)
  }
  return [...bySet.values()].map((part) => part.sort((a, b) => a - b))
}

function joined(classes: readonly ColumnClass[]): ColumnClass {
  const columns = classes.flatMap((each) => each.columns).sort((a, b) => a - b)
  const size = classes[0]!.ids.length
  const keys = Array.from({ length: size }, (_, place) =>
    classes.map(({ ids }) => ids[place]).join(),
  )
  const ids = idsOf(keys)
  return { columns, ids, count: countOf(ids) }
}

function dimensionOf(rows: Rows, subset: readonly number[], { columns, ids }: ColumnClass) {
  const tuples: (readonly string[])[] = []
  const examples: number[] = []
  for (const [place, id] of ids.entries()) {
    if (id < tuples.length) continue
    const row = subset[place]!
    tuples.push(columns.map((column) => rows[row]![column]!))
    examples.push(row)
  }
  return { columns, tuples, examples }
}

/** Numbers values in the order of their first appearance. */
function idsOf(values: readonly (string | number)[]): readonly number[] {
  const numbers = new Map<string | number, number>()
  return values.map((value) => {
    const number = numbers.get(value)
    if (number !== undefined) return number
    numbers.set(value, numbers.size)
    return numbers.size - 1
  })
}

function countOf(ids: readonly number[]): number {
  return ids.reduce((most, id) => Math.max(most, id), -1) + 1
}

function distinctOf(classes: readonly ColumnClass[], size: number): number {
  if (classes.length === 0) return 1
  const keys = new Set<string>()
  for (let place = 0; place < size; place++) {
    keys.add(classes.map(({ ids }) => ids[place]).join())
  }
  return keys.size
}
