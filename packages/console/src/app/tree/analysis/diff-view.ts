import type { Steps } from '@vaultwright/base'
import { ruleBook } from '@vaultwright/protocols'
import {
  comparisonSteps,
  lineSidesOf,
  printDiffMarkdown,
  printDiffText,
  summaryLines,
} from '@vaultwright/review'
import { type NamedTree, namesIn } from './named-tree.ts'
import type { DiffView } from './question.ts'

/** Compares two trees and says it as `tree diff` does, in steps. */
export function* diffViewSteps(before: NamedTree, after: NamedTree): Steps<DiffView> {
  const comparison = yield* comparisonSteps(before.file, after.file, { rules: ruleBook })
  yield
  const { names } = namesIn(before, after)
  const words = { names, whole: false }
  const lines = summaryLines(comparison, words)
  yield
  const textOf = (kind: 'danger' | 'head' | 'change') =>
    lines.filter((line) => line.kind === kind).map(({ text }) => text)
  const detail = printDiffText(comparison, { ...words, detail: true })
    .trimEnd()
    .split('\n')
  yield
  const markdown = printDiffMarkdown(comparison, { ...words, detail: false })
  return {
    isSameRoot: comparison.root.before === comparison.root.after,
    roots: comparison.root,
    warnings: textOf('danger').map((text) => text.replace(/^! /, '')),
    head: textOf('head'),
    lines: lineSidesOf(comparison, after.file, words),
    detail: detail.slice(lines.length + (lines.some(({ kind }) => kind === 'change') ? 1 : 0)),
    markdown,
  }
}
