import type { onRequestHookHandler } from 'fastify'
import { OverloadError } from '../overload.ts'

/** How many large bodies are held in memory at once: nobody has 32 MiB for each of a thousand callers. */
export const mostLargeBodies = { ofAll: 16, ofTenant: 4 } as const

/**
 * Makes what refuses large bodies while others are being read or worked at.
 *
 * @returns a hook for an operation that takes them; it runs behind the gate, before anything of a body is read.
 */
export function holdLargeBodies(): onRequestHookHandler {
  const tenants: string[] = []
  return (request, reply, done) => {
    // Whoever hung up while the gate looked says so no more, and sends no body.
    if (reply.raw.closed) return done()
    const tenant = request.caller?.tenantId ?? ''
    const own = tenants.filter((one) => one === tenant).length
    if (tenants.length >= mostLargeBodies.ofAll || own >= mostLargeBodies.ofTenant) {
      return done(new OverloadError())
    }
    tenants.push(tenant)
    reply.raw.once('close', () => tenants.splice(tenants.indexOf(tenant), 1))
    done()
  }
}
