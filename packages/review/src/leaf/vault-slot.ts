import { type Address, isSameAddress } from '@vaultwright/base'
import type { Leaf } from '@vaultwright/manager'
import { functionOf } from './leaf-identity.ts'

/** Arguments that hold the vault in some leaf, by target, function and place. */
export type VaultSlots = ReadonlySet<string>

/**
 * Finds the arguments where the vault stands.
 *
 * Decoders that pack alike share one rule and its labels, so that a label may call a receiver an asset;
 * where the vault stands in one leaf, the account that stands in another receives in its place.
 */
export function vaultSlotsOf(leaves: Iterable<Leaf>, vault: Address | null): VaultSlots {
  const slots = new Set<string>()
  if (vault === null) return slots
  for (const leaf of leaves) {
    for (const [index, argument] of leaf.arguments.entries()) {
      if (isSameAddress(argument, vault)) slots.add(`${functionOf(leaf)} ${index}`)
    }
  }
  return slots
}

/** Tells whether an argument stands where the vault stands in another leaf. */
export function isVaultSlot(slots: VaultSlots, leaf: Leaf, at: number): boolean {
  return slots.size > 0 && slots.has(`${functionOf(leaf)} ${at}`)
}
