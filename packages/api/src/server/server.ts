import { setTimeout } from 'node:timers/promises'
import { assertNodeVersion } from '@vaultwright/base'
import { ruleBook } from '@vaultwright/protocols'
import type { Store } from '@vaultwright/store'
import type { FastifyInstance } from 'fastify'
import type { ApiEnv } from '../config/env.ts'
import { type LogTarget, nameOfCause } from '../config/log.ts'
import { type MetricsServer, openMetrics, openMetricsServer } from '../metrics/metrics.ts'
import type { ApiContext } from '../service/context.ts'
import { openAdapters } from './adapter.ts'
import { buildApp } from './app.ts'
import { drain, openDraining } from './shutdown.ts'
import { openStartChecks, openValuesCheck } from './start-check.ts'

/** The service, listening. */
export type ApiServer = {
  /** The URL it listens on, without a slash at the end. */
  readonly url: string
  /** The URL of metrics; null for none. */
  readonly metricsUrl: string | null
  readonly app: FastifyInstance
  readonly store: Store
  /**
   * Lets what is being answered end, and lets go of everything. Safe to repeat. By `SIGTERM` it first goes on
   * answering for SHUTDOWN_DELAY_MS, while readiness says that it is draining: no load balancer knows at once.
   */
  readonly close: (signal?: 'SIGTERM' | 'SIGINT') => Promise<void>
}

const awayTexts = {
  local: 'Redis does not answer: each process counts requests for itself',
  refuse: 'Redis does not answer: requests are refused',
} as const

/** Loads what the first build needs before anybody asks: the rules, and a thread that reads definitions. */
async function warmUp({ pool }: ApiContext): Promise<void> {
  ruleBook.decoders.size
  const nothing = { definition: null, lock: null, chainId: 1 }
  await pool.run('readVaultFacts', nothing, { tenantId: '', bytes: 0 }).catch(() => {})
}

/**
 * Opens the service: its store, chains and limiter, and listens.
 *
 * @param env - as `readEnv` gives it.
 * @param log - where lines of the log go.
 * @returns the service, to be closed.
 * @throws {NodeVersionError} {NotMigratedError} {StoreUnavailableError} and what else `openStore` throws; {InvalidEndpointError}
 *   for a node's URL; the system's own error when it cannot listen there. Nothing stays open.
 */
export async function openServer(env: ApiEnv, log: LogTarget = process.stderr): Promise<ApiServer> {
  assertNodeVersion(process.versions.node)
  const { host, port, delayMs, drainMs } = env.config
  const draining = openDraining()
  const metrics = openMetrics()
  const startChecks = openStartChecks(env)
  const adapters = await openAdapters(env, {
    metrics,
    redisAway: (cause) =>
      app.log.warn({ reason: nameOfCause(cause) }, awayTexts[env.config.redisAway]),
  })
  const valuesPart = openValuesCheck(adapters.context.store)
  const readiness = { ...startChecks, checks: [...startChecks.checks, valuesPart] }
  const app = await buildApp(adapters.context, { log, metrics, readiness, draining }).catch(
    async (failure: unknown) => {
      await adapters.close()
      throw failure
    },
  )
  let measured: MetricsServer | null = null
  let closing: Promise<void> | null = null
  const close = (signal?: 'SIGTERM' | 'SIGINT') => {
    closing ??= (async () => {
      app.log.info('stopping')
      try {
        draining.begin()
        if (signal === 'SIGTERM') await setTimeout(delayMs)
        await drain(app, drainMs)
      } finally {
        startChecks.close()
        await measured?.close()
        await adapters.close()
      }
      app.log.info('stopped')
    })()
    return closing
  }
  try {
    // The service listens only when it can answer.
    await warmUp(adapters.context)
    const url = await app.listen({ host, port, listenTextResolver: (at) => `started: ${at}` })
    adapters.listensAt(url)
    if (env.config.metrics !== null) measured = await openMetricsServer(metrics, env.config.metrics)
    const metricsUrl = measured?.url ?? null
    return { url, metricsUrl, app, store: adapters.context.store, close }
  } catch (failure) {
    await close()
    throw failure
  }
}
