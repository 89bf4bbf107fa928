export type { Highlight, Highlights, RecipientHighlight, SpenderHighlight } from './callout.ts'
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
} from './diff.ts'
export { printDiffMarkdown, printDiffText } from './diff-print.ts'
export { CallWithoutLeafError, type EvidenceParts, evidenceOf } from './evidence.ts'
export type { EvidenceReason } from './evidence-call.ts'
export {
  type Evidence,
  type EvidenceCall,
  EvidenceFileError,
  type EvidenceLeaf,
  parseEvidence,
  printEvidence,
} from './evidence-file.ts'
export { type EvidenceOptions, type SentenceJudge, verifyEvidence } from './evidence-verify.ts'
export {
  type CallProblem,
  type ExplainOptions,
  type Explanation,
  explainCall,
  type NearLeaf,
  type WantedLeaf,
} from './explain.ts'
export { type Unmet, unmetText } from './explain-compare.ts'
export { nearText, printExplanation, problemText } from './explain-print.ts'
export type { LabelledLeaf } from './leaf-label.ts'
export { type LintOptions, lintTree } from './lint.ts'
export { checkPolicy, type PolicyOptions } from './policy.ts'
export {
  type BridgeFamily,
  type LeafName,
  type Policy,
  PolicyFileError,
  parsePolicy,
  policySchema,
} from './policy-file.ts'
