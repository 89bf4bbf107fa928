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

/** Lays examples out: the command, in lines that a shell joins, and below it what it is for. */
export function exampleLines(
  examples: readonly (readonly [command: string, text: string])[],
  columns: number,
): readonly string[] {
  return examples.flatMap(([command, text]) => [
    ...shellLines(command, columns),
    ...wrapWords(text, columns - 6).map((line) => `      ${line}`),
  ])
}

const joins = ' \\'

/** Breaks a command before options, and before other words only where an option alone is too long. */
function shellLines(command: string, columns: number): readonly string[] {
  const words = command.match(/(?:'[^']*'|"[^"]*"|[^\s'"])+/g) ?? [command]
  const parts: string[] = []
  for (const word of words) {
    const last = parts.at(-1)
    const isValue = last !== undefined && /^--\S+$/.test(last) && !word.startsWith('--')
    if (isValue) parts[parts.length - 1] = `${last} ${word}`
    else parts.push(word)
  }
  const lines: string[] = []
  let line = `${margin}${parts[0]}`
  for (const part of parts.slice(1)) {
    const longer = `${line} ${part}`
    if (longer.length + joins.length <= columns) line = longer
    else {
      lines.push(`${line}${joins}`)
      line = `${margin}  ${part}`
    }
  }
  return [...lines, line]
}
