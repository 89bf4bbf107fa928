import type { Environment } from '@vaultwright/base'
import { openSolanaNode, type SolanaNode, solanaEndpointsOf } from '@vaultwright/chain'
import type { SimulationConfig } from '../config/config.ts'
import type { SimulationAsker } from './chains.ts'
import { openSimulator } from './simulator.ts'

/** A Solana cluster that this service can ask. */
export type SolanaAccess = {
  /** First block of the cluster that every node must serve, base58. */
  readonly genesisHash: string
  readonly node: SolanaNode
  /**
   * Gives the node for one request: its simulations run so many at once, fairly by tenant.
   *
   * They throw `SimulatorBusyError` and `SimulationTimeoutError`.
   */
  readonly nodeFor: (asker: SimulationAsker) => SolanaNode
  readonly close: () => Promise<void>
}

/** The access to a Solana cluster. */
export type SolanaAccessOptions = {
  readonly genesisHash: string
  readonly simulation: SimulationConfig
  /** Receives how each simulation ended, and how long it took. */
  readonly onSimulated: (outcome: 'done' | 'failed', ms: number) => void
}

/** The patience with a node: the time of one question, and the number of retries; callers wait. */
const patience = { timeoutMs: 5_000, retries: 1 }

/**
 * Opens the Solana nodes of an environment. None is asked before a request needs it.
 *
 * @returns null when none is configured.
 * @throws {InvalidEndpointError} if a URL is not valid.
 */
export function openSolana(env: Environment, options: SolanaAccessOptions): SolanaAccess | null {
  const endpoints = solanaEndpointsOf(env)
  if (endpoints.length === 0) return null
  const { genesisHash } = options
  return solanaAccessOf(openSolanaNode({ endpoints, genesisHash, ...patience }), options)
}

/** Makes the access to any node. */
export function solanaAccessOf(
  node: SolanaNode,
  { genesisHash, simulation, onSimulated }: SolanaAccessOptions,
): SolanaAccess {
  const simulator = openSimulator(simulation)
  const measured: SolanaNode['simulate'] = async (...request) => {
    const beganMs = performance.now()
    const answer = await node.simulate(...request)
    const outcome = answer.status === 'unavailable' ? 'failed' : 'done'
    onSimulated(outcome, performance.now() - beganMs)
    return answer
  }
  return {
    genesisHash,
    node,
    nodeFor: ({ tenantId, signal }) => ({
      ...node,
      simulate: (...request) => simulator.run(tenantId, () => measured(...request), signal),
    }),
    close: async () => {
      simulator.close()
      await node.close()
    },
  }
}
