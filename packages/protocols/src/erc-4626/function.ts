import type { DecoderRules } from '@vaultwright/manager'

/**
 * The tokenised-vault standard.
 *
 * Source: EIP-4626.
 */
export const erc4626 = {
  decoder: 'ERC4626',
  functions: [
    { signature: 'deposit(uint256 assets, address receiver)', packs: 'receiver' },
    { signature: 'mint(uint256 shares, address receiver)', packs: 'receiver' },
    {
      signature: 'redeem(uint256 shares, address receiver, address owner)',
      packs: 'receiver, owner',
    },
    {
      signature: 'withdraw(uint256 assets, address receiver, address owner)',
      packs: 'receiver, owner',
    },
  ],
} as const satisfies DecoderRules
