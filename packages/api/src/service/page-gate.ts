import type { onRequestHookHandler } from 'fastify'
import { nameOf } from '../limit/address.ts'
import { openMemoryLimiter } from '../limit/memory.ts'
import type { Metrics } from '../metrics/metrics.ts'
import { routeConfigOf } from '../request/route-config.ts'
import { refuse } from './gate.ts'

/** Addresses that are held at once: beyond it those that asked longest ago are forgotten. */
const maxAddresses = 10_000

/** Their names hold their content's hash, so that browsers keep them. */
const consoleFiles = '/console/asset/'

/** Limits of pages and documents. */
export type PageGateOptions = {
  /** Requests a minute of one address. */
  readonly limit: number
  readonly metrics: Pick<Metrics, 'limited'>
}

/**
 * Opens what limits requests for pages and documents, which need no key, by their address, in this process. Probes are
 * not counted, nor are the files that a page of the console is made of: a browser asks for each once.
 */
export function openPageGate({ limit, metrics }: PageGateOptions): onRequestHookHandler {
  const limiter = openMemoryLimiter(() => performance.now())
  const held = new Set<string>()
  const hold = (name: string): void => {
    held.delete(name)
    held.add(name)
    if (held.size <= maxAddresses) return
    const [oldest] = held
    held.delete(oldest!)
    limiter.forget(oldest!)
  }
  return (request, reply, done) => {
    if (request.url.startsWith(consoleFiles)) return done()
    if (routeConfigOf(request).isProbe === true) return done()
    const name = nameOf(request.ip)
    hold(name)
    const verdict = limiter.takeNow(name, limit)
    if (!verdict.isAllowed) {
      metrics.limited()
      refuse(request, reply, verdict)
      return
    }
    done()
  }
}
