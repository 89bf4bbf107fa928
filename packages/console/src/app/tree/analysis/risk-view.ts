import type { Steps } from '@vaultwright/base'
import { emptyFacts, knownFactsOf, ruleBook } from '@vaultwright/protocols'
import {
  printRiskCounts,
  printRiskMarkdown,
  printWayOut,
  printWayOutLine,
  printWorstCall,
  type RiskReport,
  riskSteps,
} from '@vaultwright/review'
import { type NamedTree, namesIn } from './named-tree.ts'
import type { WaysOutView } from './question.ts'

/** More ways out than this are not written as Markdown: a table of thousands has no reader. */
const maxInMarkdown = 200

/** Finds what a strategist could do at worst, in steps, as `tree risk` does without a definition. */
export function* riskReportSteps(tree: NamedTree): Steps<RiskReport> {
  const { chainId } = namesIn(tree)
  const facts = chainId === null ? emptyFacts : knownFactsOf(chainId)
  return yield* riskSteps(tree.file, { rules: ruleBook, facts })
}

/** Says the ways out in words. */
export function riskViewOf(tree: NamedTree, report: RiskReport): WaysOutView {
  const { names } = namesIn(tree)
  const print = { names, whole: false }
  const shown = { ...report, risks: report.risks.slice(0, maxInMarkdown) }
  return {
    counts: printRiskCounts(report),
    ways: report.risks.map((risk) => ({
      severity: risk.severity,
      code: risk.code,
      sentence: printWayOut(risk, print),
      line: printWayOutLine(risk, names),
      slots: risk.positions,
      isGuessed: risk.isGuessed,
    })),
    markdown: printRiskMarkdown(shown, print),
  }
}

/** Prints a call that takes a way out, whole; null where none could be made. */
export function worstCallText(tree: NamedTree, report: RiskReport, way: number): string | null {
  const worst = report.risks[way]?.worst ?? null
  const { names } = namesIn(tree)
  return worst === null ? null : printWorstCall(worst, { names, whole: true })
}
