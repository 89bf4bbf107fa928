import type { Leaf } from '@vaultwright/manager'
import type { TreeFile } from './tree/tree-file.ts'

/** A difference between two texts of a tree of one root. */
export type TextDifference = {
  /** `metadata`, `format`, or the place of a leaf: `leaf 3`. */
  readonly place: string
  readonly field: string
  readonly kept: string | null
  readonly given: string | null
}

/** The maximum number of reported differences. */
const limit = 100

const accounts = ['vault', 'manager', 'accountant', 'decoder'] as const
const leafFields = ['decoder', 'target', 'signature', 'selector', 'description'] as const

/**
 * Compares the texts of two trees of one root.
 *
 * @returns what differs, format and metadata first, then leaf by leaf · 100 at most.
 */
export function differencesOf(kept: TreeFile, given: TreeFile): readonly TextDifference[] {
  const differences: TextDifference[] = []
  const compare = (place: string, field: string, pair: readonly (string | null)[]) => {
    const [stored = null, incoming = null] = pair
    if (stored === incoming || differences.length >= limit) return
    differences.push({ place, field, kept: stored, given: incoming })
  }
  compare('format', 'format', [kept.format, given.format])
  const [storedText, incomingText] = [kept, given]
  for (const field of accounts) {
    compare('metadata', field, [storedText.metadata[field], incomingText.metadata[field]])
  }
  compare('metadata', 'capacity', [capacityOf(storedText), capacityOf(incomingText)])
  const count = Math.max(storedText.tree.leaves.length, incomingText.tree.leaves.length)
  for (let slot = 0; slot < count && differences.length < limit; slot++) {
    const pair = [
      storedText.tree.leaves[slot] ?? storedText.tree.padding,
      incomingText.tree.leaves[slot] ?? incomingText.tree.padding,
    ]
    for (const field of leafFields)
      compare(
        `leaf ${slot}`,
        field,
        pair.map((leaf) => leaf[field]),
      )
    compare(`leaf ${slot}`, 'arguments', pair.map(argumentsOf))
  }
  return differences
}

function capacityOf({ metadata }: TreeFile): string | null {
  return metadata.capacity === null ? null : String(metadata.capacity)
}

function argumentsOf(leaf: Leaf): string {
  return leaf.arguments.join(', ')
}
