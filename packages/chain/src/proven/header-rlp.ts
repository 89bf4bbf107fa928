import { HeaderNotUnderstoodError } from '@vaultwright/evm'
import type { BlockRef } from '@vaultwright/outcome'
import { checkSeal, encodeHeader, StateProofError } from '@vaultwright/proof'
import { parseAnswer, readAnything } from '../rpc/answer.ts'
import type { RpcAnswer, RpcCall } from '../rpc/rpc.ts'

/**
 * Takes the bytes of a header out of a node's answer; their hash is checked where they are opened.
 *
 * @param block - the hash is not given where the child names it.
 * @throws {HeaderNotUnderstoodError} when it has fields of a newer hardfork: the node is honest, this program is old.
 */
export function headerRlpIn(
  { number, hash }: Pick<BlockRef, 'number'> & Partial<Pick<BlockRef, 'hash'>>,
  call: RpcCall,
  answer: RpcAnswer | undefined,
): Uint8Array {
  const value = parseAnswer(readAnything, call, answer)
  const isObject = typeof value === 'object' && value !== null
  const encoded = isObject ? encodeHeader(value as Readonly<Record<string, unknown>>) : null
  if (encoded === null) throw new StateProofError({ block: number }, 'its header is not whole')
  const unknownFields = hash === undefined ? [] : checkSeal(value, hash).unknownFields
  if (unknownFields.length > 0) {
    const names = unknownFields.slice(0, 10).map((name) => JSON.stringify(name.slice(0, 40)))
    const reason = `does not hash to its hash without fields that are not known here (${names.join(', ')})`
    const advice = 'Use a newer version, or the engine node or fork'
    throw new HeaderNotUnderstoodError({ number }, reason, advice)
  }
  return encoded
}
