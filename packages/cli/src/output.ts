import type { Writable } from 'node:stream'
import type { Pieces } from './answer.ts'

/** Small pieces are gathered to this many characters before they are written. */
const batch = 1 << 16

/**
 * Writes a text to a stream as it is made, no faster than the reader takes it.
 *
 * @param stream - standard output, mostly.
 * @param pieces - texts or bytes, in order.
 * @returns when all of it was handed over, or when the reader went away: that is no failure of ours.
 */
export async function writeStream(stream: Writable, pieces: Pieces): Promise<void> {
  for await (const piece of batchesOf(pieces)) {
    if (!stream.writable) return
    if (!stream.write(piece)) await readiness(stream)
  }
}

/**
 * Gathers small pieces of text into larger ones.
 *
 * @param pieces - of any size; bytes pass through.
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

function readiness(stream: Writable): Promise<void> {
  return new Promise((resolve) => {
    const done = () => {
      stream.off('drain', done).off('close', done).off('error', done)
      resolve()
    }
    stream.once('drain', done).once('close', done).once('error', done)
  })
}
