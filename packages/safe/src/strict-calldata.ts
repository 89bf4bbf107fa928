import { BaseError, type Hex } from '@vaultwright/base'
import {
  type Abi,
  type DecodeFunctionDataReturnType,
  decodeFunctionData,
  type EncodeFunctionDataParameters,
  encodeFunctionData,
} from 'viem'

/** The decoded calldata, and the bytes behind its arguments, which the chain ignores. */
export type StrictReading<Functions extends Abi> = {
  readonly decoded: DecodeFunctionDataReturnType<Functions>
  /** Null where nothing follows. */
  readonly trailing: { readonly at: number; readonly bytes: Hex } | null
}

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
  const { decoded, trailing } = readStrictly(abi, data)
  if (trailing !== null) {
    throw new SafeCalldataError('bytes follow its arguments', { offset: trailing.at })
  }
  return decoded
}

/**
 * Decodes calldata like `decodeStrictly`, and accepts bytes after the arguments, as the chain does.
 *
 * @throws {SafeCalldataError} when it calls another function or is not what an encoder writes.
 */
export function readStrictly<const Functions extends Abi>(
  abi: Functions,
  data: Hex,
): StrictReading<Functions> {
  const { decoded, encoded } = decodeAndReencode(abi, data)
  const text = data.toLowerCase()
  if (text === encoded) return { decoded, trailing: null }
  if (!text.startsWith(encoded)) {
    const offset = firstDifference(text, encoded)
    throw new SafeCalldataError('its bytes are not those that an encoder writes', { offset })
  }
  const end = encoded.length / 2 - 1
  return { decoded, trailing: { at: end, bytes: `0x${text.slice(encoded.length)}` } }
}

/** A number that decodes may be too large to encode, so that either way can fail. */
function decodeAndReencode<const Functions extends Abi>(abi: Functions, data: Hex) {
  try {
    const decoded = decodeFunctionData({ abi, data })
    const encoded = encodeFunctionData({ abi, ...decoded } as EncodeFunctionDataParameters)
    return { decoded, encoded }
  } catch (cause) {
    throw new SafeCalldataError('it calls another function or is damaged', { cause })
  }
}

/** The byte in which two texts of hex differ first; the end of the shorter where it begins the other. */
function firstDifference(text: string, other: string): number {
  let index = 0
  while (index < text.length && text[index] === other[index]) index++
  return (index >> 1) - 1
}

type CalldataFault = { readonly offset?: number; readonly cause?: unknown }

/** Calldata of a Safe, its MultiSend or a timelock is not what an encoder writes. */
export class SafeCalldataError extends BaseError {
  override readonly code = 'safe_calldata'
  override readonly kind = 'damaged_data'

  constructor(why: string, { offset, cause }: CalldataFault = {}) {
    const where = offset === undefined ? '' : `, at byte ${offset}`
    super({
      message: `The calldata cannot be read: ${why}${where}. Encode the call anew.`,
      facts: { why, ...(offset === undefined ? {} : { offset }) },
      cause,
    })
  }
}
