import type { DecoderRules } from '@vaultwright/manager'

/**
 * Syrup of Maple.
 *
 * Source: Maple SyrupRouter, Pool.
 */
export const syrup = {
  decoder: 'Syrup',
  functions: [
    { signature: 'deposit(uint256 amount_, bytes32 depositData_)', packs: '' },
    { signature: 'removeShares(uint256 shares_, address owner_)', packs: 'owner_' },
    { signature: 'requestRedeem(uint256 shares_, address owner_)', packs: 'owner_' },
  ],
} as const satisfies DecoderRules
