import { Link, useParams, useSearch } from '@tanstack/react-router'
import { Page } from '../part/page.tsx'
import part from '../part/part.module.css'
import { Failure, Loading } from '../part/state.tsx'
import { ReviewPanel } from '../session/review/review-panel.tsx'
import { DiffPane } from './diff/diff-pane.tsx'
import { type StoredTreeState, useStoredTree } from './state/use-stored-tree.ts'
import { useTrees } from './state/use-trees.ts'
import { TreeVerdict } from './tree-head.tsx'

/** The changes from one root to another; both rebuilt here. */
export function TreeDiffScreen() {
  const { root = '', other: otherRoot = '' } = useParams({ strict: false })
  const trees = useTrees()
  const named = [
    useStoredTree(trees, root, 'either'),
    useStoredTree(trees, otherRoot, 'either'),
  ] as const
  // What waits comes after what is on chain, whichever the address names first.
  const isTurned = isPending(named[0]) && named[1].kind === 'open' && !named[1].isPending
  const [before, after] = isTurned ? [named[1], named[0]] : named
  const { chain, address } = useSearch({ from: '/session/trees/$root/diff/$other' })
  const refused = [before, after].find((state) => state.kind === 'refused')
  return (
    <Page
      title="Difference of two trees"
      crumbs={
        chain === undefined || address === undefined ? (
          <Link to="/trees">Trees</Link>
        ) : (
          <Link to="/vaults/$chain/$address/$tab" params={{ chain, address, tab: 'permissions' }}>
            Permissions of the vault
          </Link>
        )
      }
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
          <DiffPane before={before.tree} after={after.tree} analysis={trees.analysis}>
            {after.isPending ? (
              <ReviewPanel subject={{ kind: 'root', hash: after.tree.root.toLowerCase() }}>
                <Link
                  to="/trees/$root/pending"
                  params={{ root: after.tree.root }}
                  search={{ tab: 'risk' }}
                  className={`${part.button} ${part.buttonLink}`}
                >
                  Read what a stolen key could do
                </Link>
              </ReviewPanel>
            ) : null}
          </DiffPane>
        </>
      ) : refused === undefined ? (
        <Loading what="both trees" />
      ) : null}
    </Page>
  )
}

function isPending(state: StoredTreeState): boolean {
  return state.kind === 'open' && state.isPending
}
