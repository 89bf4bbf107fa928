import { BaseError, escapeInvisible } from '@vaultwright/base'
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
  return value === null ? null : (svmRecordOf(value) ?? recordOf(value))
}

/** Null when it is of another chain. */
function svmRecordOf(value: unknown): SvmSimulationPage | null {
  const record = plain(value) as Partial<SvmSimulationPage> | null
  const isRecord =
    record?.chain === 'solana' &&
    typeof record.serialized_transaction_base64 === 'string' &&
    typeof record.description === 'string' &&
    Array.isArray(record.logs) &&
    Array.isArray(record.warnings) &&
    Array.isArray(record.token_transfers)
  return isRecord ? (record as SvmSimulationPage) : null
}

async function fetchRecord(id: string): Promise<unknown> {
  const response = await fetch(`/simulations/${encodeURIComponent(id)}.json`, {
    headers: { accept: 'application/json' },
  })
  if (response.status === 404) return null
  if (!response.ok) throw new SimulationAwayError(response.status)
  return response.json()
}

/**
 * Takes an answer for a record as far as a page can show it.
 *
 * @throws {ForeignSimulationError} when it is not a simulation.
 */
export function recordOf(value: unknown): SimulationPage {
  const record = plain(value) as Partial<SimulationPage> | null
  const isRecord =
    typeof record === 'object' &&
    record !== null &&
    typeof record.description === 'string' &&
    Array.isArray(record.calls) &&
    Array.isArray(record.seen) &&
    record.seen.length > 0 &&
    Array.isArray(record.differences) &&
    Array.isArray(record.warnings) &&
    typeof record.block === 'object' &&
    /^0x([0-9a-f]{2})*$/i.test(String(record.encoded_tx_data))
  if (!isRecord) throw new ForeignSimulationError()
  return record as SimulationPage
}

/** Tokens give themselves any name, also one that turns the writing. */
function plain(value: unknown): unknown {
  if (typeof value === 'string') return escapeInvisible(value)
  if (Array.isArray(value)) return value.map(plain)
  if (typeof value !== 'object' || value === null) return value
  return Object.fromEntries(Object.entries(value).map(([key, item]) => [plain(key), plain(item)]))
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

/** What the service gave is not a simulation. */
export class ForeignSimulationError extends BaseError {
  override readonly code = 'foreign_simulation'
  override readonly kind = 'damaged_data'

  constructor() {
    super({ message: 'The answer is not a simulation. Build again for a new one.' })
  }
}
