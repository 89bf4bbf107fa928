/** Between two columns of a table. */
const gap = 2

/** A table that fits: how wide its columns are, and the lines of each cell. */
export type FittedTable = {
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
export function widthOf(text: string): number {
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
export function shortSignatureOf(cell: string): string | null {
  const [, name] = /^([A-Za-z_$][\w$]*)\([^ ]+\)$/.exec(cell) ?? []
  return name === undefined ? null : `${name}(…)`
}
