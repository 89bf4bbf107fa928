import fc from 'fast-check'
import { expect, test } from 'vitest'
import { type EntryRow, type EntryTable, rowKeyOf, tableOf } from './infer-table.ts'

const names = ['a', 'b', 'c', 'd', 'e', 'f']
const rows = fc.integer({ min: 1, max: names.length }).chain((width) =>
  fc.uniqueArray(
    fc
      .array(fc.constantFrom('1', '2', '3'), { minLength: width, maxLength: width })
      .map((values): EntryRow => new Map(values.map((value, at) => [names[at]!, value]))),
    { minLength: 1, maxLength: 20, selector: rowKeyOf },
  ),
)

/** The content of a table, row by row. */
function expanded({ lists, each }: EntryTable): readonly string[] {
  const sets = each.length === 0 ? [new Map<string, readonly string[]>()] : each
  return sets.flatMap((set) => {
    let rows: readonly EntryRow[] = [new Map()]
    for (const [name, values] of [...lists, ...set].sort(([one], [other]) =>
      one < other ? -1 : 1,
    )) {
      rows = rows.flatMap((row) => values.map((value) => new Map([...row, [name, value]])))
    }
    return rows.map(rowKeyOf)
  })
}

test('default: a table says exactly its rows, each once', () => {
  fc.assert(
    fc.property(rows, (some) => {
      expect([...expanded(tableOf(some))].sort()).toEqual(some.map(rowKeyOf).sort())
    }),
  )
})

test('behavior: a product is lists alone, and rests that are equal are said once', () => {
  const row = (a: string, b: string) => new Map(Object.entries({ a, b }))
  const lists = (table: EntryTable) => Object.fromEntries(table.lists)
  const product = tableOf([row('1', '1'), row('1', '2'), row('2', '1'), row('2', '2')])
  expect({ ...lists(product), each: product.each }).toEqual({
    a: ['1', '2'],
    b: ['1', '2'],
    each: [],
  })
  const two = tableOf([row('1', '1'), row('2', '1'), row('3', '2')])
  expect(two.each.map((set) => Object.fromEntries(set))).toEqual([
    { a: ['1', '2'], b: ['1'] },
    { a: ['3'], b: ['2'] },
  ])
})
