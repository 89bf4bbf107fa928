/** A place in a text in UTF-8. What steps over something there tells false if it is something else. */
export type TextCursor = {
  readonly source: Uint8Array
  readonly view: DataView
  /** Words that came before, at their first places: the next time, a word is compared with itself. */
  readonly words: Map<string, number>
  /** The same of hex that came before in lower case. */
  readonly digits: Map<string, number>
  /** Bytes before the place. It means nothing after something else was there. */
  at: number
}

/** A text as bytes, ready to be compared. */
export type TextPiece = DataView

/** Words that are remembered. A text of more different ones gains nothing by looking. */
const wordLimit = 8_192

/** Puts a cursor at the start of a text. */
export function openTextCursor(source: Uint8Array): TextCursor {
  const view = new DataView(source.buffer, source.byteOffset, source.length)
  return { source, view, words: new Map(), digits: new Map(), at: 0 }
}

const encoder = new TextEncoder()

/** Makes a piece of a text. */
export function pieceOf(text: string): TextPiece {
  const bytes = encoder.encode(text)
  return new DataView(bytes.buffer, bytes.byteOffset, bytes.length)
}

/**
 * Steps over a piece.
 *
 * Eight bytes are compared as one number. Other bytes are the same number only with eight zeros, which no JSON text has.
 */
export function skipPiece(cursor: TextCursor, piece: TextPiece): boolean {
  const { view, at: offset } = cursor
  const length = piece.byteLength
  if (offset + length > view.byteLength) return false
  let index = 0
  for (; index + 8 <= length; index += 8) {
    if (view.getFloat64(offset + index, true) !== piece.getFloat64(index, true)) return false
  }
  for (; index < length; index++) {
    if (view.getUint8(offset + index) !== piece.getUint8(index)) return false
  }
  cursor.at = offset + length
  return true
}

/** Steps over a text of ASCII. */
export function skipText(cursor: TextCursor, text: string): boolean {
  const { source, at: offset } = cursor
  if (offset + text.length > source.length) return false
  for (let index = 0; index < text.length; index++) {
    if (source[offset + index] !== text.charCodeAt(index)) return false
  }
  cursor.at = offset + text.length
  return true
}

/** Steps over a text of ASCII that comes often. */
export function skipWord(cursor: TextCursor, text: string): boolean {
  const { words } = cursor
  const place = words.get(text)
  if (place !== undefined) return skipAgain(cursor, place, text.length)
  if (words.size < wordLimit) words.set(text, cursor.at)
  return skipText(cursor, text)
}

/** Steps over the digits of hex in lower case, without the `0x` before them. */
export function skipLowerDigits(cursor: TextCursor, hex: string): boolean {
  const { source, digits, at: offset } = cursor
  const length = hex.length - 2
  const place = digits.get(hex)
  if (place !== undefined) return skipAgain(cursor, place, length)
  if (offset + length > source.length) return false
  for (let index = 0; index < length; index++) {
    if (source[offset + index] !== lowerCodeOf(hex.charCodeAt(index + 2))) return false
  }
  if (digits.size < wordLimit) digits.set(hex, offset)
  cursor.at = offset + length
  return true
}

/** Steps over a text as JSON has it between quotes. */
export function skipQuoted(cursor: TextCursor, text: string): boolean {
  const { source, at: offset } = cursor
  if (offset + text.length > source.length) return false
  for (let index = 0; index < text.length; index++) {
    const code = text.charCodeAt(index)
    if (!isPlain(code)) return skipPiece(cursor, pieceOf(JSON.stringify(text).slice(1, -1)))
    if (source[offset + index] !== code) return false
  }
  cursor.at = offset + text.length
  return true
}

/** Steps over 32 bytes as `0x` and lower-case digits. */
export function skipDigest(cursor: TextCursor, bytes: Uint8Array, from: number): boolean {
  const { view, at: offset } = cursor
  if (offset + 66 > view.byteLength || view.getUint16(offset) !== hexMark) return false
  for (let index = 0; index < 32; index++) {
    if (view.getUint16(offset + 2 + 2 * index) !== hexPairs[bytes[from + index]!]) return false
  }
  cursor.at = offset + 66
  return true
}

/** Steps over what stands at an earlier place, too. */
function skipAgain(cursor: TextCursor, place: number, length: number): boolean {
  const { view, at: offset } = cursor
  if (offset + length > view.byteLength) return false
  let index = 0
  for (; index + 8 <= length; index += 8) {
    if (view.getFloat64(offset + index, true) !== view.getFloat64(place + index, true)) return false
  }
  for (; index < length; index++) {
    if (view.getUint8(offset + index) !== view.getUint8(place + index)) return false
  }
  cursor.at = offset + length
  return true
}

/** A character that JSON has between quotes as it is, and UTF-8 as one byte. */
function isPlain(code: number): boolean {
  return code >= 32 && code < 127 && code !== 34 && code !== 92
}

function lowerCodeOf(code: number): number {
  return code >= 65 && code <= 70 ? code + 32 : code
}

/** `0x`. */
const hexMark = 0x3078

/** The two digits of each byte. */
const hexPairs = Uint16Array.from({ length: 256 }, (_, byte) => {
  const [high = 0, low = 0] = encoder.encode(byte.toString(16).padStart(2, '0'))
  return (high << 8) | low
})
