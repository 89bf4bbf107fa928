import type { BlockRef } from '@vaultwright/outcome'
import { encodeHeader, StateProofError } from '@vaultwright/proof'
import { parseAnswer, readAnything } from '../rpc/answer.ts'
import type { RpcAnswer, RpcCall } from '../rpc/rpc.ts'

/** Takes the bytes of a header out of a node's answer; their hash is checked where they are opened. */
export function headerRlpIn(
  { number }: Pick<BlockRef, 'number'>,
  call: RpcCall,
  answer: RpcAnswer | undefined,
): Uint8Array {
  const value = parseAnswer(readAnything, call, answer)
  const isObject = typeof value === 'object' && value !== null
  const encoded = isObject ? encodeHeader(value as Readonly<Record<string, unknown>>) : null
  if (encoded === null) throw new StateProofError({ block: number }, 'its header is not whole')
  return encoded
}
