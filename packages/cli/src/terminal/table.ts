import { escapeInvisible } from '@vaultwright/base'
import type { TextStyle } from './style.ts'

/** A column: its heading, and the side its cells lean to. */
export type Column = { readonly title: string; readonly align?: 'right' }

/**
 * Prints rows as a table for a person: columns as wide as their widest cell, a gap of two.
 *
 * On a terminal it fits: long texts take more lines, long signatures lose their arguments, and rows whose words do not
 * fit beside each other stand as names and values, which are shortened alike. Elsewhere, and with `--wide`, a row is one line.
 * Control characters in a cell are shown as `\xNN`, so that a file cannot write to the terminal.
 */
export function printTable(
  columns: readonly Column[],
  rows: readonly (readonly string[])[],
  style: TextStyle,
): readonly string[] {
  const cells = rows.map((row) => columns.map((_, at) => printSafely(row[at] ?? '')))
  const titles = columns.map(({ title }) => title)
  const fitted = fitTable(titles, cells, style.columns)
  if (fitted === null) return printRecords(titles, cells, style)
  const { widths, isShortened } = fitted
  const line = (row: readonly string[]) => {
    const padded = columns.map(({ align }, at) => {
      const gap = ' '.repeat(widths[at]! - widthOf(row[at]!))
      return align === 'right' ? gap + row[at]! : row[at]! + gap
    })
    return padded.join('  ').trimEnd()
  }
  const body = fitted.rows.flatMap((row) => {
    const height = Math.max(1, ...row.map((lines) => lines.length))
    return Array.from(
      { length: height },
      (_, at) => `${line(row.map((lines) => lines[at] ?? ''))}\n`,
    )
  })
  const note = isShortened ? [style.dim(shortenedNote)] : []
  return [`${style.bold(line(titles))}\n`, ...body, ...note]
}

/** Prints each row as names and values, the rows apart; a value that does not fit is shortened, or takes more lines. */
function printRecords(
  titles: readonly string[],
  cells: readonly (readonly string[])[],
  style: TextStyle,
): readonly string[] {
  const width = Math.max(...titles.map(widthOf))
  const room = Math.max((style.columns ?? Infinity) - width - 2, minimumRoom)
  const shorten = (value: string) =>
    widthOf(value) > room ? (shortSignatureOf(value) ?? value) : value
  const records = cells.map((row) => {
    const pairs = titles.map((title, column) => [title, shorten(row[column]!)] as const)
    return pairs.filter(([, value]) => value !== '')
  })
  const isShortened = cells.flat().some((value) => shorten(value) !== value)
  return [
    ...records.flatMap((pairs, at) => [
      ...(at === 0 ? [] : ['\n']),
      ...pairs.flatMap(([title, value]) =>
        wrapWords(value, room).map(
          (line, place) => `${style.dim((place === 0 ? title : '').padEnd(width))}  ${line}\n`,
        ),
      ),
    ]),
    ...(isShortened ? [style.dim(shortenedNote)] : []),
  ]
}

/** A value in less room is hard to read. */
const minimumRoom = 24

const shortenedNote = '(…) stands for arguments; --wide prints them\n'

/** Prints named values below each other, the values in one column. */
export function printPairs(
  pairs: readonly (readonly [name: string, value: string])[],
  style: TextStyle,
): readonly string[] {
  const width = pairs.reduce((most, [name]) => Math.max(most, name.length), 0)
  return pairs.map(
    ([name, value]) => `${`${style.dim(name.padEnd(width))}  ${printSafely(value)}`.trimEnd()}\n`,
  )
}

/** Shows a text from outside without its control characters. */
export function printSafely(text: string): string {
  return escapeInvisible(text)
}

export function printTime(unix: bigint): string {
  return new Date(Number(unix) * 1000).toISOString().replace('.000', '')
}

export function printTimeOrNull(unix: bigint | null): string | null {
  return unix === null ? null : printTime(unix)
}

/** Between two columns of a table. */
const gap = 2

/** A table that fits: how wide its columns are, and the lines of each cell. */
type FittedTable = {
  readonly widths: readonly number[]
  readonly rows: readonly (readonly (readonly string[])[])[]
  /** A signature in it was shortened. */
  readonly isShortened: boolean
}

/**
 * Fits a table into so many columns: signatures lose their arguments, other texts take more lines.
 *
 * Words stay whole, so an address is never cut.
 *
 * @returns null where the longest words of a row do not fit beside each other.
 */
export function fitTable(
  titles: readonly string[],
  cells: readonly (readonly string[])[],
  columns: number | null,
): FittedTable | null {
  const natural = widthsOf(titles, cells)
  if (columns === null || totalOf(natural) <= columns) {
    const rows = cells.map((row) => row.map((cell) => [cell]))
    return { widths: natural, rows, isShortened: false }
  }
  const minimum = titles.map((title, at) =>
    Math.max(widthOf(title), ...cells.map((row) => longestWordOf(row[at] ?? ''))),
  )
  if (totalOf(minimum) > columns) return null
  const first = narrowed(natural, minimum, columns)
  // What signatures lose, other texts get.
  const short = cells.map((row) =>
    row.map((cell, at) => (widthOf(cell) > first[at]! ? (shortSignatureOf(cell) ?? cell) : cell)),
  )
  const widths = narrowed(widthsOf(titles, short), minimum, columns)
  return {
    widths,
    rows: short.map((row) => row.map((cell, at) => linesOf(cell, widths[at]!))),
    isShortened: short.some((row, index) => row.some((cell, at) => cell !== cells[index]![at])),
  }
}

function widthsOf(
  titles: readonly string[],
  cells: readonly (readonly string[])[],
): readonly number[] {
  return titles.map((title, at) =>
    Math.max(widthOf(title), ...cells.map((row) => widthOf(row[at] ?? ''))),
  )
}

/** Counts the places that a text takes. */
function widthOf(text: string): number {
  let width = 0
  for (const _ of text) width++
  return width
}

function totalOf(widths: readonly number[]): number {
  return widths.reduce((sum, width) => sum + width, 0) + gap * Math.max(widths.length - 1, 0)
}

/** Takes from the widest column that has something to give, until all fit. */
function narrowed(
  natural: readonly number[],
  minimum: readonly number[],
  columns: number,
): readonly number[] {
  const widths = [...natural]
  for (let over = totalOf(widths) - columns; over > 0; over--) {
    const giving = widths.map((width, at) => (width > minimum[at]! ? width : -1))
    widths[giving.indexOf(Math.max(...giving))]!--
  }
  return widths
}

function linesOf(cell: string, width: number): readonly string[] {
  if (widthOf(cell) <= width) return [cell]
  return wrapWords(cell, width)
}

/** Breaks a text into lines at its spaces. */
export function wrapWords(text: string, width: number): readonly string[] {
  const lines: string[] = []
  let line: string | null = null
  for (const word of text.split(' ')) {
    const longer: string = line === null ? word : `${line} ${word}`
    if (line === null || widthOf(longer) <= width) line = longer
    else {
      lines.push(line)
      line = word
    }
  }
  return [...lines, line ?? '']
}

function longestWordOf(cell: string): number {
  return Math.max(...(shortSignatureOf(cell) ?? cell).split(' ').map(widthOf))
}

/** `exactInput(…)` of a signature; null of any other text. */
function shortSignatureOf(cell: string): string | null {
  const [, name] = /^([A-Za-z_$][\w$]*)\([^ ]+\)$/.exec(cell) ?? []
  return name === undefined ? null : `${name}(…)`
}
