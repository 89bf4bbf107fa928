import { BaseError } from '@vaultwright/base'
import { readerOf } from '@vaultwright/document'
import Type from 'typebox'
import { quantity, readQuantity } from '../rpc/answer.ts'
import type { RpcAnswer, RpcCall } from '../rpc/rpc.ts'

/** An answer that says where a node stands: its head, a block it has, or one that it does not have. */
export type HeadObservation =
  | { readonly head: bigint }
  | { readonly present: bigint }
  | { readonly missing: bigint }

const readNumbered = readerOf(Type.Object({ number: quantity }))

/** Tells whether a question's answer moves with the head, so that two honest nodes may differ. */
export function isHeadCall({ method, params }: RpcCall): boolean {
  if (method === 'eth_blockNumber') return true
  return method === 'eth_getBlockByNumber' && !String(params[0]).startsWith('0x')
}

/**
 * Reads from answers where a node stands.
 *
 * @returns heads that the answers show, blocks that it has by number, and those that it does not have.
 */
export function headObservationsOf(
  calls: readonly RpcCall[],
  answers: readonly RpcAnswer[],
): readonly HeadObservation[] {
  return calls.flatMap((call, index): readonly HeadObservation[] => {
    const answer = answers[index]
    if (answer === undefined || !answer.ok) return []
    const [tag] = call.params
    if (call.method === 'eth_getBlockByNumber' && answer.value === null) {
      const number = readQuantity(tag)
      return number.ok ? [{ missing: number.value }] : []
    }
    if (call.method === 'eth_blockNumber') {
      const head = readQuantity(answer.value)
      return head.ok ? [{ head: head.value }] : []
    }
    const parsed = readNumbered(answer.value)
    if (call.method !== 'eth_getBlockByNumber' || !parsed.ok) return []
    const { number } = parsed.value
    if (tag === 'latest') return [{ head: number }]
    const requested = readQuantity(tag)
    return requested.ok && requested.value === number ? [{ present: number }] : []
  })
}

/** Reads from signs how far the chain has come at least. */
export function highestOf(signs: readonly HeadObservation[], seen: bigint): bigint {
  let highest = seen
  for (const sign of signs) {
    const block = 'head' in sign ? sign.head : 'present' in sign ? sign.present : -1n
    if (block > highest) highest = block
  }
  return highest
}

/**
 * Refuses a node that is behind what was seen before.
 *
 * @throws {LaggingNodeError} when its head is lower, or it misses a block that was there.
 */
export function assertNotBehind(
  endpoint: string,
  signs: readonly HeadObservation[],
  seen: bigint,
): void {
  for (const sign of signs) {
    if ('missing' in sign && sign.missing <= seen) {
      throw new LaggingNodeError(endpoint, sign.missing - 1n, seen)
    }
    if ('head' in sign && sign.head < seen) throw new LaggingNodeError(endpoint, sign.head, seen)
  }
}

/** A node's head is below one that was seen before: what it says is old. */
class LaggingNodeError extends BaseError {
  override readonly code = 'node_lagging'
  override readonly kind = 'unavailable'

  constructor(endpoint: string, head: bigint, seen: bigint) {
    super({
      message: `${endpoint} stands at block ${head} or below, though block ${seen} was seen. Wait until it has caught up, or use another endpoint.`,
      facts: { endpoint, head: String(head), seen: String(seen) },
      retryable: true,
    })
  }
}
