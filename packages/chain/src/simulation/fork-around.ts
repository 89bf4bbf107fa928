import {
  bulkAnswersIn,
  bulkCallOf,
  type EthCallResult,
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
import { indexesIn } from './state-around.ts'

/** So many reads have gas enough in a block, whatever each of them uses. */
export const readsInBlock = 48

/** Asks for the state before the transaction, at the time of the block that it is in. */
export function earlierCallOf(
  fork: Fork,
  asked: SimulationRequest,
  list: readonly StateRead[],
): RpcCall {
  const state = { ...printOverrides(asked.overrides ?? {}), ...readerOverrides }
  const next = printBlockOverrides(simulatedBlockOf(asked, fork.block))
  const params = [bulkCallOf(list), printQuantity(fork.block.number), state, next]
  return { method: 'eth_call', params }
}

/**
 * Asks for the state after the transaction, which is mined.
 *
 * @param diff - what the transaction made of storages that are replaced as a whole; null without one.
 */
export function laterCallOf(
  asked: SimulationRequest,
  list: readonly StateRead[],
  diff: StateDiff | null,
): RpcCall {
  const changed = printOverrides(overridesAfter(asked.overrides ?? {}, diff ?? new Map()))
  const state = { ...changed, ...readerOverrides }
  return { method: 'eth_call', params: [bulkCallOf(list), 'latest', state] }
}

/** Has the fork fetch once more, when all is undone, what is read after the transaction. */
export function keepReads(fork: Fork, list: readonly StateRead[]): void {
  fork.replay({ method: 'eth_call', params: [bulkCallOf(list), 'latest', readerOverrides] })
}

/**
 * Reads the answer to either.
 *
 * @throws {UnmeasuredError} when the reads were not answered.
 */
export function forkReadsIn(
  list: readonly StateRead[],
  call: RpcCall,
  answer: RpcAnswer | undefined,
): readonly EthCallResult[] {
  return bulkAnswersIn(list, parseAnswer(readBytes, call, answer))
}

/**
 * Takes what is to be read out of what was guessed and read before the transaction was mined.
 *
 * @returns null when the guess lacks a reading, was not answered, or has so many that one could lack gas.
 */
export function guessedReadsIn(
  list: readonly StateRead[],
  guessed: readonly StateRead[],
  answer: RpcAnswer | undefined,
): readonly EthCallResult[] | null {
  if (guessed.length > Math.max(readsInBlock, list.length)) return null
  const indexes = indexesIn(list, guessed)
  const bytes = readBytes(answer?.ok === true ? answer.value : null)
  if (indexes === null || !bytes.ok || bytes.value.length !== 2 + 128 * guessed.length) return null
  const all = bulkAnswersIn(guessed, bytes.value)
  return indexes.map((index) => all[index]!)
}
