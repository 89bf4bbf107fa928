import { useEffect, useMemo, useRef } from 'react'
import { useBookReader } from '../../session/book/book-query.ts'
import { startAnalysis, type TreeAnalysis } from '../analysis/analysis.ts'
import type { TreeContent } from '../analysis/question.ts'
import { type OpenTree, openTreeOf, type TreeOrigin } from './open-tree.ts'

/** Reads trees, and answers questions of them. */
export type Trees = {
  readonly analysis: TreeAnalysis
  /** Rebuilds a tree; `report` receives the progress, from 0 to 1. */
  readonly read: (
    source: TreeContent,
    origin: Pick<TreeOrigin, 'name' | 'asked'>,
    report?: (share: number) => void,
  ) => Promise<OpenTree>
}

/** The trees of a screen: they are forgotten when it is left. */
export function useTrees(): Trees {
  const count = useRef(0)
  const readBook = useBookReader()
  const trees = useMemo((): Trees => {
    const analysis = startAnalysis()
    return {
      analysis,
      read: async (source, origin, report) => {
        const key = `tree ${++count.current}`
        const from = performance.now()
        const book = await readBook()
        const file = await analysis.ask({ kind: 'open', tree: key, source, book }, report)
        return openTreeOf(file, { ...origin, key, ms: performance.now() - from })
      },
    }
  }, [readBook])
  useEffect(() => () => trees.analysis.close(), [trees])
  return trees
}
