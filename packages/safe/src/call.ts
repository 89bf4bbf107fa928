import { type Address, BaseError, type Hex, parseHex, printHex } from '@vaultwright/base'
import { parseAddress } from '@vaultwright/merkle'

/** A plain call that a Safe or a timelock is to make. */
export type SafeCall = {
  readonly to: Address
  /** Wei. */
  readonly value: bigint
  /** Calldata; `0x` for a transfer of value alone. */
  readonly data: Hex
}

const wordLimit = 2n ** 256n
const outOfRangeMessage = 'Its value is outside 0 to 2^256 - 1 wei. Give one inside.'

/**
 * Makes the calls of a list uniform: addresses in EIP-55, calldata in lower case.
 *
 * @returns the same n calls, in order.
 * @throws {InvalidSafeCallError} about the first call that no wallet could make.
 */
export function buildSafeCalls(calls: readonly SafeCall[]): readonly SafeCall[] {
  return calls.map(({ to, value, data }, index) => {
    if (!isWord(value)) throw new InvalidSafeCallError(index, outOfRangeMessage)
    try {
      return { to: parseAddress(to), value, data: printHex(parseHex(data)) }
    } catch (cause) {
      throw new InvalidSafeCallError(index, cause instanceof Error ? cause.message : '', cause)
    }
  })
}

/** Tells whether a number fits into a word of calldata. */
export function isWord(value: unknown): value is bigint {
  return typeof value === 'bigint' && value >= 0n && value < wordLimit
}

/** A call has a field that no calldata can hold. */
export class InvalidSafeCallError extends BaseError {
  override readonly code = 'invalid_safe_call'
  override readonly kind = 'invalid_input'

  constructor(index: number, why: string, cause?: unknown) {
    super({
      message: `Call ${index} cannot be made. ${why}`,
      facts: { call: index, why },
      cause,
    })
  }
}
