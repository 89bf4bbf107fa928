import { BaseError } from '@vaultwright/base'
import { z } from 'zod'
import { quantity } from './answer.ts'
import type { RpcAnswer, RpcCall } from './rpc.ts'

/** An answer that says where a node stands: a block it has, or one that it does not have. */
export type HeadSign = { readonly head: bigint } | { readonly missing: bigint }

const numbered = z.object({ number: quantity })

/**
 * Tells whether a question's answer moves with the head, so that two honest nodes may differ.
 *
 * @param call - the question.
 * @returns true for `eth_blockNumber` and for blocks named by a word.
 */
export function isHeadCall({ method, params }: RpcCall): boolean {
  if (method === 'eth_blockNumber') return true
  return method === 'eth_getBlockByNumber' && !String(params[0]).startsWith('0x')
}

/**
 * Reads from answers where a node stands.
 *
 * @param calls - questions.
 * @param answers - in their order.
 * @returns the highest head that the answers show, and the blocks that it does not have.
 */
export function headSigns(
  calls: readonly RpcCall[],
  answers: readonly RpcAnswer[],
): readonly HeadSign[] {
  return calls.flatMap((call, index): readonly HeadSign[] => {
    const answer = answers[index]
    if (answer === undefined || !answer.ok) return []
    const [tag] = call.params
    if (call.method === 'eth_getBlockByNumber' && answer.value === null) {
      const asked = quantity.safeParse(tag)
      return asked.success ? [{ missing: asked.data }] : []
    }
    const isLatest = call.method === 'eth_getBlockByNumber' && tag === 'latest'
    if (!isLatest && call.method !== 'eth_blockNumber') return []
    const head = isLatest ? numbered.safeParse(answer.value) : quantity.safeParse(answer.value)
    if (!head.success) return []
    return [{ head: typeof head.data === 'bigint' ? head.data : head.data.number }]
  })
}

/**
 * Refuses a node that is behind what was seen before.
 *
 * @param endpoint - the node as it may be shown.
 * @param signs - where it stands.
 * @param seen - the highest head that was seen before it was asked.
 * @throws {LaggingNodeError} when its head is lower, or it misses a block that was there.
 */
export function assertNotBehind(endpoint: string, signs: readonly HeadSign[], seen: bigint): void {
  for (const sign of signs) {
    if ('missing' in sign && sign.missing <= seen) {
      throw new LaggingNodeError(endpoint, sign.missing - 1n, seen)
    }
    if ('head' in sign && sign.head < seen) throw new LaggingNodeError(endpoint, sign.head, seen)
  }
}

/** A node's head is below one that was seen before: what it says is old. */
export class LaggingNodeError extends BaseError {
  override readonly code = 'node_lagging'

  constructor(endpoint: string, head: bigint, seen: bigint) {
    super({
      message: `${endpoint} stands at block ${head} or below, though block ${seen} was seen. Wait until it has caught up, or use another endpoint.`,
      facts: { endpoint, head: String(head), seen: String(seen) },
      retryable: true,
    })
  }
}
