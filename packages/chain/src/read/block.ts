import { BaseError, type Hex } from '@vaultwright/base'
import { readerOf } from '@vaultwright/document'
import type { BlockRef, BlockTag } from '@vaultwright/outcome'
import Type from 'typebox'
import {
  nullable,
  parseAnswer,
  printQuantity,
  quantity,
  RpcAnswerError,
  word,
} from '../rpc/answer.ts'
import type { Rpc, RpcAnswer, RpcCall } from '../rpc/rpc.ts'

/** A block with what proofs and neighbours are checked against. */
export type Header = BlockRef & {
  readonly parentHash: Hex
  readonly stateRoot: Hex
}

const header = Type.Object({
  number: quantity,
  hash: word,
  timestamp: quantity,
  parentHash: word,
  stateRoot: word,
})
const readHeaderOrNull = readerOf(nullable(header))

/**
 * Reads a block's header.
 *
 * @throws {BlockNotFoundError} when the node has no such block.
 * @throws {RpcAnswerError} when the node answers with another block.
 */
export async function readHeader(rpc: Rpc, tag: BlockTag): Promise<Header> {
  const call = headerCall(tag)
  const [answer] = await rpc.ask([call])
  return parseHeader(call, answer, tag)
}

/** Makes the question for a block's header. */
export function headerCall(tag: BlockTag): RpcCall {
  const byHash = typeof tag === 'string' && tag.startsWith('0x')
  const method = byHash ? 'eth_getBlockByHash' : 'eth_getBlockByNumber'
  return { method, params: [typeof tag === 'bigint' ? printQuantity(tag) : tag, false] }
}

/**
 * Reads the answer to a question for a header.
 *
 * @throws {BlockNotFoundError} when the node has no such block.
 * @throws {RpcAnswerError} when it is another block.
 */
export function parseHeader(call: RpcCall, answer: RpcAnswer | undefined, tag: BlockTag): Header {
  const header = parseAnswer(readHeaderOrNull, call, answer)
  if (header === null) throw new BlockNotFoundError(tag)
  const isOther =
    typeof tag === 'bigint'
      ? header.number !== tag
      : tag.startsWith('0x') && header.hash !== tag.toLowerCase()
  if (isOther) throw new RpcAnswerError(call.method, `it is block ${header.number}, ${header.hash}`)
  return header
}

/** Takes from a header what pins its block. */
export function blockRefOf({ number, hash, timestamp }: BlockRef): BlockRef {
  return { number, hash, timestamp }
}

/** The node does not have the block, or not yet. */
class BlockNotFoundError extends BaseError {
  override readonly code = 'block_not_found'
  override readonly kind = 'unavailable'

  constructor(tag: BlockTag) {
    super({
      message: `The node has no block ${tag}. Wait until it has caught up, or give another block.`,
      facts: { block: String(tag) },
      retryable: true,
    })
  }
}

/** The chain was reorganised: a block that was read is no longer part of it. */
export class ReorgError extends BaseError {
  override readonly code = 'chain_reorganised'
  override readonly kind = 'unavailable'

  constructor(block: { readonly number: bigint; readonly hash: Hex }, now: Hex | null) {
    super({
      message: `Block ${block.number} is no longer the one that was read before. Read the block again and start over from it.`,
      facts: { block: String(block.number), was: block.hash, is: now },
      retryable: true,
    })
  }
}
