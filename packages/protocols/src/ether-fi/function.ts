import type { DecoderRules } from '@vaultwright/manager'

/**
 * Liquid staking of ether.fi: eETH, weETH and the withdrawal queues.
 *
 * Source: ether.fi LiquidityPool, WeETH, WithdrawRequestNFT, Liquifier, priority withdrawal
 * queue.
 */
export const etherFi = {
  decoder: 'EtherFi',
  functions: [
    {
      signature:
        'cancelWithdraw((address user, uint96 amountOfEEth, uint96 shareOfEEth, uint96 minAmountOut, uint32 nonce, uint32 creationTime) request)',
      packs: 'request.user',
    },
    {
      signature:
        'claimWithdraw((address user, uint96 amountOfEEth, uint96 shareOfEEth, uint96 minAmountOut, uint32 nonce, uint32 creationTime) request)',
      packs: 'request.user',
    },
    { signature: 'claimWithdraw(uint256 tokenId)', packs: '' },
    { signature: 'deposit()', packs: '' },
    {
      signature: 'depositWithERC20(address _token, uint256 _amount, address _referral)',
      packs: '_token, _referral',
    },
    { signature: 'requestWithdraw(address _addr, uint256 amount)', packs: '_addr' },
    { signature: 'requestWithdraw(uint96 amountOfEEth, uint96 minAmountOut)', packs: '' },
    { signature: 'requestWithdrawWithWeETH(uint96 weEthAmount, uint96 minAmountOut)', packs: '' },
    { signature: 'unwrap(uint256 weETHAmount)', packs: '' },
    { signature: 'wrap(uint256 eETHAmount)', packs: '' },
  ],
} as const satisfies DecoderRules

/**
 * The sync pool that mints weETH on other chains.
 *
 * Source: ether.fi L2 sync pool.
 */
export const weEth = {
  decoder: 'WeETH',
  functions: [
    {
      signature:
        'deposit(address tokenIn, uint256 amountIn, uint256 minAmountOut, address referral)',
      packs: 'tokenIn, referral',
    },
  ],
} as const satisfies DecoderRules
