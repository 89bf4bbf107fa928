import type { SafeExecutionData } from '@vaultwright/wire'
import { type AnswerReason, type AnswerVerdict, reasonOf, verdictOf } from '../verdict/verdict.ts'

/**
 * Answers whether a transaction of a Safe did what was said of it: amounts are held against their bounds again.
 *
 * The amounts are as the service read them; nothing here follows from a block's hash.
 */
export function executionVerdict(data: SafeExecutionData): AnswerVerdict {
  const { outcome, differences, is_final: isFinal, replaced_by: rival } = data
  const reasons: AnswerReason[] = []
  const add = (weight: AnswerReason['weight'], message: string) =>
    reasons.push(reasonOf(weight, 'not_followed', message))
  for (const { message } of differences) {
    add(outcome === 'undecided' ? 'open' : 'no', message)
  }
  if (outcome === 'failed')
    add('no', 'The inner call failed, and the nonce is used: nothing moved.')
  if (outcome === 'replaced')
    add('no', `Another transaction took the nonce${rival === null ? '' : `: ${rival}`}.`)
  if (outcome === 'pending') add('open', 'It is not executed.')
  if (outcome === 'undecided' && differences.length === 0)
    add('open', 'Whether it did as said cannot be told.')
  if (outcome === 'executed_otherwise' && differences.length === 0)
    add('no', 'It did something else than what was said.')
  // Of an older statement the bounds may be of another count.
  const weight = differences.some(({ code }) => code === 'interest_open') ? 'open' : 'no'
  for (const move of data.moves.filter((each) => !isWithin(each))) {
    const { token_address: token, holder_address: holder, raw_happened: amount } = move
    add(weight, `${amount} base units of ${token} moved for ${holder}, which was not said.`)
  }
  if (outcome === 'executed_as_said') {
    add(
      'condition',
      'The service read the execution rightly: nothing here follows it from a block.',
    )
    if (!isFinal) add('condition', 'Its block stays: it is not final.')
  }
  return verdictOf(reasons)
}

function isWithin(move: SafeExecutionData['moves'][number]): boolean {
  const { raw_at_least: least, raw_at_most: most, raw_happened: amount } = move
  const isAbove = least === null || BigInt(amount) >= BigInt(least)
  return move.is_stated && isAbove && (most === null || BigInt(amount) <= BigInt(most))
}
