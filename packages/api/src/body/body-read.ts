import type { IncomingMessage } from 'node:http'
import type { Readable } from 'node:stream'
import { type JsonBounds, openJsonScan } from '@vaultwright/base'
import { errorCodes } from 'fastify'
import { RequestInvalidError } from '../request/request-check.ts'
import { faultOfExcess } from './json-bound.ts'

/** The limits of a body. */
export type BodyLimits = {
  readonly bytes: number
  readonly bounds: JsonBounds
  /** As `Content-Length` announces it; null when it does not. */
  readonly announced: number | null
}

const firstBytes = 65_536

/** Milliseconds that a client has to read the refusal of its body. */
const drainTimeoutMs = 1_000

/** Bytes of what is left of a body that are read and dropped after the answer. */
const maxDrainedBytes = 4_194_304

/**
 * Reads a body, counting what it holds as it arrives.
 *
 * A body that has too much of anything is let go of at once. What is left of one with too many values is
 * read and dropped for a moment, so that the answer finds a client that listens; one that is too long is
 * read no further.
 *
 * @throws {RequestInvalidError} when it is nested too deep, or has too many keys or values; errors of the
 *   server when it is too long, or not as long as was announced; else what the stream says.
 */
export function readBody(
  stream: Readable,
  { bytes: limit, bounds, announced }: BodyLimits,
): Promise<Uint8Array<ArrayBuffer>> {
  return new Promise((resolve, reject) => {
    if (announced !== null && announced > limit) {
      reject(tooLong())
      return
    }
    const scan = openJsonScan(bounds)
    const store = openByteStore(announced)
    let received = 0
    let refusal: RequestInvalidError | null = null
    let farewell: NodeJS.Timeout | null = null
    const end = (settle: () => void): void => {
      stream.off('data', take).off('end', finish).off('error', fail)
      if (farewell !== null) clearTimeout(farewell)
      settle()
    }
    const take = (chunk: Buffer): void => {
      received += chunk.length
      if (received > limit) {
        stream.pause()
        end(() => reject(refusal ?? tooLong()))
      } else if (refusal === null) count(chunk)
    }
    const count = (chunk: Buffer): void => {
      const excess = scan.add(chunk)
      if (excess === null) {
        store.add(chunk)
        return
      }
      store.clear()
      const refused = new RequestInvalidError([{ loc: ['body'], ...faultOfExcess(excess, bounds) }])
      refusal = refused
      farewell = setTimeout(() => end(() => reject(refused)), drainTimeoutMs)
    }
    const finish = (): void =>
      end(() => {
        if (refusal !== null) reject(refusal)
        else if (announced !== null && announced !== received)
          reject(new errorCodes.FST_ERR_CTP_INVALID_CONTENT_LENGTH())
        else resolve(store.take())
      })
    const fail = (error: Error): void => end(() => reject(refusal ?? error))
    stream.on('data', take).on('end', finish).on('error', fail).resume()
  })
}

/**
 * Makes the answer to a body that is not read to its end arrive.
 *
 * A connection that is destroyed while bytes of its client are unread is reset, and a reset can overtake the
 * answer. So nothing more is read until the answer is out; then the server's side of the connection is
 * closed, a little of what is left is dropped, and the connection ends when its client closes it, or a
 * moment later.
 */
export function drainBeforeClose(request: IncomingMessage): void {
  const { socket } = request
  let dropped = 0
  request.pause()
  // Node calls this when the last answer of a connection is out.
  socket.destroySoon = () => {
    request.on('data', (chunk: Buffer) => {
      dropped += chunk.length
      if (dropped > maxDrainedBytes) request.pause()
    })
    request.resume()
    const timer = setTimeout(() => socket.destroy(), drainTimeoutMs)
    socket.once('close', () => clearTimeout(timer))
    socket.end()
  }
}

function tooLong(): Error {
  return new errorCodes.FST_ERR_CTP_BODY_TOO_LARGE()
}

/** Bytes that arrive in pieces and end as one. */
type ByteStore = {
  readonly add: (bytes: Uint8Array) => void
  readonly size: () => number
  /** All of them, in memory of their own, which may be handed to a thread. */
  readonly take: () => Uint8Array<ArrayBuffer>
  /** Lets go of all of them. */
  readonly clear: () => void
}

/** Opens a place for bytes. */
function openByteStore(announced: number | null): ByteStore {
  let bytes = new Uint8Array(announced ?? firstBytes)
  let size = 0
  return {
    add: (more) => {
      if (size + more.length > bytes.length) {
        const next = new Uint8Array(Math.max(2 * bytes.length, size + more.length))
        next.set(bytes.subarray(0, size))
        bytes = next
      }
      bytes.set(more, size)
      size += more.length
    },
    size: () => size,
    take: () => (size === bytes.length ? bytes : bytes.slice(0, size)),
    clear: () => {
      bytes = new Uint8Array(0)
      size = 0
    },
  }
}
