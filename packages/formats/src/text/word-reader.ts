import { skipPiece, type TextCursor, type TextPiece } from './text-cursor.ts'

/** A text that was read, and its bytes, by which it is known again. */
type Word = { readonly piece: TextPiece; readonly text: string }

/** Words by a hash of their bytes. Of words with the same hash only the first is remembered. */
export type WordBook = Map<number, Word>

const decoder = new TextDecoder('utf-8', { fatal: true, ignoreBOM: true })
const quote = 34
const backslash = 92

/**
 * Reads as many bytes as a text, which comes often.
 *
 * @param make - makes the word of its bytes when they are not known; null refuses them.
 * @returns the word; null when it is refused.
 */
export function readWord(
  cursor: TextCursor,
  { book, length }: { readonly book: WordBook; readonly length: number },
  make: (text: string) => string | null,
): string | null {
  const { view, at: offset } = cursor
  if (offset + length > view.byteLength) return null
  const hash = hashOf(view, offset, length)
  const word = book.get(hash)
  if (word !== undefined && word.piece.byteLength === length && skipPiece(cursor, word.piece)) {
    return word.text
  }
  const bytes = cursor.source.subarray(offset, offset + length)
  const raw = decode(bytes)
  const text = raw === null ? null : make(raw)
  if (text === null) return null
  if (word === undefined) {
    book.set(hash, { piece: new DataView(bytes.buffer, bytes.byteOffset, length), text })
  }
  cursor.at = offset + length
  return text
}

/**
 * Tells how many bytes stand before the quote that ends a JSON text.
 *
 * @returns -1 when it does not end, or holds a control character.
 */
export function quotedLength({ source, at: offset }: TextCursor): number {
  for (let end = offset; end < source.length; end++) {
    const byte = source[end]!
    if (byte === quote) return end - offset
    if (byte < 32) return -1
    if (byte === backslash) end++
  }
  return -1
}

/**
 * Reads a JSON text whose opening quote is behind the cursor.
 *
 * @returns null when it would be printed otherwise.
 */
export function readQuoted(cursor: TextCursor): string | null {
  const { source, at: offset } = cursor
  const length = quotedLength(cursor)
  if (length < 0) return null
  const raw = decode(source.subarray(offset, offset + length))
  const text = raw === null ? null : unquote(raw)
  if (text !== null) cursor.at = offset + length
  return text
}

/** Gives the text that JSON has between quotes; null when JSON would have it otherwise. */
export function unquote(raw: string): string | null {
  if (!raw.includes('\\')) return raw
  const quoted = `"${raw}"`
  try {
    const text: string = JSON.parse(quoted)
    return JSON.stringify(text) === quoted ? text : null
  } catch {
    return null
  }
}

/** Null for what is not UTF-8. */
function decode(bytes: Uint8Array): string | null {
  try {
    return decoder.decode(bytes)
  } catch {
    return null
  }
}

/** Of the length and three places: hex differs everywhere, and what does not is compared. */
function hashOf(view: DataView, at: number, length: number): number {
  if (length < 8) return length
  const first = Math.imul(view.getInt32(at + (length >> 2)), 0x9e3779b1)
  const middle = Math.imul(view.getInt32(at + (length >> 1)), 0x85ebca6b)
  return (first ^ middle ^ Math.imul(view.getInt32(at + length - 4), 0xc2b2ae35)) + length
}
