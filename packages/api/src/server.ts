import type { Store } from '@vaultwright/store'
import type { FastifyInstance } from 'fastify'
import { openAdapters } from './adapter.ts'
import { buildApp } from './app.ts'
import { drain } from './drain.ts'
import type { ApiEnv } from './env.ts'
import type { LogSink } from './log.ts'
import { openMetrics } from './metrics.ts'

/** The service, listening. */
export type ApiServer = {
  /** Where it listens, without a slash at the end. */
  readonly url: string
  readonly app: FastifyInstance
  readonly store: Store
  /** Lets what is being answered end, and lets go of everything. Again is harmless. */
  readonly close: () => Promise<void>
}

/**
 * Opens the service: its store, chains and limiter, and listens.
 *
 * @param env - as `readEnv` gives it.
 * @param log - where lines of the log go.
 * @returns the service, to be closed.
 * @throws {NotMigratedError} {StoreUnavailableError} and what else `openStore` throws; {InvalidEndpointError}
 *   for a node's URL; the system's own error when it cannot listen there. Nothing stays open.
 */
export async function openServer(env: ApiEnv, log: LogSink = process.stderr): Promise<ApiServer> {
  const { host, port, drainMs } = env.config
  const metrics = openMetrics()
  const adapters = await openAdapters(env, {
    metrics,
    limiterFellBack: (err) =>
      app.log.warn({ err }, 'Redis does not answer: limits hold here alone'),
  })
  const app = await buildApp(adapters.context, { log, metrics }).catch(async (failure: unknown) => {
    await adapters.close()
    throw failure
  })
  let closing: Promise<void> | null = null
  const close = () => {
    closing ??= drain(app, drainMs).finally(adapters.close)
    return closing
  }
  try {
    const url = await app.listen({ host, port })
    return { url, app, store: adapters.context.store, close }
  } catch (failure) {
    await close()
    throw failure
  }
}
