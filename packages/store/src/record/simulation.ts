import { BaseError } from '@vaultwright/base'

/** A simulation that is kept for its link. */
export type StoredSimulation = {
  /** Unguessable; its holder may read the simulation. */
  readonly id: string
  readonly createdAtUnix: bigint
  readonly expiresAtUnix: bigint
  /** JSON as the page shows it. */
  readonly body: string
}

/** The witness of a simulation, stored as long as the simulation is. */
export type StoredWitness = {
  /** Bytes of the witness as a file, not compressed. */
  readonly byteCount: number
  /** The witness as a file, brotli. At most 8 MiB. */
  readonly body: Uint8Array
  /** The accounts and slots that the simulation read: JSON, brotli. At most 8 MiB. */
  readonly slotUse: Uint8Array
}

/** The most bytes of a stored witness, and of what it read, compressed. */
export const maxWitnessBytes = 8_388_608

/** Simulations in the store. */
export type SimulationStore = {
  /**
   * Keeps a simulation, with its witness where it was proven. One that is there stays as it is.
   * @throws {WitnessTooLargeError} and keeps nothing.
   */
  readonly put: (
    tenantId: string,
    simulation: StoredSimulation,
    witness?: StoredWitness | null,
  ) => Promise<void>
  /** @returns the simulation; null when there is none, or when it has expired. */
  readonly find: (id: string) => Promise<StoredSimulation | null>
  /** @returns the witness of a simulation; null when it has none, or when it has expired. */
  readonly findWitness: (id: string) => Promise<StoredWitness | null>
  /** Removes those that have expired, with their witnesses. @returns how many simulations. */
  readonly purge: () => Promise<number>
}

/** A witness is larger than what the store keeps. */
export class WitnessTooLargeError extends BaseError {
  override readonly code = 'witness_too_large'
  override readonly kind = 'invalid_input'

  constructor(bytes: number) {
    super({
      message: `The witness has ${bytes} compressed bytes, more than the ${maxWitnessBytes} that are stored. Split the batch.`,
      facts: { bytes, most: maxWitnessBytes },
    })
  }
}
