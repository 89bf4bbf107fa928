import type { DecoderRules } from '@vaultwright/manager'
/**
 * Balancer v2: swaps, joins, exits, flash loans and gauges. Internal balances are refused.
 *
 * Source: Balancer v2 Vault, gauges and minter; what the decoder packs was observed.
 */
export const balancerV2 = {
  decoder: 'BalancerV2',
  inherits: [],
  functions: [
    { signature: 'deposit(uint256 value, address recipient)', packs: 'recipient' },
    {
      signature:
        'exitPool(bytes32 poolId, address sender, address recipient, (address[] assets, uint256[] minAmountsOut, bytes userData, bool toInternalBalance) req)',
      packs: 'first20(poolId), sender, recipient, req.assets[]',
      checks: ['req.toInternalBalance == false'],
    },
    {
      signature:
        'flashLoan(address recipient, address[] tokens, uint256[] amounts, bytes userData)',
      packs: 'recipient, tokens[]',
    },
    {
      signature:
        'joinPool(bytes32 poolId, address sender, address recipient, (address[] assets, uint256[] maxAmountsIn, bytes userData, bool fromInternalBalance) req)',
      packs: 'first20(poolId), sender, recipient, req.assets[]',
      checks: ['req.fromInternalBalance == false'],
    },
    { signature: 'mint(address gauge)', packs: 'gauge' },
    {
      signature:
        'swap((bytes32 poolId, uint8 kind, address assetIn, address assetOut, uint256 amount, bytes userData) singleSwap, (address sender, bool fromInternalBalance, address recipient, bool toInternalBalance) funds, uint256 limit, uint256 deadline)',
      packs:
        'first20(singleSwap.poolId), singleSwap.assetIn, singleSwap.assetOut, funds.sender, funds.recipient',
      checks: [
        'length(singleSwap.userData) == 0',
        'funds.fromInternalBalance == false',
        'funds.toInternalBalance == false',
      ],
    },
    { signature: 'withdraw(uint256 value)', packs: '' },
  ],
} as const satisfies DecoderRules
