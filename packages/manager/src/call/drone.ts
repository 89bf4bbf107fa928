import {
  type Address,
  type Hex,
  InvalidHexError,
  isSameAddress,
  parseHex,
  printHex,
  zeroAddress,
} from '@vaultwright/base'
import { checksumOf, parseAddress } from '@vaultwright/merkle'

/**
 * The mark of a drone's calldata: its last 32 bytes.
 *
 * Source: keccak-256 of `DroneLib.target`.
 */
export const droneFlag: Hex = '0x3e4620193929cbc3d9d6e48812033a2439d3c505d118da7e25b1c3241695f5b1'

const flagDigits = droneFlag.slice(2)
const flagBytes = parseHex(droneFlag)
/** Below this many bytes neither the Manager nor a drone looks for the flag. */
const shortest = 68

/**
 * Appends to calldata where a drone shall forward it, in the form that works for every function.
 *
 * The target is left-padded to 32 bytes: with a bare one a function without arguments is too short
 * to be looked at, the flag is ignored and the proof fails.
 *
 * @param data - ABI calldata, `0x` and at least a selector.
 * @returns the calldata with 64 more bytes.
 * @throws {InvalidAddressError} when the target is not an address.
 * @throws {InvalidHexError} when the calldata is not hex of whole bytes.
 */
export function appendDroneTarget(data: Hex, target: Address): Hex {
  if (!/^0x([0-9a-fA-F]{2})*$/.test(data)) throw new InvalidHexError(data, 'it is not calldata')
  return `${data}${'0'.repeat(24)}${parseAddress(target).slice(2).toLowerCase()}${flagDigits}`
}

/**
 * Reads from calldata where a drone forwards it: the 20 bytes before the flag, padded or bare.
 *
 * Source: ManagerWithMerkleVerification and DroneLib: at least 68 bytes, flag in the last 32.
 *
 * @returns the real target; null without a flag, below 68 bytes, or when it names the zero address.
 */
export function droneTargetOf(data: Hex): Address | null {
  if (data.length < 2 + 2 * shortest) return null
  if (data.slice(-64).toLowerCase() !== flagDigits) return null
  const target = `0x${data.slice(-104, -64)}`
  return isSameAddress(target, zeroAddress) ? null : checksumOf(target)
}

/** Reads what {@link droneTargetOf} does from bytes: almost no calldata ends with the flag, and its text is not needed. */
export function droneTargetIn(data: Uint8Array): Address | null {
  const start = data.length - flagBytes.length
  if (data.length < shortest) return null
  for (let index = 0; index < flagBytes.length; index++)
    if (data[start + index] !== flagBytes[index]) return null
  return droneTargetOf(printHex(data.subarray(data.length - shortest)))
}
