import type { onRequestHookHandler } from 'fastify'
import { drainBeforeClose } from '../body/body-read.ts'
import { OverloadError } from '../limit/overload-error.ts'

/** The maximum number of large bodies in memory at once: 32 MiB for each of a thousand callers is too much. */
export const maxLargeBodies = { ofAll: 16, ofTenant: 4 } as const

/** The maximum of their bytes together: two of the longest, one of them of one tenant. */
export const maxLargeBytes = { ofAll: 67_108_864, ofTenant: 33_554_432 } as const

/** Large bodies that are being read or worked at. */
export type LargeBodies = {
  /**
   * Takes a body in.
   *
   * @returns what lets go of it, once; null when there are too many, or too many bytes of them.
   */
  readonly take: (tenant: string, bytes: number) => (() => void) | null
  /** Their bytes together, as they were announced. */
  readonly bytes: () => number
}

type HeldBody = { readonly tenant: string; readonly bytes: number }

/** Opens the count of large bodies. */
export function openLargeBodies(): LargeBodies {
  const held = new Set<HeldBody>()
  return {
    take: (tenant, bytes) => {
      const all = [...held]
      const ownBodies = all.filter((one) => one.tenant === tenant)
      if (all.length >= maxLargeBodies.ofAll || ownBodies.length >= maxLargeBodies.ofTenant)
        return null
      if (bytesOf(all) + bytes > maxLargeBytes.ofAll) return null
      if (bytesOf(ownBodies) + bytes > maxLargeBytes.ofTenant) return null
      const entry = { tenant, bytes }
      held.add(entry)
      return () => void held.delete(entry)
    },
    bytes: () => bytesOf([...held]),
  }
}

/**
 * Makes what refuses large bodies while others are being read or worked at.
 *
 * @returns a hook for an operation that takes them; it runs behind the gate, before anything of a body is read.
 */
export function holdLargeBodies(limit: number): onRequestHookHandler {
  const bodies = openLargeBodies()
  return (request, reply, done) => {
    // A client that hung up during authentication sends no body.
    if (reply.raw.closed) return done()
    const announced = Number(request.headers['content-length'] ?? Number.NaN)
    // One that announces more is refused before anything of it is read.
    if (announced > limit) return done()
    const bytes = Number.isSafeInteger(announced) && announced >= 0 ? announced : limit
    const letGo = bodies.take(request.caller?.tenantId ?? '', bytes)
    if (letGo === null) {
      if (!request.raw.complete) drainBeforeClose(request.raw)
      return done(new OverloadError())
    }
    reply.raw.once('close', letGo)
    done()
  }
}

function bytesOf(held: readonly HeldBody[]): number {
  return held.reduce((sum, { bytes }) => sum + bytes, 0)
}
