import { bulkAnswersIn, type EthCallResult, type StateRead } from '@vaultwright/outcome'
import type { RpcAnswer } from '../rpc/rpc.ts'
import { readGasOf } from './node-question.ts'
import { readSimulatedBlocks, type SimulatedCall } from './simulated-call.ts'
import { questionOf, type SimulationGuess } from './simulation-guess.ts'

/** The reads right before and right after a transaction, and its execution between. */
export type StateAround = {
  readonly before: readonly EthCallResult[]
  readonly after: readonly EthCallResult[]
  readonly again: SimulatedCall
}

/** One read may use so much gas, and has to be left a little more for it. */
const oneReadGas = 310_000n

/**
 * Reads the three calls of a question around a transaction.
 *
 * @returns null when there are fewer.
 * @throws {UnmeasuredError} when the reads were not answered.
 */
export function stateAroundIn(
  list: readonly StateRead[],
  [before, again, after]: readonly SimulatedCall[],
): StateAround | null {
  if (before === undefined || again === undefined || after === undefined) return null
  return {
    before: bulkAnswersIn(list, before.returnData),
    after: bulkAnswersIn(list, after.returnData),
    again,
  }
}

/**
 * Takes what is to be read out of what was guessed.
 *
 * @returns what the question of the list alone would answer; null when it has to be asked, because the guess
 * lacks a reading, was refused, or used gas that the list alone would not have had.
 */
export function guessedAround(
  list: readonly StateRead[],
  guessed: readonly StateRead[],
  answer: RpcAnswer | undefined,
): StateAround | null {
  if (answer?.ok !== true) return null
  const indexes = indexesIn(list, guessed)
  if (indexes === null) return null
  const parsed = readSimulatedBlocks(answer.value)
  if (!parsed.ok || parsed.value.length !== 3) return null
  const [before, again, after] = parsed.value
  const isMeasured = [before!, after!].every(
    ({ returnData, gasUsed }) =>
      returnData.length === 2 + 128 * guessed.length &&
      gasUsed + oneReadGas <= readGasOf(list.length),
  )
  if (!isMeasured) return null
  const answersIn = ({ returnData }: SimulatedCall) => {
    const all = bulkAnswersIn(guessed, returnData)
    return indexes.map((index) => all[index]!)
  }
  return { before: answersIn(before!), after: answersIn(after!), again: again! }
}

/** Tells where each reading is among those that were guessed; null when one of them is not. */
export function indexesIn(
  list: readonly StateRead[],
  guessed: readonly StateRead[],
): readonly number[] | null {
  const places = new Map(guessed.map((reading, index) => [questionOf(reading), index]))
  const indexes = list.map((reading) => places.get(questionOf(reading)))
  return indexes.every((index) => index !== undefined) ? indexes : null
}

/** A reading that the reader of many calls cannot take would shift all that follow it. */
export function withoutUnreadable(guess: SimulationGuess): SimulationGuess {
  const isReadable = ({ to, data }: StateRead) =>
    /^0x[0-9a-f]{40}$/i.test(to) && /^0x(?:[0-9a-f]{2}){0,68}$/i.test(data)
  return guess.readings.every(isReadable)
    ? guess
    : { ...guess, readings: guess.readings.filter(isReadable) }
}
