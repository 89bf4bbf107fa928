import type { DecoderRules } from '@vaultwright/manager'

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
