import type { Address, Hex } from '@vaultwright/base'
import type { ContractReadResult, Reading } from '@vaultwright/protocols'
import { type AbiFunction, encodeFunctionData, encodeFunctionResult, parseAbiItem } from 'viem'

/** The answer of an account: `symbol() (string)`, the arguments, the returned value. */
export type AnswerRow = readonly [
  to: Address,
  says: string,
  given: readonly unknown[],
  results: readonly unknown[],
]

/** Tells what is answered to a call. */
export type ContractAnswers = (to: Address, data: Hex) => ContractReadResult

/**
 * Makes accounts that answer as contracts do, encoded by viem: a function that an account has not reverts,
 * and an account of which no row speaks has no code.
 */
export function contractAnswersOf(rows: readonly AnswerRow[]): ContractAnswers {
  const answers = new Map<string, Hex>()
  const accounts = new Set<Address>()
  for (const [to, says, args, results] of rows) {
    const [inputs, outputs] = says.split(/ (?=\()/)
    const item = parseAbiItem(`function ${inputs} view returns ${outputs}` as string) as AbiFunction
    const abi: readonly AbiFunction[] = [item]
    accounts.add(to)
    const result = (results.length === 1 ? results[0] : results) as readonly unknown[]
    answers.set(
      keyOf(to, encodeFunctionData({ abi, functionName: item.name, args: [...args] })),
      encodeFunctionResult({ abi, functionName: item.name, result }),
    )
  }
  return (to, data) => answers.get(keyOf(to, data)) ?? (accounts.has(to) ? null : '0x')
}

/** The result of a reading, and the numbers of its rounds and calls. */
export type ReplayResult<Found> = {
  readonly found: Found
  readonly rounds: number
  readonly calls: readonly string[]
}

/** Runs a reading on a book, round by round as on a chain, and counts. */
export function replayOn<Found>(
  reading: Reading<Found>,
  book: ContractAnswers,
): ReplayResult<Found> {
  let rounds = 0
  const calls: string[] = []
  let step = reading.next()
  while (step.done !== true) {
    rounds += 1
    calls.push(...step.value.map(({ to, data }) => `${to} ${data}`))
    step = reading.next(step.value.map(({ to, data }) => book(to, data)))
  }
  return { found: step.value, rounds, calls }
}

function keyOf(to: Address, data: Hex): string {
  return `${to} ${data}`
}
