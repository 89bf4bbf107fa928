import { tokensOfCalls } from '@vaultwright/packet'
import type { CallContext } from '@vaultwright/protocols'
import type { AnswerSummary } from '../answer/answer.ts'
import { packetAnswer } from '../answer/packet-answer.ts'
import { type AnswerReason, reasonOf, verdictOf } from '../verdict/verdict.ts'
import type { CheckedSafe } from './safe-account.ts'
import type { CheckedSafeEntry } from './safe-queue.ts'

/** Answers whether an owner may confirm an entry of a queue: what its calls do, and what does not follow here. */
export function safeEntryAnswer(
  { verdict, differences }: Pick<CheckedSafeEntry, 'verdict' | 'differences'>,
  { unprovenBecause }: CheckedSafe,
  naming: CallContext,
): AnswerSummary {
  const answer = packetAnswer(verdict, naming)
  const unproven = `The owners, the threshold and the nonce are as the service states them: ${unprovenBecause}.`
  const account = unprovenBecause === null ? [] : [reasonOf('condition', 'stated', unproven)]
  const units = unitReasons(verdict, naming)
  return {
    ...answer,
    verdict: verdictOf([...answer.verdict.reasons, ...differences, ...account, ...units]),
  }
}

/** Decimals that the service states bend the sentence, so each is a condition of a Yes. */
function unitReasons(
  { calls }: CheckedSafeEntry['verdict'],
  naming: CallContext,
): readonly AnswerReason[] {
  return tokensOfCalls(calls, naming).flatMap((token) => {
    const unit = naming.units(token)
    if (unit?.source !== 'service') return []
    const { decimals } = unit
    const message = `Amounts of ${token} count ${decimals} decimals, as the service read them from the token.`
    return [reasonOf('condition', 'stated', message)]
  })
}
