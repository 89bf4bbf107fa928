import { promisify } from 'node:util'
import { gzip as zlibGzip } from 'node:zlib'
import { computeOnceAsync } from '../cache/lru-cache.ts'
import { openFairQueue } from './fair-queue.ts'
import { OverloadError } from './overload-error.ts'

/** Half of what the best level takes, for a few percent more bytes. */
export const gzipLevel = 5

/** Bytes of answers that are held until their callers have read them: each tenant has a quarter. */
export const maxAnswerBytes = { ofAll: 134_217_728, ofTenant: 33_554_432 } as const

/** Answers that are compressed at once, in the threads of the system. */
export const maxCompressions = { ofAll: 4, ofTenant: 2 } as const

/** Answers of a tenant that wait to be compressed. */
const perTenant = 128
const timeoutMs = 30_000

/** Large answers that are being compressed or sent. */
export type LargeAnswers = {
  /**
   * Counts an answer until it is let go of. The same bytes are counted once, however many read them.
   *
   * @returns what lets go of it, once.
   * @throws {OverloadError} where too many bytes of the tenant, or of all, are held.
   */
  readonly hold: (tenantId: string, answer: Buffer) => () => void
  /**
   * Compresses an answer in a turn of the tenant. The same bytes are compressed once, for as long as anything keeps them.
   *
   * @throws {OverloadError} when too many of the tenant wait.
   */
  readonly compress: (tenantId: string, answer: Buffer) => Promise<Buffer>
  /** Bytes that are held. */
  readonly bytes: () => number
}

type HeldAnswer = { readonly tenantId: string; count: number }

/** Opens the count of large answers. `gzip` is for tests. */
export function openLargeAnswers(gzip: (bytes: Buffer) => Promise<Buffer> = zip): LargeAnswers {
  const held = new Map<Buffer, HeldAnswer>()
  const bytesOf = new Map<string, number>()
  let bytes = 0
  const queue = openFairQueue({
    concurrency: maxCompressions.ofAll,
    maxRunning: maxCompressions.ofTenant,
    perTenant,
    timeoutMs,
    busy: () => new OverloadError(),
    late: () => new OverloadError(),
  })
  const count = (tenantId: string, change: number): void => {
    bytes += change
    const heldBytes = (bytesOf.get(tenantId) ?? 0) + change
    if (heldBytes === 0) bytesOf.delete(tenantId)
    else bytesOf.set(tenantId, heldBytes)
  }
  const admit = (tenantId: string, answer: Buffer): HeldAnswer => {
    const size = answer.byteLength
    const heldBytes = bytesOf.get(tenantId) ?? 0
    // One alone is always sent, however large it is.
    const isTooMuch =
      (heldBytes > 0 && heldBytes + size > maxAnswerBytes.ofTenant) ||
      (bytes > 0 && bytes + size > maxAnswerBytes.ofAll)
    if (isTooMuch) throw new OverloadError()
    const entry = { tenantId, count: 0 }
    held.set(answer, entry)
    count(tenantId, size)
    return entry
  }
  return {
    hold: (tenantId, answer) => {
      const entry = held.get(answer) ?? admit(tenantId, answer)
      entry.count++
      let isHeld = true
      return () => {
        if (!isHeld) return
        isHeld = false
        entry.count--
        if (entry.count > 0) return
        held.delete(answer)
        count(entry.tenantId, -answer.byteLength)
      }
    },
    compress: (tenantId, answer) =>
      computeOnceAsync(answer, 'gzip', () =>
        // Who hangs up may not be the only one that waits for it.
        queue.run(tenantId, () => gzip(answer), new AbortController().signal),
      ),
    bytes: () => bytes,
  }
}

const zip = (bytes: Buffer): Promise<Buffer> => promisify(zlibGzip)(bytes, { level: gzipLevel })
