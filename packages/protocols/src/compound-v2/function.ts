import type { DecoderRules } from '@vaultwright/manager'

/**
 * Compound v2 and its forks; a market of the native coin takes no amount.
 *
 * Source: Compound v2 CToken, CEther, Comptroller.
 */
export const compoundV2 = {
  decoder: 'CompoundV2',
  functions: [
    { signature: 'borrow(uint256 borrowAmount)', packs: '' },
    { signature: 'claimComp(address holder)', packs: 'holder' },
    { signature: 'claimReward(uint8 rewardType, address holder)', packs: 'holder' },
    { signature: 'enterMarkets(address[] cTokens)', packs: 'cTokens[]' },
    { signature: 'exitMarket(address cToken)', packs: 'cToken' },
    { signature: 'mint()', packs: '' },
    { signature: 'mint(uint256 mintAmount)', packs: '' },
    { signature: 'redeem(uint256 redeemTokens)', packs: '' },
    { signature: 'redeemUnderlying(uint256 redeemAmount)', packs: '' },
    { signature: 'repayBorrow(uint256 repayAmount)', packs: '' },
    { signature: 'repayBorrow()', packs: '' },
  ],
} as const satisfies DecoderRules
