import type { Address } from '@vaultwright/base'
import { parseAddress } from '@vaultwright/merkle'
import { UsageError } from '../command/usage.ts'

/** A Safe that is an owner of another. */
export type OuterSafe = {
  readonly safe: Address
  readonly nonce: bigint
  /** Null for that of the Safe that it owns. */
  readonly version: string | null
}

/** Reads `0x…=7` or `0x…=7@1.3.0`. */
export function parseOuterSafe(word: string): OuterSafe {
  const match = /^([^=]+)=(\d{1,78})(?:@(.+))?$/.exec(word)
  if (match === null) {
    throw new UsageError(
      `--outer cannot be ${JSON.stringify(word)}. Give a Safe and its nonce, as in 0x…=7 or 0x…=7@1.3.0.`,
      { option: 'outer', value: word },
    )
  }
  const [, safe = '', nonce = '0', version = null] = match
  return { safe: parseAddress(safe), nonce: BigInt(nonce), version }
}
