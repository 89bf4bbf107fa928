import { type Address, type Digest, type Hex, parseHex, printHex } from '@vaultwright/base'
import { keccak256 } from '@vaultwright/merkle'
import type { Leaf } from '../leaf/leaf.ts'
import type { OpenedCall } from './opened-call.ts'

/** A call that names the decoder that answers for it. */
export type AnsweredCall = OpenedCall & { readonly decoder: Address }

/** Makes the leaf that would permit a call. */
export function leafOfCall(call: AnsweredCall, selector: Hex, packed: Hex): Leaf {
  const { target, decoder } = call
  const pieces: Address[] = []
  for (let at = 2; at < packed.length; at += 40) pieces.push(`0x${packed.slice(at, at + 40)}`)
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
