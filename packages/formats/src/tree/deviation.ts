import { BaseError } from '@vaultwright/base'
import type { Deviation } from './tree-file.ts'

/**
 * Finds where a JSON text is spelled otherwise than another of the same values.
 *
 * Both are cut into pieces: space, word, space, word, …; a word is a string, a number, a name or a
 * sign. Words may differ in their spelling (an escaped letter, the letter), never in their value.
 *
 * @returns the pieces of `text` that differ, in order; null when a value differs.
 */
export function deviationsOf(text: string, printed: string): readonly Deviation[] | null {
  const deviations: Deviation[] = []
  let offset = 0
  let from = 0
  for (let piece = 0; offset < text.length || from < printed.length; piece++) {
    const end = piece % 2 === 0 ? spaceEnd(text, offset) : wordEnd(text, offset)
    const to = piece % 2 === 0 ? spaceEnd(printed, from) : wordEnd(printed, from)
    const actual = text.slice(offset, end)
    const expected = printed.slice(from, to)
    if (actual !== expected) {
      if (piece % 2 === 1 && !isSameWord(actual, expected)) return null
      deviations.push([piece, actual])
    }
    offset = end
    from = to
  }
  return deviations
}

/**
 * Spells a printed text the way another was: the inverse of `deviationsOf`.
 *
 * @throws {InvalidDeviationError} when a deviation would change a value or lies outside the text.
 */
export function applyDeviations(printed: string, deviations: readonly Deviation[]): string {
  if (deviations.length === 0) return printed
  let text = ''
  let from = 0
  let next = 0
  for (let piece = 0; next < deviations.length; piece++) {
    if (from >= printed.length && piece % 2 === 1) break
    const to = piece % 2 === 0 ? spaceEnd(printed, from) : wordEnd(printed, from)
    const expected = printed.slice(from, to)
    const [number, actual] = deviations[next]!
    if (number === piece) {
      const isSpace = piece % 2 === 0
      const isMeant = isSpace ? spaceEnd(actual, 0) === actual.length : isSameWord(actual, expected)
      if (!isMeant) throw new InvalidDeviationError(number, actual)
      text += actual
      next++
    } else {
      text += expected
    }
    from = to
  }
  const left = deviations[next]
  if (left !== undefined) throw new InvalidDeviationError(left[0], left[1])
  return text + printed.slice(from)
}

function isSameWord(one: string, other: string): boolean {
  if (one[0] !== '"' || other[0] !== '"') return false
  try {
    return JSON.parse(one) === JSON.parse(other)
  } catch {
    return false
  }
}

function spaceEnd(text: string, from: number): number {
  let offset = from
  while (offset < text.length && isSpace(text.charCodeAt(offset))) offset++
  return offset
}

function wordEnd(text: string, from: number): number {
  const first = text.charCodeAt(from)
  if (first === 34) return stringEnd(text, from)
  if (isSign(first)) return from + 1
  let offset = from
  while (
    offset < text.length &&
    !isSpace(text.charCodeAt(offset)) &&
    !isSign(text.charCodeAt(offset))
  )
    offset++
  return offset
}

function stringEnd(text: string, from: number): number {
  let offset = from + 1
  while (offset < text.length) {
    const code = text.charCodeAt(offset)
    if (code === 34) return offset + 1
    offset += code === 92 ? 2 : 1
  }
  return text.length
}

function isSpace(code: number): boolean {
  return code === 32 || code === 10 || code === 13 || code === 9
}

/** One of `,` `:` `[` `]` `{` `}` and the quote that opens a string. */
function isSign(code: number): boolean {
  return (
    code === 44 ||
    code === 58 ||
    code === 91 ||
    code === 93 ||
    code === 123 ||
    code === 125 ||
    code === 34
  )
}

/** A remembered piece of spelling does not belong to the text. */
export class InvalidDeviationError extends BaseError {
  override readonly code = 'invalid_deviation'
  override readonly kind = 'invalid_input'

  constructor(piece: number, text: string) {
    const shown = text.length > 80 ? `${text.slice(0, 77)}...` : text
    super({
      message: `The spelling ${JSON.stringify(shown)} of piece ${piece} would change a value. Remove the deviations from the file's form.`,
      facts: { piece, text: shown },
    })
  }
}
