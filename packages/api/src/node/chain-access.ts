import type { Chain, SimulateAnswer, SimulationRequest } from '@vaultwright/chain'

/** A request that waits for a simulation. */
export type SimulationAsker = {
  readonly tenantId: string
  /** Aborted when the caller hangs up. */
  readonly signal: AbortSignal
}

/** A chain that this service can ask. */
export type ChainAccess = {
  /** Lower case. */
  readonly slug: string
  readonly chainId: number
  /** Whether two engines simulate on one and the same node, whose lie deceives both; false by default. */
  readonly isNodeShared?: boolean
  /**
   * Gives the chain; it is opened on the first request.
   * @throws {WrongChainError} when the node is on another chain, and what asking it throws.
   */
  readonly open: () => Promise<Chain>
  /**
   * Simulates a transaction with the configured engine, so many at once, fairly by tenant.
   * @throws {SimulatorBusyError} {SimulationTimeoutError} and what the engines throw.
   */
  readonly simulate: (request: SimulationRequest, asker: SimulationAsker) => Promise<SimulateAnswer>
}

/** The chains that have a node. */
export type ChainAccesses = {
  /** @returns access to a chain; null when no node is configured for it. */
  readonly of: (slug: string) => ChainAccess | null
  readonly close: () => Promise<void>
}
