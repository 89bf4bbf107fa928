import { FileTooLargeError } from './json-text.ts'

/** Every chunk of a chunked text ends soon after this many characters. */
export const chunkSize = 65_536

/** The most characters that one string holds in every current engine. */
const maxStringLength = 536_870_888

/**
 * Joins the pieces of a text.
 *
 * @throws {FileTooLargeError} when it exceeds one string.
 */
export function joinChunks(pieces: Iterable<string>): string {
  let text = ''
  for (const piece of pieces) {
    if (text.length + piece.length > maxStringLength) {
      throw new FileTooLargeError(text.length + piece.length, maxStringLength)
    }
    text += piece
  }
  return text
}

/** Gathers the pieces of a text into chunks of about 64 Ki characters. */
export function* chunksOf(pieces: Iterable<string>): Iterable<string> {
  let chunk = ''
  for (const piece of pieces) {
    chunk += piece
    if (chunk.length >= chunkSize) {
      yield chunk
      chunk = ''
    }
  }
  if (chunk !== '') yield chunk
}
