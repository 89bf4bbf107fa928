import type { Simulation, SimulationRequest } from '@vaultwright/outcome'
import type { ForkPool } from '../fork/fork-pool.ts'
import type { Chain } from '../port/chain.ts'
import { type CrossCheck, crossCheck, type SimulationEngines } from './cross-check.ts'
import { simulateOnFork } from './simulate-fork.ts'
import { simulateOnNode } from './simulate-node.ts'

/** The engine of a simulation: the node, a fork of it, or both, compared. */
type SimulationEngine =
  | { readonly engine: 'node'; readonly chain: Chain }
  | { readonly engine: 'fork'; readonly chain: Chain; readonly pool: ForkPool }
  | ({ readonly engine: 'both' } & SimulationEngines)

/** The result, by engine. */
export type SimulateAnswer =
  | { readonly engine: 'node' | 'fork'; readonly simulation: Simulation }
  | { readonly engine: 'both'; readonly check: CrossCheck }

/**
 * Simulates a transaction with the engine that is wanted.
 *
 * @throws errors as `simulateOnNode` and `simulateOnFork`.
 */
export async function simulate(
  by: SimulationEngine,
  request: SimulationRequest,
): Promise<SimulateAnswer> {
  switch (by.engine) {
    case 'node':
      return { engine: 'node', simulation: await simulateOnNode(by.chain, request) }
    case 'fork':
      return { engine: 'fork', simulation: await simulateOnFork(by.chain, by.pool, request) }
    case 'both':
      return { engine: 'both', check: await crossCheck(by, request) }
  }
}
