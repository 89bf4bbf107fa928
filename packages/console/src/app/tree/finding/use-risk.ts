import { useEffect, useState } from 'react'
import type { TreeAnalysis } from '../analysis/analysis.ts'
import type { WaysOutView } from '../analysis/question.ts'
import type { OpenTree } from '../state/open-tree.ts'

/** The ways out for a stolen key with a tree, as far as it is worked out. */
export type TreeRisk =
  | { readonly kind: 'reading' }
  | { readonly kind: 'failed'; readonly error: unknown }
  | { readonly kind: 'read'; readonly view: WaysOutView }

/** Works out what a stolen key could do with a tree, away from what the page shows. */
export function useRisk(tree: OpenTree, analysis: TreeAnalysis): TreeRisk {
  const [risk, setRisk] = useState<TreeRisk>({ kind: 'reading' })
  useEffect(() => {
    let isOver = false
    setRisk({ kind: 'reading' })
    analysis.ask({ kind: 'risk', tree: tree.key }).then(
      (view) => isOver || setRisk({ kind: 'read', view }),
      (error: unknown) => isOver || setRisk({ kind: 'failed', error }),
    )
    return () => {
      isOver = true
    }
  }, [analysis, tree])
  return risk
}
