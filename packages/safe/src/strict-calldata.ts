import { BaseError, type Hex } from '@vaultwright/base'
import {
  type Abi,
  type DecodeFunctionDataReturnType,
  decodeFunctionData,
  type EncodeFunctionDataParameters,
  encodeFunctionData,
} from 'viem'

/**
 * Decodes calldata, and nothing but the bytes that an encoder writes.
 *
 * A decoder of the chain takes overlapping offsets, dirty padding and trailing bytes, behind which a
 * reader can be shown one thing and the chain do another: what decodes must encode to the same bytes.
 *
 * @throws {SafeCalldataError} when it calls another function or is not what an encoder writes.
 */
export function decodeStrictly<const Functions extends Abi>(
  abi: Functions,
  data: Hex,
): DecodeFunctionDataReturnType<Functions> {
  const { decoded, again } = decodeAndReencode(abi, data)
  if (again !== data.toLowerCase()) {
    throw new SafeCalldataError('its bytes are not those that an encoder writes', null)
  }
  return decoded
}

/** A number that decodes may be too large to encode, so that either way can fail. */
function decodeAndReencode<const Functions extends Abi>(abi: Functions, data: Hex) {
  try {
    const decoded = decodeFunctionData({ abi, data })
    const again = encodeFunctionData({ abi, ...decoded } as EncodeFunctionDataParameters)
    return { decoded, again }
  } catch (cause) {
    throw new SafeCalldataError('it calls another function or is damaged', cause)
  }
}

/** Calldata of a Safe, its MultiSend or a timelock is not what an encoder writes. */
export class SafeCalldataError extends BaseError {
  override readonly code = 'safe_calldata'
  override readonly kind = 'damaged_data'

  constructor(why: string, cause: unknown) {
    super({
      message: `The calldata cannot be read: ${why}. Encode the call anew.`,
      facts: { why },
      cause,
    })
  }
}
