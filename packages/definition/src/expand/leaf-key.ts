import { type Leaf, packedOf } from '@vaultwright/manager'

/**
 * Names a leaf by what is hashed of it.
 *
 * @param leaf - a leaf.
 * @returns a text that equal leaves share.
 */
export function leafKeyOf(leaf: Leaf): string {
  const { decoder, target, canSendValue, selector } = leaf
  return `${decoder}${target}${canSendValue}${selector}`.toLowerCase() + packedOf(leaf)
}
