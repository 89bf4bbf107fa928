import { fileSystem } from './file-system.ts'
import { OutputError } from './output-error.ts'

/** Where text goes. */
export type Sink = {
  /** Writes all of a piece. False says that the reader is gone, which is no failure of ours. */
  readonly write: (piece: string | Uint8Array) => boolean
}

/**
 * Opens a standard stream for writing, one piece after the other.
 *
 * Node's own stream objects load more code than most commands run. Writing waits for the reader, so
 * nothing piles up.
 */
export function sinkOf(descriptor: 1 | 2): Sink {
  let isOpen = true
  return {
    write: (piece) => {
      const bytes = typeof piece === 'string' ? Buffer.from(piece) : piece
      for (let at = 0; isOpen && at < bytes.length; ) {
        const written = writeSome(descriptor, bytes.subarray(at))
        isOpen = written !== null
        at += written ?? 0
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
