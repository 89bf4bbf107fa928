import type { TextStyle } from '../terminal/style.ts'
import { printSafely } from '../terminal/table.ts'

/** A file that a person wrote, and the text that was read of it. */
export type SourceText = { readonly path: string; readonly text: string }

/** Something that is wrong in a file, at a place in it. */
type FileProblemRow = {
  /** Counted from 1; null where the problem is of the whole file. */
  readonly line: number | null
  readonly column: number | null
  readonly message: string
}

/** All problems of a file. */
export type FileProblems = {
  readonly source: SourceText
  readonly problems: readonly FileProblemRow[]
  /** The advice on all of them, where they have none each. */
  readonly advice?: string | undefined
}

/**
 * The sources of values read from files, and of errors that their text caused: libraries read texts
 * and know no paths.
 */
const sources = new WeakMap<object, SourceText>()

/** Parses the text of a file, so that what is wrong with it can be shown by file, line and column. */
export function parseText<Value>(source: SourceText, parse: (text: string) => Value): Value {
  try {
    const value = parse(source.text)
    remember(value, source)
    return value
  } catch (error) {
    remember(error, source)
    throw error
  }
}

function remember(value: unknown, source: SourceText): void {
  if (typeof value === 'object' && value !== null) sources.set(value, source)
}

/**
 * Tells what an error says of the file that caused it.
 *
 * @returns null for an error of no file, and for one that names no places in it.
 */
export function fileProblemsOf(error: unknown): FileProblems | null {
  if (typeof error !== 'object' || error === null) return null
  const { facts, definition, advice } = error as {
    readonly facts?: { readonly problems?: unknown }
    readonly definition?: object
    readonly advice?: string
  }
  const source = sources.get(error) ?? (definition && sources.get(definition))
  if (source === undefined) return null
  if (!Array.isArray(facts?.problems) || facts.problems.length === 0) return null
  const problems = facts.problems.map(rowOf).sort(byPlace)
  return { source, problems, advice }
}

/** Prints the problems of a file: each on a line of its own, with the line of the file and a mark under it. */
export function printFileProblems(
  { source, problems, advice }: FileProblems,
  style: TextStyle,
): readonly string[] {
  const lines = source.text.split(/\r\n|[\n\r]/)
  const name = printSafely(nameOf(source))
  const width = String(Math.max(...problems.map(({ line }) => line ?? 0))).length
  const rows = problems.flatMap(({ line, column, message }) => {
    const place = line === null ? '' : `:${line}:${column ?? 1}`
    const head = `${style.bold(`${name}${place}`)}: ${printSafely(message)}\n`
    const written = line === null ? undefined : lines[line - 1]
    return written === undefined ? [head] : [head, ...excerpt(written, { line, column, width })]
  })
  return advice === undefined ? rows : [...rows, `${advice}\n`]
}

/** The name of a file: standard input has no path. */
export function nameOf({ path }: SourceText): string {
  return path === '-' ? '<stdin>' : path
}

type Excerpt = {
  readonly line: number | null
  readonly column: number | null
  readonly width: number
}

/** Characters of a line that are shown: a file may be one line of megabytes. */
const shownWidth = 100

function excerpt(written: string, { line, column, width }: Excerpt): readonly string[] {
  const caret = Math.min((column ?? 1) - 1, written.length)
  const start = caret < shownWidth ? 0 : caret - shownWidth / 2
  const before = printSafely(written.slice(start, caret).replaceAll('\t', ' '))
  const after = printSafely(written.slice(caret, start + shownWidth).replaceAll('\t', ' '))
  const ahead = start > 0 ? '…' : ''
  const behind = start + shownWidth < written.length ? '…' : ''
  const gutter = `  ${String(line).padStart(width)} | `
  const mark = ' '.repeat(gutter.length + ahead.length + [...before].length)
  return [`${gutter}${ahead}${before}${after}${behind}\n`, `${mark}^\n`]
}

function rowOf(problem: unknown): FileProblemRow {
  const { line, column, message } = (problem ?? {}) as Partial<FileProblemRow>
  return {
    line: typeof line === 'number' && line >= 1 ? line : null,
    column: typeof column === 'number' && column >= 1 ? column : null,
    message: String(message),
  }
}

/** As a person meets them; what is of the whole file comes first. */
function byPlace(one: FileProblemRow, other: FileProblemRow): number {
  return (one.line ?? 0) - (other.line ?? 0) || (one.column ?? 0) - (other.column ?? 0)
}
