import { BaseError } from '@vaultwright/base'
import { fileSystem } from './file-system.ts'

/** Pieces of text or bytes in their order, made as they are wanted. */
export type Chunks<Piece = string | Uint8Array> = Iterable<Piece> | AsyncIterable<Piece>

export type Writer = {
  /** Writes all of a piece. False says that the reader is gone, which is no failure of ours. */
  readonly write: (piece: string | Uint8Array) => boolean
}

/**
 * Opens a standard stream for writing, one piece after the other.
 *
 * Node's own stream objects load more code than most commands run. Writing waits for the reader, so
 * nothing piles up.
 */
export function writerOf(descriptor: 1 | 2): Writer {
  let isOpen = true
  return {
    write: (piece) => {
      const bytes = typeof piece === 'string' ? Buffer.from(piece) : piece
      for (let offset = 0; isOpen && offset < bytes.length; ) {
        const written = writeSome(descriptor, bytes.subarray(offset))
        isOpen = written !== null
        offset += written ?? 0
      }
      return isOpen
    },
  }
}

const names = { 1: 'standard output', 2: 'standard error' } as const

function writeSome(descriptor: 1 | 2, bytes: Uint8Array): number | null {
  try {
    return fileSystem.writeSync(descriptor, bytes)
  } catch (error) {
    const { code } = error as NodeJS.ErrnoException
    if (code === 'EPIPE' || code === 'EBADF') return null
    if (code !== 'EAGAIN') throw new OutputError(names[descriptor], error as NodeJS.ErrnoException)
    // A pipe that its other end made non-blocking is full.
    Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0, 2)
    return 0
  }
}

/** Small pieces are gathered to this many characters before they are written. */
const batch = 1 << 16

/** Writes pieces as they are made, until there are no more or the reader is gone. */
export async function writeChunks(writer: Writer, chunks: Chunks): Promise<void> {
  for await (const piece of batchesOf(chunks)) if (!writer.write(piece)) return
}

/** Gathers small pieces of text into larger ones. */
export async function* batchesOf(chunks: Chunks): AsyncIterable<string | Uint8Array> {
  let gathered = ''
  for await (const piece of chunks) {
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

export class OutputError extends BaseError {
  override readonly code = 'output_unwritable'
  override readonly kind = 'invalid_input'

  constructor(path: string, cause: NodeJS.ErrnoException) {
    super({
      message: `${JSON.stringify(path)} cannot be written (${cause.code ?? cause.message}). Name a file in a folder that exists and is yours to write.`,
      facts: { path, reason: cause.code ?? null },
      cause,
    })
  }
}
