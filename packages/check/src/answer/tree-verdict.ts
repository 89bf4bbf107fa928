import { type AnswerReason, type AnswerVerdict, reasonOf, verdictOf } from '../verdict/verdict.ts'

/** A way out of a tree, as `review` finds it. */
export type StatedRisk = { readonly severity: string; readonly sentence: string }

/**
 * Answers whether the funds are safe from a stolen key: no by one way out that moves value, open by a leaf that no rule
 * knows, conditional by one that costs rewards or needs another account's help.
 *
 * @param ways - the worst first.
 */
export function riskVerdict(ways: readonly StatedRisk[]): AnswerVerdict {
  return verdictOf(
    ways.map(({ severity, sentence }): AnswerReason => {
      if (severity === 'critical' || severity === 'high')
        return reasonOf('no', 'dangerous', sentence)
      if (severity === 'medium') return reasonOf('condition', 'dangerous', sentence)
      if (severity === 'low' || severity === 'info') return reasonOf('note', 'stated', sentence)
      return reasonOf('open', 'not_given', sentence)
    }),
  )
}

/**
 * Answers whether a root stays as safe as the one before it.
 *
 * @param warnings - new ways out, new accounts and losses, a sentence each.
 */
export function diffVerdict(warnings: readonly string[]): AnswerVerdict {
  return verdictOf(warnings.map((message) => reasonOf('no', 'dangerous', message)))
}
