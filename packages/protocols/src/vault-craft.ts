import type { DecoderRules } from '@vaultwright/manager'
import type { Protocol } from './action/protocol-entry.ts'

/**
 * Vaults and gauges of VaultCraft.
 *
 * Source: VaultCraft vault; Curve gauge.
 */
export const vaultCraft = {
  decoder: 'VaultCraft',
  inherits: ['ERC4626'],
  functions: [{ signature: 'claim_rewards(address recipient)', packs: 'recipient' }],
} as const satisfies DecoderRules

/** Vault Craft. */
export const protocol = {
  name: 'vault_craft',
  title: 'Vault Craft',
  appUrl: null,
  decoders: [vaultCraft],
  actions: [],
} as const satisfies Protocol
