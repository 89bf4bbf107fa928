import fc from 'fast-check'
import { expect, test } from 'vitest'
import { plain } from './style.ts'
import { fitTable, printPairs, printSafely, printTable } from './table.ts'

test('default', () => {
  const columns = [{ title: '#', align: 'right' }, { title: 'name' }, { title: 'note' }] as const
  const rows = [
    ['1', 'one', ''],
    ['10', '₮en', 'x'],
  ]
  expect(printTable(columns, rows, plain).join('')).toBe(' #  name  note\n 1  one\n10  ₮en   x\n')
  expect(
    printPairs(
      [
        ['a', '1'],
        ['long', ''],
      ],
      plain,
    ).join(''),
  ).toBe('a     1\nlong\n')
})

test('behavior: no control character and no turn of writing comes through', () => {
  fc.assert(
    fc.property(fc.string({ unit: 'binary' }), (text) => {
      expect(printSafely(text)).not.toMatch(/[\p{Cc}\p{Bidi_Control}]/u)
    }),
  )
  expect(printSafely('plain ₮ text')).toBe('plain ₮ text')
  expect(printSafely('a\u001b[31m\n\u202e')).toBe('a\\x1b[31m\\x0a\\u{202e}')
})

const word = fc.stringMatching(/^[a-z0-9]{1,12}$/)
const cell = fc.array(word, { maxLength: 6 }).map((words) => words.join(' '))
const table = fc.integer({ min: 1, max: 5 }).chain((count) =>
  fc.record({
    titles: fc.array(word, { minLength: count, maxLength: count }),
    cells: fc.array(fc.array(cell, { minLength: count, maxLength: count }), { maxLength: 6 }),
  }),
)

test('law: a table that fits has no longer line, and every word of every cell in its order', () => {
  fc.assert(
    fc.property(table, fc.integer({ min: 12, max: 90 }), ({ titles, cells }, columns) => {
      const fitted = fitTable(titles, cells, columns)
      const natural = fitTable(titles, cells, null)!
      const gaps = 2 * (titles.length - 1)
      const total = (widths: readonly number[]) => widths.reduce((sum, one) => sum + one, gaps)
      if (fitted === null) {
        const longest = titles.map((title, at) =>
          Math.max(
            title.length,
            ...cells.flatMap((row) => row[at]!.split(' ').map((one) => one.length)),
          ),
        )
        expect(total(longest)).toBeGreaterThan(columns)
        return
      }
      expect(total(fitted.widths)).toBeLessThanOrEqual(Math.max(columns, 0))
      if (total(natural.widths) <= columns) expect(fitted).toEqual(natural)
      expect(fitted.rows.map((row) => row.map((lines) => lines.join(' ')))).toEqual(cells)
      for (const row of fitted.rows) {
        for (const [index, lines] of row.entries()) {
          for (const line of lines) expect(line.length).toBeLessThanOrEqual(fitted.widths[index]!)
        }
      }
    }),
  )
})

const columns = [{ title: '#', align: 'right' }, { title: 'function' }, { title: 'what' }] as const
const rows = [
  ['1', 'supply(address,uint256,address,uint16)', 'Supply WETH to Aave v3'],
  ['12', 'deposit()', 'Wrap ETH'],
]
const printed = (width: number | null) =>
  printTable(columns, rows, { ...plain, columns: width }).join('')

test('golden: as wide as it is where no terminal is, else signatures lose arguments and texts take lines', () => {
  expect(printed(null)).toBe(`\
 #  function                                what
 1  supply(address,uint256,address,uint16)  Supply WETH to Aave v3
12  deposit()                               Wrap ETH
`)
  expect(printed(66)).toBe(printed(null))
  expect(printed(30)).toBe(`\
 #  function   what
 1  supply(…)  Supply WETH to
               Aave v3
12  deposit()  Wrap ETH
(…) stands for arguments; --wide prints them
`)
})

test('golden: rows whose words do not fit beside each other stand as names and values', () => {
  expect(printed(16)).toBe(`\
#         1
function  supply(…)
what      Supply WETH to Aave v3

#         12
function  deposit()
what      Wrap ETH
(…) stands for arguments; --wide prints them
`)
})

test('refuses: an address is never cut, whatever the width', () => {
  const address = '0x5FfD08C71E25a35cB6dfa5306D8b5468EC14704a'
  for (let width = 1; width < 80; width++) {
    const lines = printTable([{ title: 'who' }, { title: 'why' }], [[address, 'a b c d']], {
      ...plain,
      columns: width,
    })
    expect(lines.join('')).toContain(address)
  }
})

test('law: names and values have no longer line than a word needs, and every word', () => {
  fc.assert(
    fc.property(table, fc.integer({ min: 4, max: 40 }), ({ titles, cells }, width) => {
      fc.pre(cells.length > 0 && fitTable(titles, cells, width) === null)
      const text = printTable(
        titles.map((title) => ({ title })),
        cells,
        { ...plain, columns: width },
      ).join('')
      const name = Math.max(...titles.map((title) => title.length)) + 2
      const most = Math.max(width, name + 24)
      for (const line of text.split('\n').filter((one) => one.length > most)) {
        expect(line.slice(name)).not.toContain(' ')
      }
      const values = text.split('\n').flatMap((line) => line.slice(name).split(' '))
      expect(values.filter((one) => one !== '')).toEqual(
        cells.flat().flatMap((one) => one.split(' ').filter((part) => part !== '')),
      )
    }),
  )
})

test('golden: a signature among names and values is shortened, too', () => {
  const text = printTable(columns, [['1', `a(${'uint256,'.repeat(9)}uint256)`, 'x'.repeat(30)]], {
    ...plain,
    columns: 40,
  }).join('')
  expect(text).toBe(`\
#         1
function  a(…)
what      ${'x'.repeat(30)}
(…) stands for arguments; --wide prints them
`)
})
