import {
  bulkAnswersIn,
  bulkCallOf,
  readerOverrides,
  type SimulationRequest,
  type StateDiff,
  type StateRead,
  simulatedBlockOf,
} from '@vaultwright/outcome'
import type { Fork } from '../fork/fork-pool.ts'
import { parseAnswer, printQuantity, readBytes } from '../rpc/answer.ts'
import type { RpcAnswer, RpcCall } from '../rpc/rpc.ts'
import { overridesAfter } from './fork-override.ts'
import { printBlockOverrides, printOverrides } from './simulation-plan.ts'
import type { StateAround } from './state-around.ts'

/** The questions for the state before and after a transaction that is mined on a fork. */
export type ForkAroundCalls = {
  readonly earlier: RpcCall
  readonly later: RpcCall
  /** As `later`, for the fork to have what it fetches for it when it is asked without the transaction. */
  readonly again: RpcCall
}

/** Their answers. */
export type ForkAroundAnswers = {
  readonly earlier: RpcAnswer | undefined
  readonly later: RpcAnswer | undefined
}

/** Asks for the state before and after the transaction, both at the time of the block that it is in. */
export function forkAroundCallsOf(
  fork: Fork,
  asked: SimulationRequest,
  { list, diff }: { readonly list: readonly StateRead[]; readonly diff: StateDiff | null },
): ForkAroundCalls {
  const { block } = fork
  const overrides = asked.overrides ?? {}
  const before = { ...printOverrides(overrides), ...readerOverrides }
  const changed = printOverrides(overridesAfter(overrides, diff ?? new Map()))
  const next = printBlockOverrides(simulatedBlockOf(asked, block))
  const read = bulkCallOf(list)
  const callOf = (...params: readonly unknown[]) => ({ method: 'eth_call', params })
  return {
    earlier: callOf(read, printQuantity(block.number), before, next),
    later: callOf(read, 'latest', { ...changed, ...readerOverrides }),
    again: callOf(read, 'latest', readerOverrides),
  }
}

/**
 * Reads their answers.
 *
 * @throws {UnmeasuredError} when the reads were not answered.
 */
export function forkAroundIn(
  list: readonly StateRead[],
  calls: ForkAroundCalls,
  { earlier, later }: ForkAroundAnswers,
): Pick<StateAround, 'before' | 'after'> {
  return {
    before: bulkAnswersIn(list, parseAnswer(readBytes, calls.earlier, earlier)),
    after: bulkAnswersIn(list, parseAnswer(readBytes, calls.later, later)),
  }
}

/** Reads around the transaction, when what it did is known. */
export async function readForkAround(
  fork: Fork,
  asked: SimulationRequest,
  what: { readonly list: readonly StateRead[]; readonly diff: StateDiff | null },
): Promise<Pick<StateAround, 'before' | 'after'>> {
  if (what.list.length === 0) return { before: [], after: [] }
  const calls = forkAroundCallsOf(fork, asked, what)
  fork.replay(calls.again)
  const [earlier, [later]] = await Promise.all([
    fork.recall(calls.earlier),
    fork.rpc.ask([calls.later]),
  ])
  return forkAroundIn(what.list, calls, { earlier, later })
}
