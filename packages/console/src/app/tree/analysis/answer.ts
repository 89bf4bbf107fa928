import type { Steps } from '@vaultwright/base'
import { parseTreeSteps, type TreeFile } from '@vaultwright/formats'
import type { RiskReport } from '@vaultwright/review'
import { treeFileOfAnswer } from './answer-file.ts'
import type { ActionReading } from './meaning.ts'
import type { QuestionOf, TreeAnswers, TreeContent, TreeQuestion } from './question.ts'

/** Trees that are open, by name, and what was worked out of them. */
export type AnalysisState = {
  readonly files: Map<string, TreeFile>
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
  return { files: new Map(), readings: new Map(), reports: new Map() }
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
      const input = await inputOf(question.source)
      const file = await finish(parseTreeSteps(input, run.report))
      state.files.set(question.tree, file)
      state.reports.delete(question.tree)
      return file
    }
    case 'meaning': {
      const { meaningSteps, readingSteps } = await import('./meaning.ts')
      const reading = await finish(readingSteps(entryOf(state.files, question.tree)))
      state.readings.set(question.tree, reading)
      return finish(meaningSteps(reading))
    }
    case 'leaf': {
      const { readLeafMeaning } = await import('./meaning.ts')
      return readLeafMeaning(entryOf(state.readings, question.tree), question.slot)
    }
    case 'explain': {
      const { reasonOf } = await import('./call-reason.ts')
      return reasonOf(entryOf(state.files, question.tree), question.call)
    }
    case 'policy': {
      const { policyFindings } = await import('./policy-finding.ts')
      return policyFindings(entryOf(state.files, question.tree), question.text)
    }
    case 'risk': {
      const { riskReportSteps, riskViewOf } = await import('./risk-view.ts')
      const file = entryOf(state.files, question.tree)
      const report = await finish(riskReportSteps(file))
      state.reports.set(question.tree, report)
      return riskViewOf(file, report)
    }
    case 'worst': {
      const { worstCallText } = await import('./risk-view.ts')
      const report = entryOf(state.reports, question.tree)
      return worstCallText(entryOf(state.files, question.tree), report, question.way)
    }
    case 'diff': {
      const { diffViewSteps } = await import('./diff-view.ts')
      return finish(
        diffViewSteps(entryOf(state.files, question.before), entryOf(state.files, question.after)),
      )
    }
  }
}

/** Bytes of a file; of an answer the text of its tree, spelled as the formats are. */
async function inputOf({ kind, content }: TreeContent): Promise<Uint8Array | string> {
  if (kind === 'file') return new Uint8Array(await content.arrayBuffer())
  return treeFileOfAnswer(await content.text())
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
