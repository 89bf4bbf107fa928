import { BaseError, type Digest } from '@vaultwright/base'
import type { KeccakEngine, KeccakEngineName } from './engine.ts'
import { defaultEngine, engineFor } from './engine-choice.ts'

/** Options of hashing. */
export type KeccakOptions = {
  /** The hash engine or its name. The fastest here when not said. */
  readonly engine?: KeccakEngine | KeccakEngineName
}

/**
 * Hashes a message with keccak-256, the hash of Ethereum (padding 0x01, not SHA-3's 0x06).
 *
 * @returns 32 bytes.
 */
export function keccak256(bytes: Uint8Array): Digest {
  return defaultEngine().hash(bytes)
}

/**
 * Hashes many messages that lie one after the other in one flat memory.
 *
 * @param offsets - n + 1 ascending positions: message i is from `offsets[i]` to `offsets[i + 1]`.
 * @returns n * 32 bytes, in order.
 * @throws {InvalidOffsetsError} when the offsets descend or leave the data.
 * @throws {EngineUnavailableError} when this machine cannot run the engine asked for.
 */
export function keccakBatch(
  data: Uint8Array,
  offsets: Uint32Array,
  options: KeccakOptions = {},
): Uint8Array {
  const digests = new Uint8Array(32 * messageCountOf(data, offsets))
  engineFor(options.engine).hashMessages(data, offsets, digests)
  return digests
}

/**
 * Counts the messages of a flat memory after checking that every one lies inside it.
 *
 * @throws {InvalidOffsetsError} when the offsets descend or leave the data.
 */
export function messageCountOf(data: Uint8Array, offsets: Uint32Array): number {
  for (let index = 0; index + 1 < offsets.length; index++) {
    if (offsets[index]! > offsets[index + 1]!) {
      throw new InvalidOffsetsError(index + 1, offsets[index + 1]!, data.length)
    }
  }
  const last = offsets.length - 1
  if (last < 0) throw new InvalidOffsetsError(0, null, data.length)
  if (offsets[last]! > data.length) throw new InvalidOffsetsError(last, offsets[last]!, data.length)
  return last
}

/** The offsets of a batch do not ascend inside its data. */
export class InvalidOffsetsError extends BaseError {
  override readonly code = 'invalid_offsets'
  override readonly kind = 'bug'

  constructor(index: number, offset: number | null, length: number) {
    super({
      message: `Offset ${index} of a batch of messages is ${offset ?? 'missing'}, over ${length} bytes of data. Give n + 1 ascending positions inside the data for n messages.`,
      facts: { index, offset, length },
    })
  }
}
