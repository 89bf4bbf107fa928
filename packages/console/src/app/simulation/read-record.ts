import { BaseError } from '@vaultwright/base'
import { anyRecordOf, recordOf } from '@vaultwright/check'
import type { SimulationPage, SvmSimulationPage } from '@vaultwright/wire'

/**
 * Reads a simulation by its link; the holder of the link may read it.
 *
 * @returns the record, its texts without characters that turn or hide the writing; null when there is
 *   none, or it has expired.
 * @throws {SimulationAwayError} {ForeignSimulationError} when the service answers with something else.
 */
export async function readRecord(id: string): Promise<SimulationPage | null> {
  const value = await fetchRecord(id)
  return value === null ? null : recordOf(value)
}

/**
 * Reads a simulation of any chain by its link.
 *
 * @throws {SimulationAwayError} {ForeignSimulationError} as `readRecord`.
 */
export async function readAnyRecord(
  id: string,
): Promise<SimulationPage | SvmSimulationPage | null> {
  const value = await fetchRecord(id)
  return value === null ? null : anyRecordOf(value)
}

async function fetchRecord(id: string): Promise<unknown> {
  const response = await fetch(`/simulations/${encodeURIComponent(id)}.json`, {
    headers: { accept: 'application/json' },
  })
  if (response.status === 404) return null
  if (!response.ok) throw new SimulationAwayError(response.status)
  return response.json()
}

/** The service does not give the simulation out now. */
export class SimulationAwayError extends BaseError {
  override readonly code = 'simulation_away'
  override readonly kind = 'unavailable'

  constructor(status: number) {
    super({
      message: `The service answered ${status}. Try again.`,
      facts: { status },
      retryable: true,
    })
  }
}
