import { printQuantity } from './answer.ts'
import { type BlockRef, headerCall, parseHeader, ReorgError } from './block.ts'
import { refusalKind } from './refusal.ts'
import type { Rpc, RpcAnswer, RpcCall } from './rpc.ts'

/** Questions about the state at a block; `tag` is the parameter that names the block. */
export type PinnedQuestions = (tag: unknown) => readonly RpcCall[]

/** Asks about the state at one block, or fails: never about another block of the same number. */
export type Pinned = (block: BlockRef, questions: PinnedQuestions) => Promise<readonly RpcAnswer[]>

/**
 * Makes a reader of state that is pinned by block hash (EIP-1898).
 *
 * For a node that does not take a hash it asks by number, and reads the block again afterwards.
 *
 * @param rpc - the node.
 * @returns the reader. It throws ReorgError when the block is no longer part of the chain, and
 * BlockNotFoundError when the node has no block of that number.
 */
export function openPinned(rpc: Rpc): Pinned {
  let takesHash: boolean | null = null
  return async (block, questions) => {
    if (takesHash !== false) {
      const calls = questions({ blockHash: block.hash, requireCanonical: true })
      const answers = await rpc.ask(calls)
      if (answers.some(isAnswered)) takesHash = true
      const kinds = answers.map((answer, index) =>
        answer.ok ? null : refusalKind(calls[index]!.method, answer.error),
      )
      const isBlockTrouble =
        kinds.some((kind) => kind === 'unknown_block' || kind === 'pruned') ||
        !answers.every((answer) => !answer.ok || isAnswered(answer))
      if (isBlockTrouble) await assertCanonical(rpc, block)
      if (takesHash !== null || !kinds.some((kind) => kind === 'invalid' || kind === 'other')) {
        return answers
      }
    }
    const calls = questions(printQuantity(block.number))
    const answers = await rpc.ask(calls)
    await assertCanonical(rpc, block)
    if (answers.some(isAnswered)) takesHash = false
    return answers
  }
}

/**
 * Makes sure that a block is still part of the chain.
 *
 * @param rpc - the node.
 * @param block - the block.
 * @throws {ReorgError} when another block has its number.
 * @throws {BlockNotFoundError} when the node has none of that number.
 */
export async function assertCanonical(rpc: Rpc, block: BlockRef): Promise<void> {
  const call = headerCall(block.number)
  const [answer] = await rpc.ask([call])
  const now = parseHeader(call, answer, block.number)
  if (now.hash !== block.hash) throw new ReorgError(block, now.hash)
}

/** Some nodes answer null, instead of refusing, about a block that they do not have. */
function isAnswered(answer: RpcAnswer): boolean {
  return answer.ok && answer.value !== null
}
