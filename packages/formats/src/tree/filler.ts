import { type Address, type Finding, printHex, zeroAddress } from '@vaultwright/base'
import {
  buildLeafTree,
  digestOf,
  isEmptySlot,
  isSameLeaf,
  type Leaf,
  type LeafTree,
  legacyPaddingLeaf,
  paddingLeaf,
} from '@vaultwright/manager'
import { capacityFor } from '@vaultwright/merkle'
import type { PaddingText } from './tree-file.ts'

/** The filler of a file's empty slots, and its form in the file. */
export type Filler = { readonly padding: Leaf; readonly text: PaddingText }

/** Hints of a file about its empty slots, checked by rebuilding. */
export type FillerHints = {
  /** The file's default decoder. */
  readonly decoder: Address | null
  /** The digest stated beside the leaf of a slot. */
  readonly digestBeside: (slot: number) => unknown
  /** The digest stated in the leaf layer. */
  readonly digestInLayer: (slot: number) => unknown
}

/**
 * Finds out what the empty slots of a file were hashed as.
 *
 * Trees from before 2024-04-19 hashed them with the file's decoder, while the digest beside the leaf
 * was that of the zero address.
 */
export function fillerOf(leaves: readonly Leaf[], hints: FillerHints): Filler {
  // A slot that names a decoder and nothing else is padding only where no slot names nothing at all.
  const bare = leaves.findIndex((leaf) => isEmptySlot(leaf) && isFillable(leaf))
  const slot = bare < 0 ? leaves.findIndex(isFillable) : bare
  if (slot < 0) return { padding: paddingLeaf, text: 'as-hashed' }
  const shown = leaves[slot]!
  const filler: Filler = {
    padding: isEmptySlot(shown) ? paddingLeaf : bareOf(shown),
    text: 'as-hashed',
  }
  const inLayer = hints.digestInLayer(slot)
  if (inLayer === printHex(digestOf(shown))) {
    const isBesideZero = hints.digestBeside(slot) === zeroDigest() && inLayer !== zeroDigest()
    return isBesideZero ? { padding: filler.padding, text: 'zero-digest' } : filler
  }
  if (!isEmptySlot(shown)) return filler
  for (const decoder of new Set([hints.decoder, ...leaves.map((leaf) => leaf.decoder)])) {
    const padding = decoder === null ? paddingLeaf : legacyPaddingLeaf(decoder)
    if (inLayer === printHex(digestOf(padding))) return { padding, text: 'zero' }
  }
  return filler
}

/** Builds the tree of a file's slots: trailing empty slots become the tree's padding. */
export function buildTrimmed(
  leaves: readonly Leaf[],
  options: { readonly padding: Leaf; readonly capacity?: number },
): LeafTree {
  const { padding, capacity = capacityFor(leaves.length) } = options
  let used = leaves.length
  while (used > 1 && isFiller(leaves[used - 1]!, padding)) used--
  return buildLeafTree(leaves.slice(0, used), { capacity, padding })
}

/** Says that empty slots were hashed the old way. */
export function fillerFinding({ padding }: Pick<Filler, 'padding'>): readonly Finding[] {
  if (isSameLeaf(padding, paddingLeaf)) return []
  return [
    {
      code: 'padding_variant',
      severity: 'info',
      leaf: null,
      message: `Empty slots are hashed with the decoder ${padding.decoder} instead of the zero address, as before 2024-04-19.`,
      facts: { decoder: padding.decoder, digest: printHex(digestOf(padding)) },
    },
  ]
}

/** Tells whether a leaf is nothing more than the padding of its tree. */
export function isFiller(leaf: Leaf, padding: Leaf): boolean {
  if (leaf === padding) return true
  if (!isFillable(leaf) || leaf.description !== padding.description) return false
  return isEmptySlot(leaf) || isSameLeaf(leaf, padding)
}

/** An empty slot, whatever its decoder. */
function isFillable(leaf: Leaf): boolean {
  return (
    leaf.signature === '' &&
    leaf.arguments.length === 0 &&
    !leaf.canSendValue &&
    leaf.target === zeroAddress
  )
}

function bareOf(leaf: Leaf): Leaf {
  return legacyPaddingLeaf(leaf.decoder)
}

function zeroDigest(): string {
  return printHex(digestOf(paddingLeaf))
}
