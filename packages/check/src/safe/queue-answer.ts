import type { CallContext } from '@vaultwright/protocols'
import type { AnswerSummary } from '../answer/answer.ts'
import { packetAnswer } from '../answer/packet-answer.ts'
import { reasonOf, verdictOf } from '../verdict/verdict.ts'
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
  return {
    ...answer,
    verdict: verdictOf([...answer.verdict.reasons, ...differences, ...account]),
  }
}
