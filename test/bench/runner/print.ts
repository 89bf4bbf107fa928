import { type Figure, figureKeyOf } from '../figure.ts'
import { type Bar, type Bars, isHeld } from './bar.ts'

/** A figure as it is shown: of which part, against which bar, and how busy the machine was. */
export type Line = Figure & {
  readonly part: string
  readonly bar: Bar | null
  /** True if the bar is held; null without a bar, or where the peer is not installed. */
  readonly held: boolean | null
  /** Processes that ran or waited, the mean of the minute before the part began. */
  readonly load: number
  readonly cores: number
}

/** The context of a line beside its figure. */
export type LineContext = Pick<Line, 'part' | 'load' | 'cores'> & { readonly bars: Bars[string] }

/** Sets a figure beside its bar. */
export function lineOf(figure: Figure, { part, load, cores, bars }: LineContext): Line {
  const bar = bars[figureKeyOf(figure)] ?? null
  return { part, ...figure, bar, held: isHeld(figure, bar), load, cores }
}

/** Prints a line as one JSON object; numbers with six digits. */
export function printJson(line: Line): string {
  return JSON.stringify(line, (_, value) =>
    typeof value === 'number' ? Number(value.toPrecision(6)) : value,
  )
}

const columns: readonly (readonly [title: string, width: number])[] = [
  ['figure', 28],
  ['peer', 16],
  ['fresh', 6],
  ['ratio', 9],
  ['ours', 10],
  ['theirs', 10],
  ['unit', 11],
  ['load', 6],
  ['bar', 0],
]

/** The head of the table. */
export const tableHead = rowOf(columns.map(([title]) => title))

/** Prints a line as a row of the table. */
export function printRow(line: Line): string {
  const { name, peer, fresh, ratio, ours, theirs, unit, load } = line
  return rowOf([
    name,
    peer ?? '-',
    fresh ? 'yes' : 'no',
    ratio === null ? '-' : `${shorten(ratio)}x`,
    shorten(ours),
    theirs === null ? '-' : shorten(theirs),
    unit,
    load.toFixed(1),
    barText(line),
  ])
}

function rowOf(cells: readonly string[]): string {
  // A name that is longer than its column moves the rest: it is never cut.
  return cells
    .map((cell, at) => cell.padEnd(columns[at]![1]))
    .join(' ')
    .trimEnd()
}

function barText({ bar, held, unit }: Line): string {
  if (bar === null) return ''
  const limit = 'atLeast' in bar ? `>= ${bar.atLeast}` : `<= ${bar.atMost}`
  const text = bar.of === 'ratio' ? `${limit}x` : `${limit} ${unit}`
  if (held === null) return `${text}  not measured`
  return held ? text : `${text}  MISSED`
}

/** Three digits at least, none that says nothing: 0.0312, 4.38, 46.0, 20123. */
function shorten(value: number): string {
  if (Number.isInteger(value)) return String(value)
  return value >= 100 ? value.toFixed(0) : value.toPrecision(3)
}
