import type { DecoderRules } from '@vaultwright/manager'
/**
 * Convex: Curve pool tokens deposited and staked.
 *
 * Source: Convex Booster and BaseRewardPool.
 */
export const convex = {
  decoder: 'Convex',
  inherits: [],
  functions: [
    { signature: 'deposit(uint256 _pid, uint256 _amount, bool _stake)', packs: '' },
    { signature: 'getReward(address _addr, bool _claimExtras)', packs: '_addr' },
    { signature: 'withdrawAndUnwrap(uint256 _amount, bool _claim)', packs: '' },
  ],
} as const satisfies DecoderRules

/**
 * Convex for f(x): a personal vault per pool.
 *
 * Source: Convex FX Booster, PoolRegistry and staking vaults.
 */
export const convexFx = {
  decoder: 'ConvexFX',
  inherits: [],
  reads: {
    poolInfo: {
      contract: 'the pool registry of Convex FX',
      function: 'poolInfo(uint256)',
      returns:
        '(address implementation, address stakingAddress, address stakingToken, address rewardsAddress, uint8 active)',
    },
  },
  functions: [
    {
      signature: 'createVault(uint256 _pid)',
      packs: 'poolInfo(_pid).stakingAddress, poolInfo(_pid).stakingToken',
      inferred:
        'that the pool registry is read was observed, which of its values are packed was not',
    },
    { signature: 'deposit(uint256 amount, bool manage)', packs: '' },
    { signature: 'getReward(bool claim)', packs: '' },
    { signature: 'transferTokens(address[] tokenList)', packs: '' },
    { signature: 'withdraw(uint256 amount)', packs: '' },
  ],
} as const satisfies DecoderRules
