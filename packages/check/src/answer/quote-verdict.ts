import type { QuoteCheck } from '../quote/check-quote.ts'
import { type AnswerReason, type AnswerVerdict, reasonOf, verdictOf } from '../verdict/verdict.ts'

/** Answers whether a quote is a fair trade: it follows from its receipt, holds, and has a bound. */
export function quoteVerdict(
  check: QuoteCheck,
  { isExpired, isBound }: { readonly isExpired: boolean; readonly isBound: boolean },
): AnswerVerdict {
  return verdictOf([
    ...quoteReasonsOf(check),
    ...(isExpired
      ? [reasonOf('open', 'expired', 'The quote has expired. Ask for a new one.')]
      : []),
    ...(isBound
      ? []
      : [
          reasonOf(
            'open',
            'not_given',
            'Nothing bounds the loss. Neither a price nor a policy says how much may be lost.',
          ),
        ]),
  ])
}

/** Gives the reasons of a quote. */
export function quoteReasonsOf({
  problems,
  differences,
  uncompared,
  notes,
}: Pick<QuoteCheck, 'problems' | 'differences' | 'uncompared' | 'notes'>): readonly AnswerReason[] {
  return [
    ...problems.map((message) => reasonOf('no', 'not_followed', message)),
    ...[...differences].map(([path, { stated, follows }]) =>
      reasonOf('no', 'not_followed', `${path} is ${stated}, and ${follows} follows.`),
    ),
    ...uncompared.map((message) => reasonOf('open', 'not_asked', message)),
    ...notes.map((message) => reasonOf('note', 'stated', message)),
  ]
}
