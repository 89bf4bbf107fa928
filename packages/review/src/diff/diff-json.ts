import type { DiffSummary, TreeComparison } from './comparison.ts'
import type { SetWords } from './set-text.ts'
import { summaryLines } from './summary-line.ts'

/** A comparison as programs read it, with the lines that people read. */
type ComparisonJson = Omit<TreeComparison, 'summary'> & {
  readonly summary: DiffSummary & { readonly text: readonly string[] }
}

/** Makes the JSON of a comparison. */
export function comparisonJsonOf(comparison: TreeComparison, words: SetWords): ComparisonJson {
  const text = summaryLines(comparison, words).map((line) => line.text)
  return { ...comparison, summary: { ...comparison.summary, text } }
}
