import {
  type Address,
  type Digest,
  type Hex,
  isSameAddress,
  parseHex,
  printHex,
  zeroAddress,
} from '@vaultwright/base'
import { keccak256 } from '@vaultwright/merkle'
import type { Leaf } from '../leaf/leaf.ts'
import type { Call } from './call.ts'
import { droneTargetIn } from './drone.ts'

/** A call as it is looked up: its calldata as bytes. */
export type OpenedCall = Omit<Call, 'data'> & {
  readonly bytes: Uint8Array
  /** Null when the calldata is shorter than a selector. */
  readonly selector: Hex | null
  /** The target to which a drone forwards the call; null for any other. */
  readonly droneTarget: Address | null
}

/**
 * Opens the calldata of a call.
 *
 * @throws {InvalidHexError} when the calldata is not hex.
 */
export function openCall(call: Call): OpenedCall {
  return openBytesOf(call, parseHex(call.data))
}

/** Opens a call whose calldata is at hand as bytes. */
export function openBytesOf(call: Omit<Call, 'data'>, bytes: Uint8Array): OpenedCall {
  const { target, value, decoder } = call
  const base = {
    target,
    value,
    bytes,
    selector: selectorIn(bytes),
    droneTarget: droneTargetIn(bytes),
  }
  return decoder === undefined ? base : { ...base, decoder }
}

/** Four bytes as one number are spelled sooner than as bytes. */
function selectorIn(bytes: Uint8Array): Hex | null {
  if (bytes.length < 4) return null
  const byteLength = (bytes[1]! << 16) | (bytes[2]! << 8) | bytes[3]!
  const word = bytes[0]! * 0x1000000 + byteLength
  return `0x${word.toString(16).padStart(8, '0')}`
}

/** Appends a drone's real target to what its decoder packs, as the Manager does. */
export function packedFor(packed: Hex, call: OpenedCall): Hex {
  return call.droneTarget === null ? packed : `${packed}${call.droneTarget.slice(2).toLowerCase()}`
}

/**
 * Tells whether a call may be read by a leaf's decoder.
 *
 * @returns true when the call names no other decoder, and the leaf's is not the zero address: the Manager reverts
 *   when it asks an account without code.
 */
export function isDecodedBy(call: OpenedCall, leaf: Leaf): boolean {
  if (isSameAddress(leaf.decoder, zeroAddress)) return false
  return call.decoder === undefined || isSameAddress(call.decoder, leaf.decoder)
}

/** A call that names the decoder that answers for it. */
export type AnsweredCall = OpenedCall & { readonly decoder: Address }

/** Makes the leaf that would permit a call. */
export function leafOfCall(call: AnsweredCall, selector: Hex, packed: Hex): Leaf {
  const { target, decoder } = call
  const pieces: Address[] = []
  for (let index = 2; index < packed.length; index += 40)
    pieces.push(`0x${packed.slice(index, index + 40)}`)
  const canSendValue = call.value > 0n
  return {
    decoder,
    target,
    canSendValue,
    signature: '',
    selector,
    arguments: pieces,
    description: '',
  }
}

/** Hashes the leaf of a call as the Manager does, whatever length the decoder answered. */
export function answeredDigestOf(
  { decoder, target, value, bytes }: AnsweredCall,
  packed: Hex,
): Digest {
  const selector = new Uint8Array(4)
  selector.set(bytes.subarray(0, 4))
  const flag = value > 0n ? '01' : '00'
  const head = `${decoder}${target.slice(2)}${flag}${printHex(selector).slice(2)}`
  return keccak256(parseHex(`${head}${packed.slice(2)}`))
}
