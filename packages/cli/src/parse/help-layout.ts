import { wrapWords } from '../terminal/table-fit.ts'

/** Rows whose names stay beside their texts end here; a longer name stands on a line of its own. */
const widestName = 28
const margin = '  '

/** Lays rows out in two columns: a name, and beside it its text, wrapped. */
export function columnLines(
  rows: readonly (readonly [name: string, text: string])[],
  columns: number,
): readonly string[] {
  const fitting = rows.map(([name]) => name.length).filter((length) => length <= widestName)
  const width = Math.max(...fitting, 12)
  const indent = ' '.repeat(margin.length + width + 2)
  return rows.flatMap(([name, text]) => {
    const lines = wrapWords(text, Math.max(columns - indent.length, 24))
    const below = lines.map((line) => `${indent}${line}`)
    if (name.length > width) {
      return [
        ...wrapWords(name, columns - margin.length).map((line) => `${margin}${line}`),
        ...below,
      ]
    }
    return [`${margin}${name.padEnd(width)}  ${lines[0] ?? ''}`.trimEnd(), ...below.slice(1)]
  })
}
