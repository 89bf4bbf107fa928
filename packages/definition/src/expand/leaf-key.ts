import { type Leaf, packedOf } from '@vaultwright/manager'

/** Names a leaf by what is hashed of it. */
export function leafKeyOf(leaf: Leaf): string {
  const { decoder, target, canSendValue, selector } = leaf
  return `${decoder}${target}${canSendValue}${selector}`.toLowerCase() + packedOf(leaf)
}
