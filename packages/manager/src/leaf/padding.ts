import { type Address, type Hex, zeroAddress } from '@vaultwright/base'
import type { Leaf } from './leaf.ts'

/** The first 4 bytes of keccak-256 of nothing: the selector of an empty slot. */
const emptySelector: Hex = '0xc5d24601'

/**
 * The leaf of an empty slot: the zero address, no value, the selector of the empty signature.
 *
 * Source: the tree generator's default struct; digest 0xa7a0fd84…9400.
 */
export const paddingLeaf: Leaf = {
  decoder: zeroAddress,
  target: zeroAddress,
  canSendValue: false,
  signature: '',
  selector: emptySelector,
  arguments: [],
  description: '',
}

/**
 * Builds the empty slot of trees from before 2024-04-19, which was hashed with the tree's decoder.
 *
 * @param decoder - the tree's default decoder.
 */
export function legacyPaddingLeaf(decoder: Address): Leaf {
  return { ...paddingLeaf, decoder }
}

/**
 * Tells whether a leaf is an empty slot: its target is the zero address.
 *
 * @returns true when the target is the zero address.
 */
export function isPadding(leaf: Leaf): boolean {
  // Zeros have no letter case.
  return leaf.target === zeroAddress
}

/**
 * Tells whether a leaf is the untouched default of an empty slot, so that its tree's padding stands for it.
 *
 * A slot whose target is the zero address but which names a function is padding too, yet hashes as itself.
 *
 * @returns true when every hashed field is the default's.
 */
export function isEmptySlot(leaf: Leaf): boolean {
  return (
    isPadding(leaf) &&
    leaf.decoder === zeroAddress &&
    leaf.selector === emptySelector &&
    leaf.arguments.length === 0 &&
    !leaf.canSendValue
  )
}
