import { type Finding, isSound, printHex } from '@vaultwright/base'
import type { TreeFile } from '@vaultwright/formats'
import { isPadding, type Leaf } from '@vaultwright/manager'
import { rootOf } from '@vaultwright/merkle'

/** One used slot of a tree. */
export type LeafRow = { readonly slot: number; readonly leaf: Leaf }

/** A tree that was rebuilt in this page. */
export type OpenTree = {
  /** By what the analysis knows it. */
  readonly key: string
  /** Of the file, or what it is to the service. */
  readonly name: string
  readonly file: TreeFile
  readonly rows: readonly LeafRow[]
  readonly root: string
  /** Milliseconds from bytes to a rebuilt tree. */
  readonly ms: number
  /** The contradictions of the file, or of the address that it was asked for by; empty for a sound tree. */
  readonly contradictions: readonly Finding[]
  /** The root that a proof of this page leads to, as a sentence has it. */
  readonly provenRoot: string
}

/** The facts about a tree beside its file. */
export type TreeOrigin = {
  readonly key: string
  readonly name: string
  readonly ms: number
  /** The root that the tree was asked for by; null for a file. */
  readonly asked: string | null
}

/** Gathers what the explorer shows of a tree. */
export function openTreeOf(
  file: TreeFile,
  { key, name, ms, asked: requestedRoot }: TreeOrigin,
): OpenTree {
  const rows: LeafRow[] = []
  for (const [slot, leaf] of file.tree.leaves.entries()) {
    if (!isPadding(leaf)) rows.push({ slot, leaf })
  }
  const root = printHex(rootOf(file.tree.tree))
  const stated = file.metadata.root.toLowerCase()
  const contradictions = [
    ...otherRoot(root, requestedRoot),
    ...file.findings.filter(({ severity }) => severity === 'error'),
  ]
  return {
    key,
    name,
    file,
    rows,
    root,
    ms,
    contradictions,
    provenRoot: provenRootText({
      isRequested: requestedRoot === null || requestedRoot.toLowerCase() === root,
      isStated: stated === root,
      isSound: isSound(file.findings),
    }),
  }
}

/** A service that answers with another tree than the one that was asked for is not believed. */
function otherRoot(root: string, asked: string | null): readonly Finding[] {
  if (asked === null || asked.toLowerCase() === root) return []
  return [
    {
      code: 'other_root',
      severity: 'error',
      leaf: null,
      message: `The address asks for the root ${asked}, but the leaves of the answer have the root ${root}.`,
      facts: { asked, root },
    },
  ]
}

function provenRootText(root: {
  readonly isRequested: boolean
  readonly isStated: boolean
  readonly isSound: boolean
}): string {
  if (!root.isRequested) return 'the rebuilt root, not the one that you asked for'
  if (!root.isStated) return 'the rebuilt root, not the one that the file states'
  return root.isSound
    ? 'the root of the tree'
    : 'the rebuilt root of a file that contradicts itself'
}
