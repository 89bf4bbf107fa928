import { once } from 'node:events'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import type { Readiness } from '@vaultwright/base'
import { Counter, collectDefaultMetrics, Gauge, Histogram, Registry } from 'prom-client'
import type { MetricsConfig } from '../config/config.ts'
import { followReadiness } from './readiness-metric.ts'

/** The counts of the service. No label names a tenant, a key, a vault or a path. */
export type Metrics = {
  readonly began: () => void
  /** @param operation - its name, or `unknown`. */
  readonly answered: (operation: string, status: number, ms: number) => void
  readonly limited: () => void
  /** A key that was not looked up, because its address tried too many that are not valid. */
  readonly addressLimited: () => void
  /** A request that Redis did not count: it was counted in this process, or refused. */
  readonly redisAway: () => void
  /** Redis answered, or did not. */
  readonly redisAnswered: (isHere: boolean) => void
  readonly refusedForLoad: () => void
  readonly simulated: (outcome: 'done' | 'failed', ms: number) => void
  /** A simulation that was to be proven: it was, it could not be, other engines contradict it, or the node's state is not the block's. */
  readonly proved: (outcome: ProofOutcome) => void
  readonly storePinged: (ms: number) => void
  /** Sets where the metrics look how the service does, each time that they are printed. */
  readonly follow: (look: () => Promise<Readiness>) => void
  /** @returns requests that are being answered. */
  readonly inFlight: () => number
  readonly contentType: string
  /** @returns everything, in the text format of Prometheus. */
  readonly print: () => Promise<string>
}

/** The outcome of a simulation that was to be proven. */
export type ProofOutcome = 'proven' | 'unproven' | 'contradicted' | 'refused'

const proofOutcomes: readonly ProofOutcome[] = ['proven', 'unproven', 'contradicted', 'refused']

/** Seconds: a read takes less than a thousandth, a simulation up to a minute. */
const buckets = [0.001, 0.0025, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10, 30, 60]

/** @returns metrics with a registry of their own, so that two services may be in one process. */
export function openMetrics(): Metrics {
  const registers = [new Registry()]
  const registry = registers[0]!
  const name = (rest: string) => `vaultwright_${rest}`
  const counter = (rest: string, help: string) => new Counter({ name: name(rest), help, registers })
  const duration = new Histogram({
    name: name('request_duration_seconds'),
    help: 'Time until a request is answered',
    labelNames: ['operation', 'status'],
    buckets,
    registers,
  })
  let inFlight = 0
  new Gauge({
    name: name('requests_in_flight'),
    help: 'Requests being answered',
    registers,
    collect() {
      this.set(inFlight)
    },
  })
  const simulation = new Histogram({
    name: name('simulation_duration_seconds'),
    help: 'Time of simulations, by outcome',
    labelNames: ['outcome'],
    buckets,
    registers,
  })
  const proofs = new Counter({
    name: name('simulation_proofs_total'),
    help: 'Simulations that were to be proven, by outcome',
    labelNames: ['outcome'],
    registers,
  })
  for (const outcome of proofOutcomes) proofs.labels(outcome).inc(0)
  const ping = new Gauge({
    name: name('store_ping_seconds'),
    help: 'Time of the last ping of the store',
    registers,
  })
  const limited = counter('rate_limited_total', 'Requests answered with 429')
  const address = counter('address_limited_total', 'Keys not looked up, for tries of their address')
  const fallback = counter('rate_limit_fallback_total', 'Not counted by Redis: it did not answer')
  const redis = new Gauge({
    name: name('rate_limit_redis_up'),
    help: 'Whether Redis counts requests (1) or is away (0)',
    registers,
  })
  const load = counter('overload_refused_total', 'Requests answered with 503 for load')
  collectDefaultMetrics({ register: registry, prefix: name('') })
  // Finding the row of a label takes longer than counting in it.
  const rows = new Map<string, Map<number, { readonly observe: (seconds: number) => void }>>()
  const rowOf = (operation: string, status: number) => {
    const cached = rows.get(operation)?.get(status)
    if (cached !== undefined) return cached
    const row = duration.labels(operation, `${status}`)
    rows.set(operation, (rows.get(operation) ?? new Map()).set(status, row))
    return row
  }
  const requests = collectRequests(({ operation, status, ms }) =>
    rowOf(operation, status).observe(ms / 1000),
  )
  return {
    began: () => {
      inFlight++
    },
    answered: (operation, status, ms) => {
      inFlight--
      requests.add({ operation, status, ms })
    },
    limited: () => limited.inc(),
    addressLimited: () => address.inc(),
    redisAway: () => {
      fallback.inc()
      redis.set(0)
    },
    redisAnswered: (isHere) => redis.set(isHere ? 1 : 0),
    refusedForLoad: () => load.inc(),
    simulated: (outcome, ms) => simulation.labels(outcome).observe(ms / 1000),
    proved: (outcome) => proofs.labels(outcome).inc(),
    storePinged: (ms) => ping.set(ms / 1000),
    follow: (look) => followReadiness(registry, look),
    inFlight: () => inFlight,
    contentType: registry.contentType,
    print: () => {
      requests.count()
      return registry.metrics()
    },
  }
}

type RequestTime = { readonly operation: string; readonly status: number; readonly ms: number }

/** Requests that are counted together: one after the other they take a fraction of the time. */
const countedTogether = 256

/** Collects answered requests, and counts them when there are many or the metrics are printed. */
function collectRequests(countOne: (request: RequestTime) => void) {
  let waiting: RequestTime[] = []
  const count = (): void => {
    const requests = waiting
    waiting = []
    for (const request of requests) countOne(request)
  }
  return {
    add: (request: RequestTime): void => {
      waiting.push(request)
      if (waiting.length >= countedTogether) count()
    },
    count,
  }
}

/** The server of `/metrics`, listening. */
export type MetricsServer = {
  /** Of the metrics themselves. */
  readonly url: string
  readonly close: () => Promise<void>
}

/**
 * Opens the metrics on a port of their own, so that clients of the API cannot reach them.
 *
 * If the default port is taken, any free one is used.
 *
 * @throws the system's own error when it cannot listen there.
 */
export async function openMetricsServer(
  metrics: Pick<Metrics, 'print' | 'contentType'>,
  { host, port, isChosen }: MetricsConfig,
): Promise<MetricsServer> {
  const server = createServer({ requestTimeout: 10_000, headersTimeout: 5_000 })
  server.on('request', (request, response) => {
    const path = request.url?.split('?')[0]
    const isRead = request.method === 'GET' || request.method === 'HEAD'
    if (path !== '/metrics' || !isRead) return response.writeHead(404).end()
    metrics.print().then(
      (text) => response.writeHead(200, { 'content-type': metrics.contentType }).end(text),
      () => response.writeHead(500).end(),
    )
    return undefined
  })
  const listen = (at: number) => once(server.listen(at, host), 'listening')
  try {
    await listen(port)
  } catch (error) {
    if (isChosen || (error as NodeJS.ErrnoException).code !== 'EADDRINUSE') throw error
    await listen(0)
  }
  const { address, family, port: bound } = server.address() as AddressInfo
  const shown = family === 'IPv6' ? `[${address}]` : address
  return {
    url: `http://${shown}:${bound}/metrics`,
    close: async () => {
      const closed = once(server, 'close')
      server.close()
      server.closeAllConnections()
      await closed
    },
  }
}
