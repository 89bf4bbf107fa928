import type { Address } from '@vaultwright/base'
import { accountNameOf, type CallContext } from '@vaultwright/protocols'
import type { SafeExecutionData } from '@vaultwright/wire'
import { totalTextOf } from '../total/total-text.ts'
import { type AnswerReason, type AnswerVerdict, reasonOf, verdictOf } from '../verdict/verdict.ts'
import { statedAssetOf } from './stated-bound.ts'

type Move = SafeExecutionData['moves'][number]

/** Codes of the service for what the moves show by themselves. */
const moveCodes = ['move_not_stated', 'move_out_of_bounds']

/**
 * Answers whether a transaction of a Safe did what was said of it: amounts are held against their bounds again.
 *
 * The amounts are as the service read them; nothing here follows from a block's hash.
 *
 * @param context - names holders and counts amounts.
 */
export function executionVerdict(data: SafeExecutionData, context: CallContext): AnswerVerdict {
  const { outcome, differences, is_final: isFinal, replaced_by: rival } = data
  const reasons: AnswerReason[] = []
  const add = (weight: AnswerReason['weight'], message: string) =>
    reasons.push(reasonOf(weight, 'not_followed', message))
  const beyond = data.moves.filter((move) => !isWithin(move))
  const ofMoves = differences.filter(({ code }) => moveCodes.includes(code))
  // One sentence a move: the service's own, in base units, only where the moves do not show it.
  const doubles = ofMoves.length === beyond.length ? moveCodes : []
  for (const { message } of differences.filter(({ code }) => !doubles.includes(code))) {
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
  for (const move of beyond) add(weight, moveText(move, context))
  if (outcome === 'executed_as_said') {
    add(
      'condition',
      'The service read the execution rightly: nothing here follows it from a block.',
    )
    if (!isFinal) add('condition', 'Its block stays: it is not final.')
  }
  return verdictOf(reasons)
}

function moveText(move: Move, context: CallContext): string {
  const token = statedAssetOf(move.token_address)
  const amountOf = (raw: string) => {
    const { amount, token: name } = totalTextOf({ token, amount: BigInt(raw) }, context)
    return `${amount} ${name}`
  }
  const { raw_at_least: least, raw_at_most: most } = move
  const holder = accountNameOf(move.holder_address as Address, context)
  const change = `The balance of ${holder} changed by ${amountOf(move.raw_happened)}`
  if (!move.is_stated || least === null) return `${change}, which was not said.`
  if (least === most) return `${change}; said was ${amountOf(least)}.`
  const upper = most === null ? '' : ` and at most ${amountOf(most)}`
  return `${change}; said was at least ${amountOf(least)}${upper}.`
}

function isWithin(move: Move): boolean {
  const { raw_at_least: least, raw_at_most: most, raw_happened: amount } = move
  const isAbove = least === null || BigInt(amount) >= BigInt(least)
  return move.is_stated && isAbove && (most === null || BigInt(amount) <= BigInt(most))
}
