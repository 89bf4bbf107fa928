import { BaseError } from '@vaultwright/base'
import type { SvmAddress } from '../address/address.ts'
import { decodeBase58, InvalidBase58Error } from '../bytes/base58.ts'
import type { Instruction } from '../call/instruction.ts'

/** A table that a message may take addresses from. */
export type LookupTable = {
  readonly address: SvmAddress
  readonly addresses: readonly SvmAddress[]
}

/** The cost settings of a message of version 1. A limit that is null counts as zero where it runs. */
export type V1Config = {
  readonly priorityFeeLamports: bigint | null
  readonly computeUnitLimit: number | null
  readonly loadedAccountsBytes: number | null
  readonly heapBytes: number | null
}

/** The content of a transaction before it is signed. */
export type Message = {
  readonly version: 0 | 1
  /** Signs and pays. */
  readonly feePayer: SvmAddress
  /** A blockhash or a nonce, base58 of 32 bytes. */
  readonly lifetime: string
  readonly instructions: readonly Instruction[]
  /** Null in version 0. */
  readonly config: V1Config | null
  /** Version 0 takes addresses from the first table that has them; version 1 has none. */
  readonly lookupTables: readonly LookupTable[]
}

/**
 * The 32 bytes of a blockhash or a nonce.
 *
 * @throws {InvalidBlockhashError} when the text is not base58 of 32 bytes.
 */
export function blockhashBytesOf(text: string): Uint8Array {
  try {
    const bytes = decodeBase58(text)
    if (bytes.length === 32) return bytes
    throw new InvalidBlockhashError(text, `it stands for ${bytes.length} bytes`)
  } catch (error) {
    if (error instanceof InvalidBase58Error)
      throw new InvalidBlockhashError(text, 'it is not base58')
    throw error
  }
}

/** A text is not a blockhash or a nonce. */
export class InvalidBlockhashError extends BaseError {
  override readonly code = 'invalid_blockhash'
  override readonly kind = 'invalid_input'

  constructor(value: string, reason: string) {
    const shown = value.length > 90 ? `${value.slice(0, 87)}...` : value
    super({
      message: `${JSON.stringify(shown)} is not a blockhash: ${reason}. Give base58 of 32 bytes.`,
      facts: { value: shown, reason },
    })
  }
}
