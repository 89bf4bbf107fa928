import { escapeInvisible } from '@vaultwright/base'
import type { TextStyle } from './style.ts'

/** A column: its heading, and the side its cells lean to. */
export type Column = { readonly title: string; readonly align?: 'right' }

/**
 * Prints rows as a table for a person: columns as wide as their widest cell, a gap of two.
 *
 * Control characters in a cell are shown as `\xNN`, so that a file cannot write to the terminal.
 */
export function printTable(
  columns: readonly Column[],
  rows: readonly (readonly string[])[],
  style: TextStyle,
): readonly string[] {
  const cells = rows.map((row) => row.map(printSafely))
  const widths = columns.map(({ title }, at) =>
    cells.reduce((width, row) => Math.max(width, widthOf(row[at] ?? '')), title.length),
  )
  const line = (row: readonly string[], paint: (text: string) => string) => {
    const padded = columns.map(({ align }, at) => {
      const gap = ' '.repeat(widths[at]! - widthOf(row[at] ?? ''))
      return align === 'right' ? gap + (row[at] ?? '') : (row[at] ?? '') + gap
    })
    return `${paint(padded.join('  ').trimEnd())}\n`
  }
  const heading = line(
    columns.map(({ title }) => title),
    style.bold,
  )
  return [heading, ...cells.map((row) => line(row, String))]
}

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

function widthOf(text: string): number {
  let width = 0
  for (const _ of text) width++
  return width
}

export function printTime(unix: bigint): string {
  return new Date(Number(unix) * 1000).toISOString().replace('.000', '')
}

export function printTimeOrNull(unix: bigint | null): string | null {
  return unix === null ? null : printTime(unix)
}
