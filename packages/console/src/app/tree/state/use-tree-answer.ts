import { useEffect, useState } from 'react'
import type { TreeAnalysis } from '../analysis/analysis.ts'
import type { QuestionOf, TreeAnswers } from '../analysis/question.ts'

/** The answer to a question of open trees, as far as it is worked out. */
export type TreeAnswer<Answer> =
  | { readonly kind: 'reading' }
  | { readonly kind: 'failed'; readonly error: unknown }
  | { readonly kind: 'read'; readonly answer: Answer }

const reading = { kind: 'reading' } as const

/** Asks a question of open trees, away from what the page shows; null asks nothing. */
export function useTreeAnswer<Kind extends 'meaning' | 'leaf' | 'risk' | 'diff'>(
  analysis: TreeAnalysis,
  question: QuestionOf<Kind> | null,
): TreeAnswer<TreeAnswers[Kind]> {
  const key = JSON.stringify(question)
  const [state, setState] = useState<{
    readonly key: string
    readonly answer: TreeAnswer<TreeAnswers[Kind]>
  }>({ key: '', answer: reading })
  useEffect(() => {
    const current = JSON.parse(key) as QuestionOf<Kind> | null
    if (current === null) return
    let isOver = false
    setState({ key, answer: reading })
    analysis.ask(current).then(
      (answer) => isOver || setState({ key, answer: { kind: 'read', answer } }),
      (error: unknown) => isOver || setState({ key, answer: { kind: 'failed', error } }),
    )
    return () => {
      isOver = true
    }
  }, [analysis, key])
  return state.key === key ? state.answer : reading
}
