import {
  openProblemLog,
  type PartReport,
  type ProblemTarget,
  type Readiness,
  readinessOf,
  readyPart,
} from '@vaultwright/base'
import { type MigrationReader, openStorePart } from '@vaultwright/store'
import type { Metrics } from '../metrics/metrics.ts'
import type { ApiContext } from './context.ts'

/** Looks how a part of the service does. It never throws: what it cannot look up is a problem of the part. */
export type PartCheck = () => Promise<PartReport>

/** The sources of readiness besides the context. */
export type ReadinessSources = {
  readonly metrics: Metrics
  /** True if the service is shutting down. */
  readonly isDraining: () => boolean
  /** Parts beside store and Redis. */
  readonly checks: readonly PartCheck[]
  /** Tells which migrations the database has; null where that is not looked at. */
  readonly schema: MigrationReader | null
  /** True where this start made the database. */
  readonly isDatabaseNew?: boolean
  /** Hears of problems that come and go. */
  readonly log: ProblemTarget
}

/**
 * Opens what tells whether requests can be served. The service is
 * - not ready without its store, or when it may not count requests;
 * - degraded when a node does not answer or shows another chain, when it counts requests for itself for want of
 *   Redis, when a newer release migrated the database, or when a variable looks misspelled: what needs none of
 *   it is served.
 *
 * @returns looks anew each time; each problem is logged when it comes and when it goes.
 */
export function openReadiness(
  context: ApiContext,
  { metrics, isDraining, checks, schema, isDatabaseNew = false, log }: ReadinessSources,
): () => Promise<Readiness> {
  const storePart = openStorePart(context.store, {
    schema,
    isNew: isDatabaseNew,
    onPing: metrics.storePinged,
  })
  const redisPart = redisCheckOf(context, metrics)
  const tell = openProblemLog(log)
  return async () => {
    if (isDraining()) return readinessOf([drainingPart])
    const all = [storePart, ...(redisPart === null ? [] : [redisPart]), ...checks]
    const parts = await Promise.all(all.map((check) => check()))
    // What answers no more because it was closed is not a problem.
    if (!isDraining()) for (const part of parts) tell(part)
    return readinessOf(parts)
  }
}

const drainingPart: PartReport = {
  part: 'service',
  status: 'not_ready',
  problems: [
    { code: 'draining', message: 'The service is shutting down.', chain: null, facts: {} },
  ],
}

/** Redis counts requests; without it the service counts for itself, or refuses, as it is configured. */
function redisCheckOf({ config, limiter }: ApiContext, metrics: Metrics): PartCheck | null {
  const ping = limiter.pingRedis
  if (ping === null) return null
  const isRefusing = config.redisAway === 'refuse'
  return async () => {
    const isHere = await ping()
    metrics.redisAnswered(isHere)
    if (isHere) return readyPart('redis')
    const what = isRefusing ? 'Requests are refused' : 'This process counts requests for itself'
    const message = `Redis does not answer. ${what}.`
    return {
      part: 'redis',
      status: isRefusing ? 'not_ready' : 'degraded',
      problems: [{ code: 'redis_away', message, chain: null, facts: {} }],
    }
  }
}
