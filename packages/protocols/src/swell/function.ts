import type { DecoderRules } from '@vaultwright/manager'

/**
 * Liquid staking of Swell: swETH and its exit queue.
 *
 * Source: Swell swETH, swEXIT.
 */
export const swell = {
  decoder: 'Swell',
  functions: [
    { signature: 'createWithdrawRequest(uint256 amount)', packs: '' },
    { signature: 'deposit()', packs: '' },
    { signature: 'finalizeWithdrawal(uint256 tokenId)', packs: '' },
  ],
} as const satisfies DecoderRules

/**
 * Staking of Swell.
 *
 * Source: Swell SimpleStakingERC20.
 */
export const swellSimpleStaking = {
  decoder: 'SwellSimpleStaking',
  functions: [
    {
      signature: 'deposit(address _token, uint256 _amount, address _receiver)',
      packs: '_token, _receiver',
    },
    {
      signature: 'withdraw(address _token, uint256 _amount, address _receiver)',
      packs: '_token, _receiver',
    },
  ],
} as const satisfies DecoderRules

/**
 * Unwrapping of the locked wSWELL.
 *
 * Source: Euler RewardToken (ERC20WrapperLocked), used by Swell.
 */
export const wSwellUnwrapping = {
  decoder: 'wSwellUnwrapping',
  functions: [
    {
      signature:
        'withdrawToByLockTimestamp(address account, uint256 lockTimestamp, bool allowRemainderLoss)',
      packs: 'account',
    },
    {
      signature:
        'withdrawToByLockTimestamps(address account, uint256[] lockTimestamps, bool allowRemainderLoss)',
      packs: 'account',
    },
  ],
} as const satisfies DecoderRules
