import type { DecoderRules } from '@vaultwright/manager'

/**
 * Functions that nearly every decoder has: the ERC-20 basics, fees and yield of the accountant,
 * and the way out of a drone.
 *
 * Source: ERC-20; the public functions of accountant, teller and drone.
 */
export const vaultBase = {
  decoder: 'Base',
  functions: [
    { signature: 'approve(address spender, uint256 amount)', packs: 'spender' },
    { signature: 'claimFees(address feeAsset)', packs: 'feeAsset' },
    { signature: 'claimYield(address yieldAsset)', packs: 'yieldAsset' },
    { signature: 'transfer(address _to, uint256 amount)', packs: '_to' },
    { signature: 'withdrawNativeFromDrone()', packs: '' },
    { signature: 'withdrawNonBoringToken(address token, uint256 amount)', packs: 'token' },
  ],
} as const satisfies DecoderRules
