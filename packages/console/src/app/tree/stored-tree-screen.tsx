import { useParams } from '@tanstack/react-router'
import { Page } from '../part/page.tsx'
import { Failure, Loading } from '../part/state.tsx'
import { ReviewPanel } from '../session/review/review-panel.tsx'
import { type StoredTreeState, useStoredTree } from './state/use-stored-tree.ts'
import { type Trees, useTrees } from './state/use-trees.ts'
import { TreeView } from './tree-view.tsx'

/** The explorer of a root that is or was on a Manager. */
export function StoredTreeScreen() {
  const { root = '' } = useParams({ strict: false })
  const trees = useTrees()
  return <StoredTree trees={trees} root={root} state={useStoredTree(trees, root, 'onchain')} />
}

/** The explorer of a root that is not on a Manager yet. */
export function PendingTreeScreen() {
  const { root = '' } = useParams({ strict: false })
  const trees = useTrees()
  return <StoredTree trees={trees} root={root} state={useStoredTree(trees, root, 'pending')} />
}

function StoredTree(props: {
  readonly trees: Trees
  readonly root: string
  readonly state: StoredTreeState
}) {
  const { trees, root, state } = props
  return (
    <Page
      title={`Tree ${root.slice(0, 10)}…${root.slice(-6)}`}
      lead="The service gave the leaves; the tree was rebuilt from them in this page."
      isWide
    >
      {state.kind === 'reading' ? <Loading what="the tree" /> : null}
      {state.kind === 'refused' ? (
        <Failure title="The tree cannot be shown" error={state.error} />
      ) : null}
      {state.kind === 'open' ? (
        <TreeView tree={state.tree} trees={trees}>
          {state.isPending ? (
            <ReviewPanel subject={{ kind: 'root', hash: root.toLowerCase() }} />
          ) : null}
        </TreeView>
      ) : null}
    </Page>
  )
}
