import type { Pieces } from './pieces.ts'
import type { Sink } from './sink.ts'

/** Small pieces are gathered to this many characters before they are written. */
const batch = 1 << 16

/** Writes pieces as they are made, until there are no more or the reader is gone. */
export async function writePieces(sink: Sink, pieces: Pieces): Promise<void> {
  for await (const piece of batchesOf(pieces)) if (!sink.write(piece)) return
}

/**
 * Gathers small pieces of text into larger ones.
 *
 * @returns the same text in pieces of 64 K characters or more, the last one smaller.
 */
export async function* batchesOf(pieces: Pieces): AsyncIterable<string | Uint8Array> {
  let gathered = ''
  for await (const piece of pieces) {
    if (typeof piece !== 'string') {
      yield piece
      continue
    }
    gathered += piece
    if (gathered.length < batch) continue
    yield gathered
    gathered = ''
  }
  if (gathered !== '') yield gathered
}
