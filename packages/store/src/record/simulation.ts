/** A simulation that is kept for its link. */
export type StoredSimulation = {
  /** Unguessable; its holder may read the simulation. */
  readonly id: string
  readonly createdAtUnix: bigint
  readonly expiresAtUnix: bigint
  /** JSON as the page shows it. */
  readonly body: string
}

/** Simulations in the store. */
export type SimulationStore = {
  /** Keeps a simulation. */
  readonly put: (tenantId: string, simulation: StoredSimulation) => Promise<void>
  /** @returns the simulation; null when there is none, or when it has expired. */
  readonly find: (id: string) => Promise<StoredSimulation | null>
  /** Removes those that have expired. @returns how many. */
  readonly purge: () => Promise<number>
}
