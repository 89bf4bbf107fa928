import { BaseError, escapeInvisible } from '@vaultwright/base'
import type { SimulationPage, SvmSimulationPage } from '@vaultwright/wire'

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

/**
 * Takes an answer for a record of any chain.
 *
 * @throws {ForeignSimulationError} when it is not a simulation.
 */
export function anyRecordOf(value: unknown): SimulationPage | SvmSimulationPage {
  return svmRecordOf(value) ?? recordOf(value)
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

/** Tokens give themselves any name, also one that turns the writing. */
function plain(value: unknown): unknown {
  if (typeof value === 'string') return escapeInvisible(value)
  if (Array.isArray(value)) return value.map(plain)
  if (typeof value !== 'object' || value === null) return value
  return Object.fromEntries(Object.entries(value).map(([key, item]) => [plain(key), plain(item)]))
}

/** The answer of the service is not a simulation. */
export class ForeignSimulationError extends BaseError {
  override readonly code = 'foreign_simulation'
  override readonly kind = 'damaged_data'

  constructor() {
    super({ message: 'The answer is not a simulation. Build again for a new one.' })
  }
}
