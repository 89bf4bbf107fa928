export { type ChangedFile, printTreeChanges } from './change/change-print.ts'
export { treeChangeOf } from './change/tree-change.ts'
export { compareTrees, comparisonSteps, type TreeComparison } from './diff/comparison.ts'
export { diffTrees } from './diff/diff.ts'
export { comparisonJsonOf } from './diff/diff-json.ts'
export { type DiffPrinting, printDiffMarkdown, printDiffText } from './diff/diff-print.ts'
export { expandSet } from './diff/diff-set.ts'
export { type LineDanger, type LineSides, lineSidesOf } from './diff/line-side.ts'
export { lossText, summaryLines } from './diff/summary-line.ts'
export { evidenceOf } from './evidence/evidence.ts'
export type { EvidenceReason } from './evidence/evidence-call.ts'
export {
  type Evidence,
  type EvidenceCall,
  parseEvidence,
  printEvidence,
} from './evidence/evidence-file.ts'
export { verifyEvidence } from './evidence/evidence-verify.ts'
export { type Explanation, explainCall } from './explain/explain.ts'
export { nearText, printExplanation, problemText } from './explain/explain-print.ts'
export { buildLabeller, type Labeller } from './leaf/leaf-label.ts'
export { guessChainOf } from './leaf/tree-actions.ts'
export { namesOfTrees, treeNames } from './leaf/tree-name.ts'
export { lintSteps, lintTree } from './lint/lint.ts'
export { inferPolicy, type PolicyInference } from './policy/infer/infer-policy.ts'
export { printPolicy } from './policy/infer/policy-print.ts'
export { checkPolicy } from './policy/policy.ts'
export { parsePolicy, policySchema } from './policy/policy-file.ts'
export type { TargetProtocols } from './policy/target-label.ts'
export { type Risk, type RiskReport, riskFindings, riskSteps, risksOf } from './risk/risk.ts'
export { type RiskChange, type RiskChanges, riskChanges } from './risk/risk-change.ts'
export type { RiskOptions } from './risk/risk-input.ts'
export { riskJsonOf, riskReportJsonOf } from './risk/risk-json.ts'
export {
  printRiskChangesMarkdown,
  printRiskCounts,
  printRiskMarkdown,
  printWayOut,
  printWayOutLine,
  printWorstCall,
  type RiskPrintOptions,
} from './risk/risk-print.ts'
export {
  isAtLeast,
  type RiskSeverity,
  riskSeverities,
  type WayOutCode,
  wayOutSeverities,
} from './risk/severity.ts'
export type { WorstCall } from './risk/worst-call.ts'
export { minimalTreeOf, type RunBatch, type TreeUsage, usageOf } from './usage/leaf-usage.ts'
