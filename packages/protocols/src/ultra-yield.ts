import type { DecoderRules } from '@vaultwright/manager'
import type { Protocol } from './action/protocol-entry.ts'

/**
 * Vaults of UltraYield, with asynchronous redemption and forms that serve the caller alone.
 *
 * Source: UltraYield UltraVault.
 */
export const ultraYield = {
  decoder: 'UltraYield',
  inherits: ['ERC4626'],
  functions: [
    { signature: 'deposit(uint256 assets)', packs: '' },
    { signature: 'mint(uint256 shares)', packs: '' },
    { signature: 'redeem(uint256 shares)', packs: '' },
    { signature: 'requestRedeem(uint256 shares)', packs: '' },
    { signature: 'withdraw(uint256 assets)', packs: '' },
  ],
} as const satisfies DecoderRules

/** Ultra Yield. */
export const protocol = {
  name: 'ultra_yield',
  title: 'Ultra Yield',
  appUrl: null,
  decoders: [ultraYield],
  actions: [],
} as const satisfies Protocol
