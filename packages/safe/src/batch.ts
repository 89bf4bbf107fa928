import { type Address, BaseError, type Hex } from '@vaultwright/base'
import { parseAddress } from '@vaultwright/merkle'
import { batchChecksumOf } from './batch-checksum.ts'
import {
  type SafeBatch,
  SafeBatchSchemaError,
  type SafeBatchTransaction,
  safeBatchOf,
} from './batch-schema.ts'
import { buildSafeCalls, type SafeCall } from './call.ts'
import { readJsonText } from './json-text.ts'

/** The parts of a batch file. */
export type SafeBatchParts = {
  readonly chainId: number
  /** The Safe it is meant for; null when any. */
  readonly safe: Address | null
  readonly name: string
  readonly description: string
  /** Milliseconds since 1970. */
  readonly createdAtMs: number
  readonly calls: readonly SafeCall[]
}

/** The version of the app whose files ours are like; the app reads it nowhere. */
const builderVersion = '1.18.2'

/**
 * Makes the batch that the transaction builder of the Safe web app imports, with its checksum.
 *
 * @param parts - chain, Safe, words, time and the calls in order.
 * @returns the batch; addresses in EIP-55, values in wei as decimal texts.
 * @throws {InvalidSafeCallError} when a call cannot be made.
 * @throws {SafeBatchSchemaError} when chain or time are not whole numbers from 0 on.
 */
export function buildSafeBatch(parts: SafeBatchParts): SafeBatch {
  const { chainId, safe, name, description, createdAtMs } = parts
  const batch = safeBatchOf({
    version: '1.0',
    chainId: String(chainId),
    createdAt: createdAtMs,
    meta: {
      name,
      description,
      txBuilderVersion: builderVersion,
      createdFromSafeAddress: safe === null ? '' : parseAddress(safe),
      createdFromOwnerAddress: '',
    },
    transactions: buildSafeCalls(parts.calls).map(({ to, value, data }) => ({
      to,
      value: value.toString(),
      data,
      contractMethod: null,
      contractInputsValues: null,
    })),
  })
  return { ...batch, meta: { ...batch.meta, checksum: batchChecksumOf(batch) } }
}

/**
 * Prints a batch as the text of its file.
 *
 * @param batch - as `buildSafeBatch` or `parseSafeBatch` made it.
 * @returns JSON with two spaces an indent and a line end.
 */
export function printSafeBatch(batch: SafeBatch): string {
  // The checksum counts a field without a value as null; leaving it out would break it.
  return `${JSON.stringify(batch, (_, value) => (value === undefined ? null : value), 2)}\n`
}

/**
 * Reads a batch file, its checksum verified.
 *
 * The web app only warns of a wrong checksum and imports all the same. A file without one is read:
 * `batchFindings` says so.
 *
 * @throws {SafeBatchSchemaError} when it is not a batch file of a version that is known.
 * @throws {SafeBatchChecksumError} when it was changed after it was made.
 */
export function parseSafeBatch(text: string): SafeBatch {
  const { batch, checksum } = readWithChecksum(text)
  const stated = batch.meta.checksum
  if (stated !== undefined && stated !== checksum) {
    throw new SafeBatchChecksumError(stated, checksum)
  }
  return batch
}

/**
 * Reads the calls of a batch.
 *
 * @param batch - as `parseSafeBatch` made it.
 * @returns the calls in order; addresses in EIP-55, calldata in lower case.
 * @throws {UnencodedSafeCallError} when a transaction names a method instead of its calldata.
 */
export function callsOfBatch(batch: SafeBatch): readonly SafeCall[] {
  const calls = batch.transactions.map((transaction, index) => {
    const data = calldataOf(transaction)
    if (data === null) throw new UnencodedSafeCallError(index)
    return { to: parseAddress(transaction.to), value: BigInt(transaction.value), data }
  })
  return buildSafeCalls(calls)
}

/**
 * Reads the calldata of a transaction of a batch file.
 *
 * @returns calldata; null when a method and its inputs stand for it, which the web app encodes.
 */
export function calldataOf({ data, contractMethod }: SafeBatchTransaction): Hex | null {
  if (typeof data === 'string') return data
  return (contractMethod ?? null) === null ? '0x' : null
}

/** A method may hold any JSON, also such that no stack can walk it. */
function readWithChecksum(text: string): { readonly batch: SafeBatch; readonly checksum: Hex } {
  try {
    const batch = safeBatchOf(jsonOf(text))
    return { batch, checksum: batchChecksumOf(batch) }
  } catch (error) {
    if (!(error instanceof RangeError)) throw error
    throw new SafeBatchSchemaError([{ path: '', message: 'nests without end' }])
  }
}

function jsonOf(text: string): unknown {
  const json = readJsonText(text)
  if (json.ok) return json.value
  throw new SafeBatchSchemaError([{ path: '', message: json.why }])
}

/** A batch file was changed after its checksum was made. */
export class SafeBatchChecksumError extends BaseError {
  override readonly code = 'safe_batch_checksum'
  override readonly kind = 'damaged_data'

  constructor(stated: string, checksum: Hex) {
    super({
      message: `The batch says that its checksum is ${stated}, but it is ${checksum}: the file was changed after it was made. Make it again, or ask the sender.`,
      facts: { stated, checksum },
    })
  }
}

/** A transaction of a batch file names a method and its inputs instead of calldata. */
export class UnencodedSafeCallError extends BaseError {
  override readonly code = 'unencoded_safe_call'
  override readonly kind = 'invalid_input'

  constructor(index: number) {
    super({
      message: `Transaction ${index} of the batch has a method instead of calldata. Encode it, or export the batch with calldata.`,
      facts: { transaction: index },
    })
  }
}
