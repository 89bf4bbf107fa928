import type { Address } from '@vaultwright/base'
import type { AbiValue } from '@vaultwright/manager'
import { type ActionParameter, longestList, parseFactCall } from '@vaultwright/protocols'
import type { ReadContract } from '../read/contract-reader.ts'

/**
 * Asks the chain for a value that an account knows.
 *
 * @returns the value; null when there is none to ask, the account does not answer, or its list does not end.
 * @throws {UnreadableAnswerError} when the account answers with something else.
 */
export async function readFact(
  parameter: ActionParameter,
  values: Readonly<Record<string, AbiValue>>,
  readContract: ReadContract | null,
): Promise<AbiValue | null> {
  const { fact } = parameter
  const account = fact === undefined ? undefined : values[fact.of]
  if (fact === undefined || readContract === null || typeof account !== 'string') return null
  const question = { to: account as Address, call: fact.call, returns: fact.returns }
  if (parseFactCall(fact.call).signature.includes('()'))
    return readContract({ ...question, arguments: [] })
  const asked = Array.from({ length: longestList }, (_, at) =>
    readContract({ ...question, arguments: [BigInt(at)] }),
  )
  const answers = await Promise.all(asked)
  const end = answers.indexOf(null)
  return end > 0 ? (answers.slice(0, end) as AbiValue[]) : null
}
