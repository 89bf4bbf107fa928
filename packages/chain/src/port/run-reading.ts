import { BaseError, type Hex } from '@vaultwright/base'
import type { BlockRef } from '@vaultwright/outcome'
import type { ContractRead, ContractReadResult, Reading } from '@vaultwright/protocols'
import type { Chain } from './chain.ts'

/** A call with its answer, as plain JSON. */
export type RecordedCall = readonly [to: ContractRead['to'], data: Hex, answer: ContractReadResult]

/** The result of a reading on a chain, and the answers that it got there. */
export type ReadingRun<Found> = {
  readonly found: Found
  /** Every call that was made, once, in the order in which they were first made. */
  readonly calls: readonly RecordedCall[]
  /** The number of round trips to the chain. */
  readonly rounds: number
}

/**
 * Runs a reading on a chain, every round of it at one block.
 *
 * A call that was answered is never made again: the block is pinned, so that it would answer the same.
 *
 * @param reading - what to ask; several become one with `joinReadings`.
 * @param block - the block, pinned by its hash.
 * @returns what it found, and the answers from which the same is found again without a chain.
 * @throws {ReorgError} when the block is no longer part of the chain.
 * @throws {HistoryPrunedError} when the node no longer has the state of the block.
 */
export async function runReading<Found>(
  chain: Pick<Chain, 'readCalls'>,
  reading: Reading<Found>,
  block: BlockRef,
): Promise<ReadingRun<Found>> {
  const answers = new Map<string, RecordedCall>()
  let rounds = 0
  let step = reading.next()
  while (step.done !== true) {
    const questions = step.value
    const fresh = freshOf(questions, answers)
    if (fresh.length > 0) {
      rounds++
      const fetched = await chain.readCalls(fresh, block)
      for (const [index, call] of fresh.entries()) {
        const answer = fetched[index]!
        answers.set(keyOf(call), [call.to, call.data, answer.ok ? answer.data : null])
      }
    }
    step = reading.next(questions.map((call) => answers.get(keyOf(call))![2]))
  }
  return { found: step.value, calls: [...answers.values()], rounds }
}

/** Calls that have no answer yet, each once; they have no sender. */
function freshOf(
  asked: readonly ContractRead[],
  answers: ReadonlyMap<string, RecordedCall>,
): readonly ContractRead[] {
  const fresh = new Map<string, ContractRead>()
  for (const { to, data, after } of asked) {
    if (after !== undefined) throw new NodeDonationError(to)
    const key = keyOf({ to, data })
    if (!answers.has(key)) fresh.set(key, { to, data })
  }
  return [...fresh.values()]
}

function keyOf({ to, data }: ContractRead): string {
  return `${to} ${data}`
}

/** A node is asked for an answer on a state that it does not have. */
class NodeDonationError extends BaseError {
  override readonly code = 'node_donation'
  override readonly kind = 'bug'

  constructor(to: ContractRead['to']) {
    super({
      message: `A call of ${to} after a donation runs on proven state alone, and a node was asked. Report this.`,
      facts: { to },
    })
  }
}
