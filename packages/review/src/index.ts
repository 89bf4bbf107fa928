export type { Callout, Callouts, RecipientCallout, SpenderCallout } from './callout.ts'
export {
  type Change,
  type Difference,
  type DiffEntry,
  type DiffOptions,
  diffTrees,
  isEmptyDiff,
  type LeafAdded,
  type LeafChanged,
  type LeafRemoved,
  type Standing,
  type TreeDiff,
} from './diff.ts'
export type { LabelledLeaf } from './leaf-label.ts'
export { type LintOptions, lintTree } from './lint.ts'
