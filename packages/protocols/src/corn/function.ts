import type { DecoderRules } from '@vaultwright/manager'

/**
 * The minter of BTCN, the gas token of Corn.
 *
 * Source: Corn swap facility.
 */
export const btcnMinter = {
  decoder: 'BTCNMinter',
  functions: [
    {
      signature:
        'swapExactCollateralForDebt(uint256 collateralIn, uint256 debtOutMin, address to, uint256 deadline)',
      packs: 'to',
    },
    {
      signature:
        'swapExactDebtForCollateral(uint256 debtIn, uint256 collateralOutMin, address to, uint256 deadline)',
      packs: 'to',
    },
  ],
} as const satisfies DecoderRules

/**
 * Staking (silo) of Corn.
 *
 * Source: Corn CornSilo.
 */
export const cornStaking = {
  decoder: 'CornStaking',
  functions: [
    { signature: 'deposit(address _token, uint256 _amount)', packs: '_token' },
    { signature: 'mintAndDepositBitcorn(uint256 _amount)', packs: '' },
    { signature: 'redeemBitcorn(uint256 _amount)', packs: '' },
    { signature: 'redeemToken(address _token, uint256 _amount)', packs: '_token' },
  ],
} as const satisfies DecoderRules
