import { openStore, type Store } from '@vaultwright/store'
import type { FastifyInstance } from 'fastify'
import { buildApp } from './app.ts'
import { openCache } from './cache.ts'
import { openChains } from './chains.ts'
import { drain } from './drain.ts'
import type { ApiEnv } from './env.ts'
import { openLimiter } from './limit/open.ts'
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

/** How much is kept in memory between requests. */
const kept = { maxEntries: 5_000, maxBytes: 128 * 1024 * 1024 }

/**
 * Opens the service: its store, chains and limiter, and listens.
 *
 * @param env - as `readEnv` gives it.
 * @param log - where lines of the log go.
 * @returns the service, to be closed.
 * @throws {NotMigratedError} {StoreUnavailableError} and what else `openStore` throws.
 */
export async function openServer(
  { config, databaseUrl, rpcUrls }: ApiEnv,
  log: LogSink = process.stderr,
): Promise<ApiServer> {
  const metrics = openMetrics()
  const store = await openStore(databaseUrl)
  const chains = openChains(rpcUrls, config.simulation)
  const limiter = openLimiter(config, metrics.limiterFellBack)
  const cache = openCache(store, kept, metrics.cacheAsked)
  const now = () => BigInt(Math.floor(Date.now() / 1000))
  const letGo = () => Promise.allSettled([limiter.close(), chains.close(), store.close()])
  const app = await buildApp({ config, store, chains, limiter, cache, now }, { log, metrics })
  let closing: Promise<void> | null = null
  const close = () => {
    closing ??= drain(app, config.drainMs).finally(letGo)
    return closing
  }
  try {
    const url = await app.listen({ host: config.host, port: config.port })
    return { url, app, store, close }
  } catch (failure) {
    await close()
    throw failure
  }
}
