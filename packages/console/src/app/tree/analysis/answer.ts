import type { Steps } from '@vaultwright/base'
import { parseTreeSteps } from '@vaultwright/formats'
import type { RiskReport } from '@vaultwright/review'
import { treeFileOfAnswer } from './answer-file.ts'
import type { ActionReading } from './meaning.ts'
import type { NamedTree } from './named-tree.ts'
import type { QuestionOf, TreeAnswers, TreeContent, TreeQuestion } from './question.ts'

/** Trees that are open, by name, and what was worked out of them. */
export type AnalysisState = {
  readonly trees: Map<string, NamedTree>
  readonly readings: Map<string, ActionReading>
  readonly reports: Map<string, RiskReport>
}

/** Runs the work of questions. */
export type AnalysisRun = {
  /** Runs steps to their end. */
  readonly finish: <Result>(steps: Steps<Result>) => Promise<Result>
  /** Is told how far the reading of a file is. */
  readonly report: (share: number) => void
}

/** Makes a state without trees. */
export function emptyState(): AnalysisState {
  return { trees: new Map(), readings: new Map(), reports: new Map() }
}

/**
 * Answers a question. What only some questions need is loaded with the first of them.
 *
 * @throws what the reading of a file or of a policy throws.
 */
export async function answerQuestion<Kind extends keyof TreeAnswers>(
  question: QuestionOf<Kind>,
  state: AnalysisState,
  run: AnalysisRun,
): Promise<TreeAnswers[Kind]>
export async function answerQuestion(
  question: TreeQuestion,
  state: AnalysisState,
  run: AnalysisRun,
): Promise<TreeAnswers[keyof TreeAnswers]> {
  const { finish } = run
  switch (question.kind) {
    case 'open': {
      const { input, chainId } = await inputOf(question.source)
      const file = await finish(parseTreeSteps(input, run.report))
      state.trees.set(question.tree, { file, book: question.book, chainId })
      state.reports.delete(question.tree)
      return file
    }
    case 'meaning': {
      const { meaningSteps, readingSteps } = await import('./meaning.ts')
      const reading = await finish(readingSteps(entryOf(state.trees, question.tree)))
      state.readings.set(question.tree, reading)
      return finish(meaningSteps(reading))
    }
    case 'leaf': {
      const { readLeafMeaning } = await import('./meaning.ts')
      return readLeafMeaning(entryOf(state.readings, question.tree), question.slot)
    }
    case 'explain': {
      const { reasonOf } = await import('./call-reason.ts')
      const { namedReason, namesIn } = await import('./named-tree.ts')
      const tree = entryOf(state.trees, question.tree)
      return namedReason(reasonOf(tree.file, question.call), namesIn(tree).names)
    }
    case 'policy': {
      const { policyFindings } = await import('./policy-finding.ts')
      const { namedFindings, namesIn } = await import('./named-tree.ts')
      const tree = entryOf(state.trees, question.tree)
      return namedFindings(policyFindings(tree.file, question.text), namesIn(tree).names)
    }
    case 'risk': {
      const { riskReportSteps, riskViewOf } = await import('./risk-view.ts')
      const tree = entryOf(state.trees, question.tree)
      const report = await finish(riskReportSteps(tree))
      state.reports.set(question.tree, report)
      return riskViewOf(tree, report)
    }
    case 'worst': {
      const { worstCallText } = await import('./risk-view.ts')
      const report = entryOf(state.reports, question.tree)
      return worstCallText(entryOf(state.trees, question.tree), report, question.way)
    }
    case 'diff': {
      const { diffViewSteps } = await import('./diff-view.ts')
      return finish(
        diffViewSteps(entryOf(state.trees, question.before), entryOf(state.trees, question.after)),
      )
    }
  }
}

/** Bytes of a file; of an answer the text of its tree, spelled as the formats are, and its chain. */
async function inputOf({ kind, content }: TreeContent): Promise<{
  readonly input: Uint8Array | string
  readonly chainId: number | null
}> {
  if (kind === 'file') return { input: new Uint8Array(await content.arrayBuffer()), chainId: null }
  const { text, chainId } = treeFileOfAnswer(await content.text())
  return { input: text, chainId }
}

function entryOf<Entry>(entries: ReadonlyMap<string, Entry>, tree: string): Entry {
  const entry = entries.get(tree)
  if (entry === undefined) throw new UnknownTreeError(tree)
  return entry
}

/** A question is about a tree that is not open. */
class UnknownTreeError extends Error {
  constructor(tree: string) {
    super(`The tree ${JSON.stringify(tree)} is not open. Open it again.`)
    this.name = 'UnknownTreeError'
  }
}
