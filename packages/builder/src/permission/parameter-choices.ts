import { finishSteps, type Steps } from '@vaultwright/base'
import type { Combination } from './combination.ts'

/** A parameter whose values are not free: what the combinations leave of it. */
export type ParameterChoices = {
  readonly name: string
  /** Different values in the order in which they turn up. */
  readonly texts: readonly string[]
  /** Some combinations leave it open, so that its values are not a full list. */
  readonly isPartial: boolean
  /** It follows from the other parameters that are required. */
  readonly isDetermined: boolean
}

/** Projects combinations onto their parameters. */
export function choiceListsOf(
  combinations: readonly Combination[],
  names: readonly string[],
): readonly ParameterChoices[] {
  return finishSteps(columnSteps(combinations, names))
}

/** Projects combinations as `columnsOf` does, in steps. */
export function* columnSteps(
  combinations: readonly Combination[],
  names: readonly string[],
): Steps<readonly ParameterChoices[]> {
  const tables: ValueTable[] = []
  for (const name of names) {
    const table = tableOf(combinations, name)
    if (table !== null) tables.push(table)
    yield
  }
  const full = tables.filter(({ isPartial }) => !isPartial)
  const needed = new Set(full)
  // What stands first is asked for last: a pool follows from its asset more often than it is said.
  for (const table of full) {
    needed.delete(table)
    if (!(yield* isFunctionOf(table, [...needed], combinations.length))) needed.add(table)
  }
  return tables.map((table) => ({
    name: table.name,
    texts: [...table.numbers.keys()],
    isPartial: table.isPartial,
    isDetermined: !table.isPartial && !needed.has(table),
  }))
}

/** Tells whether some mix of the choices cannot be built. */
export function isConstrained(
  combinations: readonly Combination[],
  choiceLists: readonly ParameterChoices[],
): boolean {
  const full = choiceLists.filter(({ isPartial }) => !isPartial)
  const partial = choiceLists.filter(({ isPartial }) => isPartial)
  const mixes = full.reduce((product, { texts }) => product * texts.length, 1)
  if (mixes > combinations.length) return true
  const open = combinations.filter(({ texts }) =>
    partial.every(({ name }) => texts[name] === undefined),
  )
  const met = new Set(open.map(({ texts }) => JSON.stringify(full.map(({ name }) => texts[name]))))
  return met.size !== mixes
}

type ValueTable = {
  readonly name: string
  readonly isPartial: boolean
  /** Value to its number. */
  readonly numbers: ReadonlyMap<string, number>
  /** Number of the value of each combination. */
  readonly rows: Int32Array
}

function tableOf(combinations: readonly Combination[], name: string): ValueTable | null {
  const numbers = new Map<string, number>()
  const rows = new Int32Array(combinations.length)
  let open = 0
  for (const [row, { texts }] of combinations.entries()) {
    const text = texts[name]
    if (text === undefined) {
      open++
      continue
    }
    const number = numbers.get(text) ?? numbers.size
    numbers.set(text, number)
    rows[row] = number
  }
  return numbers.size === 0 ? null : { name, isPartial: open > 0, numbers, rows }
}

/** True if equal values of the others mean an equal value here. */
function* isFunctionOf(
  table: ValueTable,
  others: readonly ValueTable[],
  count: number,
): Steps<boolean> {
  if (table.numbers.size === 1) return true
  const met = new Map<number, number>()
  const groups = yield* groupsOf(others, count)
  for (let row = 0; row < count; row++) {
    const previousRow = met.get(groups[row]!)
    if (previousRow !== undefined && previousRow !== table.rows[row]) return false
    met.set(groups[row]!, table.rows[row]!)
  }
  return true
}

/** Numbers rows so that equal numbers mean equal values in every table. */
function* groupsOf(tables: readonly ValueTable[], count: number): Steps<Int32Array> {
  let groups = new Int32Array(count)
  for (const { rows, numbers } of tables) {
    const next = new Int32Array(count)
    const firstOf = new Map<number, number>()
    for (let row = 0; row < count; row++) {
      const key = groups[row]! * numbers.size + rows[row]!
      const group = firstOf.get(key) ?? firstOf.size
      firstOf.set(key, group)
      next[row] = group
    }
    groups = next
    yield
  }
  return groups
}
