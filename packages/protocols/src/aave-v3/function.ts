import type { DecoderRules } from '@vaultwright/manager'

/**
 * Aave v3, Spark and other forks of its pool.
 *
 * Source: Aave v3 IPool, IRewardsController.
 */
export const aaveV3 = {
  decoder: 'AaveV3',
  functions: [
    {
      signature:
        'borrow(address asset, uint256 amount, uint256 interestRateMode, uint16 referralCode, address onBehalfOf)',
      packs: 'asset, onBehalfOf',
    },
    {
      signature: 'claimRewards(address[] assets, uint256 amount, address to, address reward)',
      packs: 'to',
    },
    {
      signature:
        'repay(address asset, uint256 amount, uint256 interestRateMode, address onBehalfOf)',
      packs: 'asset, onBehalfOf',
    },
    { signature: 'setUserEMode(uint8 categoryId)', packs: '' },
    {
      signature: 'setUserUseReserveAsCollateral(address asset, bool useAsCollateral)',
      packs: 'asset',
    },
    {
      signature: 'supply(address asset, uint256 amount, address onBehalfOf, uint16 referralCode)',
      packs: 'asset, onBehalfOf',
    },
    { signature: 'withdraw(address asset, uint256 amount, address to)', packs: 'asset, to' },
  ],
} as const satisfies DecoderRules
