import { BaseError } from '@vaultwright/base'
import { type ReadBy, readerOf } from '@vaultwright/document'
import Type from 'typebox'
import { quantity, readQuantity, word } from '../rpc/answer.ts'
import { printCanonical } from '../rpc/canonical.ts'
import type { RpcAnswer, RpcCall } from '../rpc/rpc.ts'
import { isHeadCall } from './http-head.ts'

/** The answer of one endpoint, and the way to ask it more. */
export type AnsweredNode = {
  readonly shown: string
  readonly answers: readonly RpcAnswer[]
  readonly ask: (calls: readonly RpcCall[]) => Promise<readonly RpcAnswer[]>
}

const readBlock = readerOf(
  Type.Object({
    number: quantity,
    timestamp: quantity,
    hash: word,
    parentHash: word,
    stateRoot: word,
  }),
)
const readLogs = readerOf(
  Type.Array(
    Type.Object({
      address: Type.String(),
      topics: Type.Array(Type.String()),
      data: Type.String(),
      blockHash: Type.String(),
      blockNumber: Type.String(),
      transactionHash: Type.String(),
      transactionIndex: Type.String(),
      logIndex: Type.String(),
      removed: Type.Optional(Type.Boolean()),
    }),
  ),
)

/**
 * Takes the answers that several endpoints agree on.
 *
 * Heads differ between honest nodes: the lowest counts, and the others must have the same block
 * at its number. Everything else must be equal; what nodes add to blocks and logs is left out.
 *
 * @returns the answers, in the order of the questions.
 * @throws {EndpointsDisagreeError} when two of them differ.
 */
export async function answersInAgreement(
  calls: readonly RpcCall[],
  witnesses: readonly AnsweredNode[],
): Promise<readonly RpcAnswer[]> {
  const agreed: RpcAnswer[] = []
  for (const [index, call] of calls.entries()) {
    const [first, ...further] = witnesses
    if (isHeadCall(call)) {
      agreed.push(await headInAgreement(call, index, witnesses))
      continue
    }
    const expected = comparableOf(call, first!.answers[index]!)
    for (const witness of further) {
      if (comparableOf(call, witness.answers[index]!) === expected) continue
      throw new EndpointsDisagreeError(call.method, [first!.shown, witness.shown])
    }
    agreed.push(first!.answers[index]!)
  }
  return agreed
}

async function headInAgreement(
  call: RpcCall,
  index: number,
  witnesses: readonly AnsweredNode[],
): Promise<RpcAnswer> {
  const heads = witnesses.map((witness) => {
    const answer = witness.answers[index]!
    return { witness, answer, number: numberOf(answer) }
  })
  const numbered = heads.filter(({ number }) => number !== null)
  if (numbered.length < heads.length) return heads.find(({ number }) => number === null)!.answer
  const lowest = numbered.reduce((low, head) => (head.number! < low.number! ? head : low))
  const expected = lowest.answer.ok ? readBlock(lowest.answer.value) : null
  if (expected === null || !expected.ok) return lowest.answer
  for (const { witness, answer, number } of numbered) {
    const there = { method: 'eth_getBlockByNumber', params: [hexOf(lowest.number!), false] }
    const same = number === lowest.number ? answer : (await witness.ask([there]))[0]!
    const block = same.ok ? readBlock(same.value) : null
    if (block?.ok !== true || printCanonical(block.value) !== printCanonical(expected.value)) {
      throw new EndpointsDisagreeError(call.method, [lowest.witness.shown, witness.shown])
    }
  }
  return lowest.answer
}

function numberOf(answer: RpcAnswer): bigint | null {
  if (!answer.ok) return null
  const head = readQuantity(answer.value)
  if (head.ok) return head.value
  const block = readBlock(answer.value)
  return block.ok ? block.value.number : null
}

function hexOf(number: bigint): string {
  return `0x${number.toString(16)}`
}

/** Nodes word their refusals differently, but revert data is the chain's. */
function comparableOf({ method }: RpcCall, answer: RpcAnswer): string {
  if (!answer.ok) return `refused ${answer.error.data ?? ''}`
  const { value } = answer
  const isBlock = method.startsWith('eth_getBlockBy')
  const brief = isBlock ? readBlock(value) : readLogs(value)
  const isBrief = brief.ok && (isBlock || method === 'eth_getLogs')
  const essence = isBrief ? withRemoved(brief.value) : value
  return printCanonical(essence).toLowerCase()
}

/** A node may leave out that a log was not removed. */
function withRemoved(value: ReadBy<typeof readBlock> | ReadBy<typeof readLogs>): unknown {
  return Array.isArray(value) ? value.map((log) => ({ removed: false, ...log })) : value
}

/** Two endpoints of one chain answered the same question differently. */
class EndpointsDisagreeError extends BaseError {
  override readonly code = 'endpoints_disagree'
  override readonly kind = 'unavailable'

  constructor(method: string, endpoints: readonly string[]) {
    super({
      message: `${endpoints.join(' and ')} answer ${method} differently. Ask again; if they keep differing, find out which one is wrong.`,
      facts: { method, endpoints },
      retryable: true,
    })
  }
}
