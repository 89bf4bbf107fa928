export type { BindingLoss } from './diff/binding-loss.ts'
export {
  type ComparisonOptions,
  compareTrees,
  comparisonSteps,
  type DiffCounts,
  type DiffSummary,
  type TreeComparison,
} from './diff/comparison.ts'
export {
  type DiffChange,
  type DiffEntry,
  type DiffLeaf,
  type DiffOptions,
  diffTrees,
  isEmptyDiff,
  type LeafAdded,
  type LeafChanged,
  type LeafDifference,
  type LeafRemoved,
  type TreeDiff,
} from './diff/diff.ts'
export { type ComparisonJson, comparisonJsonOf } from './diff/diff-json.ts'
export { type DiffPrinting, printDiffMarkdown, printDiffText } from './diff/diff-print.ts'
export { type DiffSet, expandSet, type SetLeaf, type SetLeafSide } from './diff/diff-set.ts'
export { type SummaryLine, summaryLines } from './diff/summary-line.ts'
export { CallWithoutLeafError, type EvidenceParts, evidenceOf } from './evidence/evidence.ts'
export type { EvidenceReason } from './evidence/evidence-call.ts'
export {
  type Evidence,
  type EvidenceCall,
  EvidenceFileError,
  type EvidenceLeaf,
  parseEvidence,
  printEvidence,
} from './evidence/evidence-file.ts'
export {
  type EvidenceOptions,
  type SentenceJudge,
  verifyEvidence,
} from './evidence/evidence-verify.ts'
export {
  type CallProblem,
  type ExplainOptions,
  type Explanation,
  explainCall,
  type NearLeaf,
  type WantedLeaf,
} from './explain/explain.ts'
export { type Unmet, unmetText } from './explain/explain-compare.ts'
export { nearText, printExplanation, problemText } from './explain/explain-print.ts'
export type { BridgeFamily } from './leaf/bridge-route.ts'
export type {
  Highlight,
  Highlights,
  RecipientHighlight,
  SpenderHighlight,
} from './leaf/highlight.ts'
export { buildLabeller, type LabelledLeaf, type Labeller } from './leaf/leaf-label.ts'
export { guessChainOf } from './leaf/tree-actions.ts'
export { namesOfTrees, type TreeNames, treeNames } from './leaf/tree-name.ts'
export { type LintOptions, lintSteps, lintTree } from './lint/lint.ts'
export {
  type InferPolicyOptions,
  inferPolicy,
  PolicyDraftError,
  type PolicyInference,
  PolicyInferenceError,
} from './policy/infer/infer-policy.ts'
export { printPolicy } from './policy/infer/policy-print.ts'
export type { LeafName } from './policy/leaf-name.ts'
export { checkPolicy } from './policy/policy.ts'
export { PolicyFileError, parsePolicy, policySchema } from './policy/policy-file.ts'
export type { PolicyOptions } from './policy/policy-input.ts'
export type { Policy } from './policy/policy-schema.ts'
export type { TargetProtocols } from './policy/target-label.ts'
export { type Risk, type RiskReport, riskFindings, riskSteps, risksOf } from './risk/risk.ts'
export { type RiskChange, type RiskChanges, riskChanges } from './risk/risk-change.ts'
export type { RiskOptions } from './risk/risk-input.ts'
export {
  type RiskJson,
  type RiskReportJson,
  riskJsonOf,
  riskReportJsonOf,
  type WorstCallJson,
} from './risk/risk-json.ts'
export {
  printRiskChangesMarkdown,
  printRiskCounts,
  printRiskMarkdown,
  printWayOut,
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
export type { WayOut } from './risk/way-out.ts'
export type { WorstCall } from './risk/worst-call.ts'
export {
  type LeafUse,
  leastTreeOf,
  type RunBatch,
  type TreeUsage,
  type UnpermittedCall,
  usageOf,
} from './usage/leaf-usage.ts'
