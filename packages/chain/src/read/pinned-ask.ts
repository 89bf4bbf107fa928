import type { BlockRef } from '@vaultwright/outcome'
import { printQuantity } from '../rpc/answer.ts'
import { blockHashProbe } from '../rpc/block-hash-probe.ts'
import { HistoryPrunedError, refusalKind } from '../rpc/refusal.ts'
import type { Rpc, RpcAnswer, RpcCall } from '../rpc/rpc.ts'
import { headerCall, parseHeader, ReorgError } from './block.ts'

/** Questions about the state at a block; `tag` is the parameter that names the block. */
export type PinnedQuestions = (tag: unknown) => readonly RpcCall[]

/** Asks about the state at one block, or fails: never about another block of the same number. */
export type PinnedAsk = (
  block: BlockRef,
  questions: PinnedQuestions,
) => Promise<readonly RpcAnswer[]>

/** Nodes that keep no history keep the state of this many blocks. */
const stateHistoryBlocks = 128n

/**
 * Makes a reader of state that is pinned by block hash (EIP-1898).
 *
 * For a node that does not take a hash, or takes it and answers about another block, it asks by
 * number, and reads the block again afterwards. The first round trip finds out which node it is.
 *
 * @returns the reader. It throws ReorgError when the block is no longer part of the chain,
 * BlockNotFoundError when the node has no block of that number, and HistoryPrunedError when the node
 * shows the block far below its head and yet does not know it when its state is asked for.
 */
export function openPinnedAsk(rpc: Rpc): PinnedAsk {
  let takesHash: boolean | null = null
  return async (block, questions) => {
    if (takesHash !== false) {
      const tag = { blockHash: block.hash, requireCanonical: true }
      const calls = questions(tag)
      const isFirst = takesHash === null
      const all = await rpc.ask(isFirst ? [...calls, blockHashProbe] : calls)
      const answers = all.slice(0, calls.length)
      const isDeaf = isFirst && all.slice(calls.length).some(isAnswered)
      // Questions that do not name the block by its tag say nothing of how the node reads it.
      const isTagAnswered = calls.some(
        ({ params }, at) => params.includes(tag) && isAnswered(answers[at]),
      )
      if (isDeaf || isTagAnswered) takesHash = !isDeaf
      const kinds = answers.map((answer, index) =>
        answer.ok ? null : refusalKind(calls[index]!.method, answer.error),
      )
      const isBlockTrouble =
        kinds.some((kind) => kind === 'unknown_block' || kind === 'pruned') ||
        !answers.every((answer) => !answer.ok || isAnswered(answer))
      const lost = answers[kinds.indexOf('unknown_block')]
      if (lost?.ok === false) {
        const lostCall = calls[kinds.indexOf('unknown_block')]!
        if (await isHistory(rpc, block)) throw new HistoryPrunedError(lostCall.method, lost.error)
      } else if (isBlockTrouble) {
        await assertCanonical(rpc, block)
      }
      if (takesHash === true) return answers
      if (!isDeaf && !kinds.some((kind) => kind === 'invalid' || kind === 'other')) {
        return answers
      }
    }
    const tag = printQuantity(block.number)
    const calls = questions(tag)
    const answers = await rpc.ask(calls)
    await assertCanonical(rpc, block)
    if (calls.some(({ params }, at) => params.includes(tag) && isAnswered(answers[at]))) {
      takesHash = false
    }
    return answers
  }
}

/**
 * Makes sure that a block is still part of the chain.
 *
 * @throws {ReorgError} when another block has its number.
 * @throws {BlockNotFoundError} when the node has none of that number.
 */
export async function assertCanonical(rpc: Rpc, block: BlockRef): Promise<void> {
  const call = headerCall(block.number)
  const [answer] = await rpc.ask([call])
  const now = parseHeader(call, answer, block.number)
  if (now.hash !== block.hash) throw new ReorgError(block, now.hash)
}

/** Makes sure that a block is still part of the chain, and tells whether nodes may have given up its state. */
async function isHistory(rpc: Rpc, block: BlockRef): Promise<boolean> {
  const calls = [headerCall(block.number), headerCall('latest')]
  const [there, head] = await rpc.ask(calls)
  const now = parseHeader(calls[0]!, there, block.number)
  if (now.hash !== block.hash) throw new ReorgError(block, now.hash)
  return block.number + stateHistoryBlocks <= parseHeader(calls[1]!, head, 'latest').number
}

/** Some nodes answer null, instead of refusing, about a block that they do not have. */
function isAnswered(answer: RpcAnswer | undefined): boolean {
  return answer?.ok === true && answer.value !== null
}
