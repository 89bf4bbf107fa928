import type { Readable } from 'node:stream'
import { errorCodes } from 'fastify'
import { RequestInvalidError } from '../request/request-check.ts'
import { faultOfExcess } from './body-bound.ts'
import { drainTimeoutMs } from './body-drain.ts'
import { openByteStore } from './byte-store.ts'
import { type JsonBounds, openJsonScan } from './json-bound.ts'

/** What is read of a body at most. */
export type BodyLimits = {
  readonly bytes: number
  readonly bounds: JsonBounds
  /** As `Content-Length` announces it; null when it does not. */
  readonly announced: number | null
}

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

function tooLong(): Error {
  return new errorCodes.FST_ERR_CTP_BODY_TOO_LARGE()
}
