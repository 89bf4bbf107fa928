import { openStore } from '@vaultwright/store'
import type { ApiConfig } from '../config/config.ts'
import type { ApiEnv } from '../config/env.ts'
import { openAddressLimiter } from '../limit/address.ts'
import { openFairTurns } from '../limit/fair-turn.ts'
import { openLargeAnswers } from '../limit/large-answer.ts'
import type { Limiter } from '../limit/limiter.ts'
import { openMemoryLimiter } from '../limit/memory.ts'
import { openRedisLimiter, type RedisLimiterOptions } from '../limit/redis.ts'
import type { Metrics, ProofOutcome } from '../metrics/metrics.ts'
import {
  type ChainAccess,
  type ChainAccesses,
  openChains,
  type ServiceSimulation,
} from '../node/chains.ts'
import { openFinalityService } from '../node/finality-service.ts'
import { openSafeServices } from '../node/safe-services.ts'
import { openSolana } from '../node/solana-access.ts'
import { openSwapServices } from '../node/swap-services.ts'
import type { ApiContext } from '../service/context.ts'
import { openWorkerPool } from '../worker/worker-pool.ts'

/** The adapters of a service, to be closed. */
export type Adapters = {
  readonly context: ApiContext
  /** Tells where the service listens: links begin with it where there is no public URL. */
  readonly listensAt: (url: string) => void
  readonly close: () => Promise<void>
}

/** Receives what the adapters report. */
export type AdapterHooks = {
  readonly metrics: Metrics
  /** Each time that Redis ceases to answer. */
  readonly redisAway: (cause: unknown) => void
}

/**
 * Opens the store, the chains and the limiter of a service.
 *
 * @throws {NotMigratedError} {StoreUnavailableError} and what else `openStore` throws; {InvalidEndpointError}.
 */
export async function openAdapters(env: ApiEnv, hooks: AdapterHooks): Promise<Adapters> {
  const { config, databaseUrl, rpcUrls, rpcAgreement } = env
  const { metrics } = hooks
  const chains = countSimulations(openChains(rpcUrls, config.simulation, rpcAgreement), metrics)
  const solana = openSolana(rpcUrls, {
    genesisHash: env.solanaGenesisHash,
    simulation: config.simulation,
    onSimulated: metrics.simulated,
  })
  let isAway = false
  const limiter = openLimiter(config, {
    onAnswered: () => {
      isAway = false
      metrics.redisAnswered(true)
    },
    onAway: (cause) => {
      metrics.redisAway()
      if (!isAway) hooks.redisAway(cause)
      isAway = true
    },
  })
  const addresses = openAddressLimiter({
    limit: config.unknownKeysPerMinute,
    maxAddresses: 10_000,
    nowMs: () => performance.now(),
  })
  // The store comes last: what was made before it holds nothing until it is asked.
  const store = await openStore(databaseUrl)
  const now = () => BigInt(Math.floor(Date.now() / 1000))
  const pool = openWorkerPool()
  let boundUrl = `http://${config.host}:${config.port}`
  const baseUrl = () => config.publicUrl ?? boundUrl
  return {
    context: {
      config,
      store,
      chains,
      solana,
      limiter,
      addresses,
      baseUrl,
      now,
      turns: openFairTurns(),
      answers: openLargeAnswers(),
      pool,
      swaps: openSwapServices(env.aggregators),
      safes: openSafeServices(env.safeServices, env.safeProposer),
      finality: openFinalityService(env.beacons),
    },
    listensAt: (url) => {
      boundUrl = url
    },
    close: async () => {
      await Promise.allSettled([
        pool.close(),
        limiter.close(),
        chains.close(),
        solana?.close(),
        store.close(),
      ])
    },
  }
}

function countSimulations(chains: ChainAccesses, metrics: Metrics): ChainAccesses {
  const counted = (access: ChainAccess): ChainAccess => ({
    ...access,
    simulate: async (...asked) => {
      const beganMs = performance.now()
      const end = (outcome: 'done' | 'failed') =>
        metrics.simulated(outcome, performance.now() - beganMs)
      try {
        const answer = await access.simulate(...asked)
        end('done')
        const proved = proofOutcomeOf(answer)
        if (proved !== null) metrics.proved(proved)
        return answer
      } catch (failure) {
        end('failed')
        if ((failure as { readonly code?: unknown }).code === 'invalid_state_proof') {
          metrics.proved('refused')
        }
        throw failure
      }
    },
  })
  return {
    ...chains,
    of: (slug) => {
      const access = chains.of(slug)
      return access === null ? null : counted(access)
    },
  }
}

/** Null where no proof was asked for. */
function proofOutcomeOf(answer: ServiceSimulation): ProofOutcome | null {
  switch (answer.engine) {
    case 'node':
    case 'fork':
    case 'both':
      return null
    case 'proven':
      return answer.proven.unknowable.length === 0 ? 'proven' : 'unproven'
    case 'all': {
      const { proven } = answer
      if (proven.kind === 'unproven') return 'unproven'
      return proven.differences.length === 0 ? 'proven' : 'contradicted'
    }
  }
}

/** Opens the limiter that the configuration asks for. */
function openLimiter(
  {
    redisUrl,
    redisPatienceMs: patienceMs,
    redisAway,
  }: Pick<ApiConfig, 'redisUrl' | 'redisPatienceMs' | 'redisAway'>,
  hooks: Pick<RedisLimiterOptions, 'onAway' | 'onAnswered'>,
): Limiter {
  const nowMs = () => performance.now()
  if (redisUrl === null) return openMemoryLimiter(nowMs)
  return openRedisLimiter({ url: redisUrl, nowMs, patienceMs, whenAway: redisAway, ...hooks })
}
