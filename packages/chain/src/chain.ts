import { BaseError } from '@vaultwright/base'
import { parseAnswer, quantity } from './answer.ts'
import { type BlockRef, type BlockTag, blockRefOf, readHeader } from './block.ts'
import { openPinned } from './pinned.ts'
import { type CallReader, openCallReader } from './read-calls.ts'
import type { Rpc } from './rpc.ts'

/** The port to a chain: what was true at a block, never mixed with what was true at another. */
export type Chain = {
  readonly id: number
  readonly rpc: Rpc
  /** Reads which block a number, a hash or a node's word stands for. */
  readonly readBlock: (tag: BlockTag) => Promise<BlockRef>
  /** Reads many calls at one block in one round trip. */
  readonly readCalls: CallReader
}

/** How a chain is opened. */
export type ChainOptions = {
  /** The chain id that the node must have. */
  readonly id: number
}

/**
 * Opens a chain on a node, after making sure that the node is on it.
 *
 * @param rpc - the node.
 * @param options - the chain's id.
 * @returns the chain.
 * @throws {WrongChainError} when the node is on another chain.
 */
export async function openChain(rpc: Rpc, options: ChainOptions): Promise<Chain> {
  const call = { method: 'eth_chainId', params: [] }
  const [answer] = await rpc.ask([call])
  const id = parseAnswer(quantity, call, answer)
  if (id !== BigInt(options.id)) throw new WrongChainError(rpc.name, options.id, id)
  const pinned = openPinned(rpc)
  return {
    id: options.id,
    rpc,
    readBlock: async (tag) => blockRefOf(await readHeader(rpc, tag)),
    readCalls: openCallReader(pinned),
  }
}

/** A node is on another chain than the one that was asked for. */
export class WrongChainError extends BaseError {
  override readonly code = 'wrong_chain'

  constructor(endpoint: string, expected: number, found: bigint) {
    super({
      message: `${endpoint} is on chain ${found} instead of ${expected}. Give an endpoint of chain ${expected}.`,
      facts: { endpoint, expected, found: String(found) },
    })
  }
}
