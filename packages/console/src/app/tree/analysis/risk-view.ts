import type { Steps } from '@vaultwright/base'
import type { TreeFile } from '@vaultwright/formats'
import { emptyFacts, knownFactsOf, ruleBook } from '@vaultwright/protocols'
import {
  namesOfTrees,
  printRiskCounts,
  printRiskMarkdown,
  printWayOut,
  printWayOutLine,
  printWorstCall,
  type RiskReport,
  riskSteps,
} from '@vaultwright/review'
import type { WaysOutView } from './question.ts'

/** More ways out than this are not written as Markdown: a table of thousands has no reader. */
const maxInMarkdown = 200

/** Finds what a strategist could do at worst, in steps, as `tree risk` does without a definition. */
export function* riskReportSteps(file: TreeFile): Steps<RiskReport> {
  const { chainId } = namesOfTrees([file], null)
  const facts = chainId === null ? emptyFacts : knownFactsOf(chainId)
  return yield* riskSteps(file, { rules: ruleBook, facts })
}

/** Says the ways out in words. */
export function riskViewOf(file: TreeFile, report: RiskReport): WaysOutView {
  const { names } = namesOfTrees([file], null)
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
export function worstCallText(file: TreeFile, report: RiskReport, way: number): string | null {
  const worst = report.risks[way]?.worst ?? null
  const { names } = namesOfTrees([file], null)
  return worst === null ? null : printWorstCall(worst, { names, whole: true })
}
