import { lazy, Suspense } from 'react'
import { TreeScreen } from '../tree/tree-screen.tsx'

// It asks the service: the copy that opens from a disk has none of it.
const StoredTrees = isOffline
  ? () => null
  : lazy(async () => ({
      default: (await import('../vault/list/stored-tree-list.tsx')).StoredTreeList,
    }))

/** The tree explorer, with the stored trees of all vaults below it. */
export function TreeStartScreen() {
  return (
    <TreeScreen>
      <Suspense>
        <StoredTrees />
      </Suspense>
    </TreeScreen>
  )
}
