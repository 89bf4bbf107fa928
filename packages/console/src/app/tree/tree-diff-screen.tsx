import { useParams } from '@tanstack/react-router'
import { Page } from '../part/page.tsx'
import { Failure, Loading } from '../part/state.tsx'
import { DiffPane } from './diff/diff-pane.tsx'
import { useStoredTree } from './state/use-stored-tree.ts'
import { useTrees } from './state/use-trees.ts'
import { TreeVerdict } from './tree-head.tsx'

/** The changes from one root to another; both rebuilt here. */
export function TreeDiffScreen() {
  const { root = '', other: otherRoot = '' } = useParams({ strict: false })
  const trees = useTrees()
  const before = useStoredTree(trees, root, 'either')
  const after = useStoredTree(trees, otherRoot, 'either')
  const refused = [before, after].find((state) => state.kind === 'refused')
  return (
    <Page
      title="Difference of two trees"
      lead="Both trees were rebuilt from their leaves in this page, and are compared by what they permit."
    >
      {refused === undefined ? null : (
        <Failure title="A tree cannot be shown" error={refused.error} />
      )}
      {before.kind === 'open' && after.kind === 'open' ? (
        <>
          {[before.tree, after.tree]
            .filter(({ contradictions }) => contradictions.length > 0)
            .map((tree) => (
              <TreeVerdict key={tree.key} tree={tree} />
            ))}
          <DiffPane before={before.tree} after={after.tree} analysis={trees.analysis} />
        </>
      ) : refused === undefined ? (
        <Loading what="both trees" />
      ) : null}
    </Page>
  )
}
