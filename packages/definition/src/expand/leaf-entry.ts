import type { Address } from '@vaultwright/base'
import { buildLeaf, canonicalSignatureOf, type Leaf } from '@vaultwright/manager'
import type { LeafEntry } from '../schema/permission-schema.ts'

/** The accounts of a leaf, resolved. */
export type LeafAccounts = {
  readonly target: Address
  readonly decoder: Address
  readonly packed: readonly Address[]
}

/**
 * Builds the leaf of an entry that states it as it is.
 *
 * @returns the leaf; its selector is the signature's own, for no tree file can say another.
 */
export function rawLeafOf(entry: LeafEntry, { target, decoder, packed }: LeafAccounts): Leaf {
  const { signature, canSendValue, description } = entry
  return buildLeaf({ decoder, target, canSendValue, signature, arguments: packed, description })
}

/**
 * Tells whether a signature is spelled as the chain hashes it.
 *
 * @returns false where an entry must state the selector, too, to show that the text is meant.
 */
export function isCanonical(signature: string): boolean {
  try {
    return canonicalSignatureOf(signature) === signature
  } catch {
    return false
  }
}
