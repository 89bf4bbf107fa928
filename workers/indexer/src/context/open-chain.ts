import { BaseError } from '@vaultwright/base'
import { openBatchingRpc, openChain, openHttpRpc } from '@vaultwright/chain'
import { chainOf, variablesOf } from '@vaultwright/registry'
import type { IndexedChain, IndexParts } from './context.ts'
import type { ChainEnv } from './env.ts'
import { type ChainReport, openRpcMeter, type RpcMeter } from './metrics-rpc.ts'

/** The chains of a process. */
export type OpenChains = {
  readonly of: IndexParts['chains']
  /** Of chains that were opened. */
  readonly reports: () => readonly ChainReport[]
  readonly close: () => Promise<void>
}

/** A task has time: a node is asked patiently, and the budget waited for. */
const patience = { timeoutMs: 30_000, retries: 3, budgetWaitMs: 180_000 }

type OpenedChain = { readonly meter: RpcMeter; readonly chain: Promise<IndexedChain> }

/** Makes chains that are opened on the first request. */
export function openChains(envs: readonly ChainEnv[]): OpenChains {
  const opened = new Map<number, OpenedChain>()
  const meters = new Map<string, RpcMeter>()
  const open = (env: ChainEnv): OpenedChain => {
    const meter = meters.get(env.slug) ?? openMeter(env)
    meters.set(env.slug, meter)
    // Vault-days that are read at the same time share round trips.
    const opening = openChain(openBatchingRpc(meter.rpc), { id: env.id })
    const chain = opening.then((openedChain) => ({
      slug: env.slug,
      chain: openedChain,
      finality: env.finality,
    }))
    return { meter, chain }
  }
  return {
    of: (slug) => {
      const id = chainOf(slug)?.id
      const env = envs.find((one) => one.id === id)
      if (id === undefined || env === undefined) {
        return Promise.reject(new ChainWithoutNodeError(slug))
      }
      const cached = opened.get(id)
      if (cached !== undefined) return cached.chain
      const entry = open(env)
      opened.set(id, entry)
      // A node that does not answer today may do so tomorrow.
      entry.chain.catch(() => opened.delete(id))
      return entry.chain
    },
    reports: () =>
      [...meters].map(([chain, meter]) => ({
        chain,
        counts: meter.counts(),
        left: meter.left(),
        budget: envs.find(({ slug }) => slug === chain)?.perMinute ?? null,
      })),
    close: async () => {
      await Promise.all([...meters.values()].map(({ rpc }) => rpc.close()))
    },
  }
}

function openMeter({ id, urls, agreement, perMinute }: ChainEnv): RpcMeter {
  const node = openHttpRpc({
    endpoints: urls,
    chainId: id,
    agreement,
    ...patience,
    ...(perMinute !== null && { callsPerMinute: perMinute }),
  })
  return openRpcMeter(node, { perMinute, nowMs: () => performance.now() })
}

/** Work is about a chain for which this process has no node. */
export class ChainWithoutNodeError extends BaseError {
  override readonly code = 'chain_without_node'
  override readonly kind = 'unavailable'

  constructor(chain: string) {
    const [variable = 'MAINNET_RPC_URL'] = variablesOf(chain, 'RPC_URL')
    super({
      message: `This process has no node for ${chain}. Set the URL of one in the environment: ${variable}.`,
      facts: { chain },
    })
  }
}
