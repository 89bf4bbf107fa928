import type { CallDescription } from '@vaultwright/protocols'
import type { FlowTotals } from '../total/flow.ts'
import type { AnswerVerdict } from '../verdict/verdict.ts'

/** The answer to the question of a screen: its verdict, and what the transaction does. */
export type AnswerSummary = {
  readonly verdict: AnswerVerdict
  /** One sentence an action: approvals that an action uses are not among them. */
  readonly lines: readonly string[]
  readonly totals: FlowTotals
  /** True if an engine measured the totals; else they are read out of the calldata. */
  readonly isMeasured: boolean
  /** One sentence for each change of who may act afterwards; empty where nothing changes. */
  readonly changes: readonly string[]
}

/** Says the actions among described calls; a batch of nothing but approvals says these. */
export function actionLinesOf(descriptions: readonly CallDescription[]): readonly string[] {
  const actions = descriptions.filter(
    ({ routes }) => !routes.some((route) => approving.test(route)),
  )
  return (actions.length > 0 ? actions : descriptions).map(lineOf)
}

const approving = /^(erc_20|permit2)\/approve/

/** Says what one call does. */
export function lineOf({ sentences, signature, target }: CallDescription): string {
  return sentences[0] ?? `Call ${signature ?? 'an unknown function'} of ${target}`
}
