import type { Address } from '@vaultwright/base'
import { buildLeaf, type Leaf } from '@vaultwright/manager'
import type { LeafEntry } from './permission-schema.ts'

/** The accounts of a leaf, resolved. */
export type LeafAccounts = {
  readonly target: Address
  readonly decoder: Address
  readonly packed: readonly Address[]
}

/**
 * Builds the leaf of an entry that states it as it is.
 *
 * @param entry - the entry.
 * @param accounts - its names resolved.
 * @returns the leaf; its selector is the signature's own unless the entry states another.
 */
export function rawLeafOf(entry: LeafEntry, { target, decoder, packed }: LeafAccounts): Leaf {
  const { signature, canSendValue, description, selector } = entry
  const parts = { decoder, target, canSendValue, signature, arguments: packed, description }
  const leaf = buildLeaf(parts)
  return selector === null ? leaf : { ...leaf, selector }
}
