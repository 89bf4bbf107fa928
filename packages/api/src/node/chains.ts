import { type LruMap, openLruMap } from '@vaultwright/base'
import type { BlockCallResult } from '@vaultwright/builder'
import {
  type Chain,
  crossCheckWithProof,
  endpointsOf,
  type ForkPool,
  forkEndpointsOf,
  isSharedEndpoint,
  openChain,
  openForkPool,
  openHttpRpc,
  type ProvenCheck,
  type Rpc,
  type SimulateAnswer,
  simulate,
} from '@vaultwright/chain'
import type { SimulationRequest, SlotUse } from '@vaultwright/outcome'
import { chainOf, chains } from '@vaultwright/registry'
import type { SimulationConfig } from '../config/config.ts'
import type { ProvenRun } from '../proof/proof-task.ts'
import { openProver, type Prover, proverLimits } from '../proof/prover.ts'
import { type BlockMemory, openBlockMemory } from './block-memory.ts'
import { openSimulator } from './simulator.ts'

type Variables = Readonly<Record<string, string | undefined>>

/** The patience with a node: the time of one question, and the number of retries; callers wait. */
const rpcPatience = { timeoutMs: 5_000, retries: 1 }

/**
 * Finds the nodes of an environment and opens each when it is asked for.
 *
 * @param agreement - how many nodes of a chain must give the same answer; default: 1.
 * @throws {InvalidEndpointError} if a URL is not valid.
 */
export function openChains(env: Variables, config: SimulationConfig, agreement = 1): ChainAccesses {
  const named = chains
    .map(({ slug, id }) => ({ slug, id, urls: endpointsOf(id, env) }))
    .filter(({ urls }) => urls.length > 0)
  const upstreams = Object.fromEntries(named.map(({ id, urls }) => [id, forkUrlsOf(id, urls, env)]))
  const simulator = openSimulator(config)
  const forks = openOnce(() => openForkPool({ upstreams, size: config.concurrency }))
  // What cannot be proven in this time is answered by the other engines in the rest of it.
  const totalMs = Math.floor((config.timeoutMs * 3) / 4)
  const prover = openOnce(() => openProver({ ...proverLimits, totalMs }))
  const opened = named.map((one) => {
    const rpc = openOnce(() =>
      openHttpRpc({ endpoints: one.urls, chainId: one.id, agreement, ...rpcPatience }),
    )
    const { engine } = config
    const hasFork = engine === 'both' || engine === 'all'
    const isNodeShared = hasFork && isSharedEndpoint(one.urls, upstreams[one.id] ?? one.urls)
    return { rpc, access: accessOf(one, { rpc, forks, prover, simulator, engine, isNodeShared }) }
  })
  const byId = new Map(opened.map(({ access }) => [access.chainId, access]))
  return {
    of: (slug) => byId.get(chainOf(slug)?.id ?? 0) ?? null,
    close: async () => {
      simulator.close()
      await prover.opened()?.close()
      await forks.opened()?.close()
      await Promise.all(opened.map(({ rpc }) => rpc.opened()?.close()))
    },
  }
}

/** The service's memory of a chain's node between requests. */
export type ChainMemory = {
  /** Answers of tokens that never change, by account and calldata. */
  readonly immutableReads: LruMap<string, BlockCallResult>
  /** The answers at the newest block. */
  readonly blocks: BlockMemory
  /** Until when no request waits for the node, because it failed or was late · unix seconds. */
  unresponsiveUntilUnix: bigint
}

const maxImmutableReads = 10_000

/** Opens an empty memory. */
export function openChainMemory(): ChainMemory {
  return {
    immutableReads: openLruMap({ maxEntries: maxImmutableReads }),
    blocks: openBlockMemory(),
    unresponsiveUntilUnix: 0n,
  }
}

/** A request that waits for a simulation. */
export type SimulationAsker = {
  readonly tenantId: string
  /** Aborted when the caller hangs up. */
  readonly signal: AbortSignal
}

/** The result of a simulation, by engine; on proven state it runs in a thread. */
export type ServiceSimulation =
  | SimulateAnswer
  | { readonly engine: 'proven'; readonly proven: ProvenRun }
  | ({ readonly engine: 'all' } & ProvenCheck<ProvenRun>)

/** A chain that this service can ask. */
export type ChainAccess = {
  /** Lower case. */
  readonly slug: string
  readonly chainId: number
  /** True if two engines simulate on one and the same node, whose lie deceives both. Default: false. */
  readonly isNodeShared?: boolean
  readonly memory: ChainMemory
  /**
   * Gives the chain; it is opened on the first request.
   * @throws {WrongChainError} when the node is on another chain, and what asking it throws.
   */
  readonly open: () => Promise<Chain>
  /**
   * Simulates a transaction with the configured engine, so many at once, fairly by tenant.
   * @throws {SimulatorBusyError} {SimulationTimeoutError} and what the engines throw.
   */
  readonly simulate: (
    request: SimulationRequest,
    asker: SimulationAsker,
  ) => Promise<ServiceSimulation>
  /**
   * Reads at the newest block what a simulation read, in the queue of the simulations; null where nothing is
   * proven, and by default.
   * @returns a state file, UTF-8.
   * @throws errors as `simulate`.
   */
  readonly readState?: ((slotUse: SlotUse, asker: SimulationAsker) => Promise<Uint8Array>) | null
  /** Forks for nodes that cannot simulate; null where none may be made, and by default. */
  readonly forks?: () => ForkPool | null
}

/** The chains that have a node. */
export type ChainAccesses = {
  /** @returns access to a chain; null when no node is configured for it. */
  readonly of: (slug: string) => ChainAccess | null
  readonly close: () => Promise<void>
}

/** A fork of its own server's state cannot be deceived by the node. */
function forkUrlsOf(id: number, urls: readonly string[], env: Variables): readonly string[] {
  const endpoints = forkEndpointsOf(id, env)
  return endpoints.length === 0 ? urls : endpoints
}

type Tools = {
  readonly rpc: Once<Rpc>
  readonly forks: Once<ForkPool>
  readonly prover: Once<Prover>
  readonly simulator: ReturnType<typeof openSimulator>
  readonly engine: SimulationConfig['engine']
  readonly isNodeShared: boolean
}

function accessOf(
  { slug, id }: { readonly slug: string; readonly id: number },
  { rpc, forks, prover, simulator, engine, isNodeShared }: Tools,
): ChainAccess {
  let chain: Promise<Chain> | null = null
  const open = () => {
    if (chain !== null) return chain
    const opening = openChain(rpc.get(), { id })
    chain = opening
    // A node that does not answer today may do so tomorrow.
    opening.catch(() => {
      if (chain === opening) chain = null
    })
    return opening
  }
  const run = async (
    request: SimulationRequest,
    asker: SimulationAsker,
  ): Promise<ServiceSimulation> => {
    const openedChain = await open()
    const prove = (pinned: SimulationRequest) => prover.get().prove(openedChain, pinned, asker)
    switch (engine) {
      case 'node':
        return simulate({ engine, chain: openedChain }, request)
      case 'fork':
      case 'both':
        return simulate({ engine, chain: openedChain, pool: forks.get() }, request)
      case 'proven':
        return { engine, proven: await prove(request) }
      case 'all': {
        const engines = { chain: openedChain, pool: forks.get() }
        return { engine, ...(await crossCheckWithProof(engines, request, prove)) }
      }
    }
  }
  const readState = async (slotUse: SlotUse, asker: SimulationAsker) =>
    prover.get().readState(await open(), slotUse, asker)
  const isProving = engine === 'proven' || engine === 'all'
  return {
    slug,
    chainId: id,
    isNodeShared,
    memory: openChainMemory(),
    open,
    simulate: (request, asker) =>
      simulator.run(asker.tenantId, () => run(request, asker), asker.signal),
    readState: isProving
      ? (slotUse, asker) =>
          simulator.run(asker.tenantId, () => readState(slotUse, asker), asker.signal)
      : null,
    forks: () => (engine === 'node' || engine === 'proven' ? null : forks.get()),
  }
}

type Once<Value> = { readonly get: () => Value; readonly opened: () => Value | null }

function openOnce<Value>(make: () => Value): Once<Value> {
  let value: Value | null = null
  return {
    get: () => {
      value ??= make()
      return value
    },
    opened: () => value,
  }
}
