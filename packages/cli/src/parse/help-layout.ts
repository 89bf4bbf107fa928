/** Rows whose names stay beside their texts end here; a longer name stands on a line of its own. */
const widestName = 28
const margin = '  '

/** Breaks a text into lines of at most so many columns, at spaces. */
export function wrapText(text: string, columns: number): readonly string[] {
  const lines: string[] = []
  let line = ''
  for (const word of text.split(' ')) {
    const longer = line === '' ? word : `${line} ${word}`
    if (longer.length <= columns || line === '') line = longer
    else {
      lines.push(line)
      line = word
    }
  }
  return [...lines, line]
}

/** Lays rows out in two columns: a name, and beside it its text, wrapped. */
export function columnLines(
  rows: readonly (readonly [name: string, text: string])[],
  columns: number,
): readonly string[] {
  const fitting = rows.map(([name]) => name.length).filter((length) => length <= widestName)
  const width = Math.max(...fitting, 12)
  const indent = ' '.repeat(margin.length + width + 2)
  return rows.flatMap(([name, text]) => {
    const lines = wrapText(text, Math.max(columns - indent.length, 24))
    const below = lines.map((line) => `${indent}${line}`)
    if (name.length > width) {
      return [
        ...wrapText(name, columns - margin.length).map((line) => `${margin}${line}`),
        ...below,
      ]
    }
    return [`${margin}${name.padEnd(width)}  ${lines[0] ?? ''}`.trimEnd(), ...below.slice(1)]
  })
}
