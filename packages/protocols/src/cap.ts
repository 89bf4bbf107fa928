import type { DecoderRules } from '@vaultwright/manager'
import type { Protocol } from './action/protocol-entry.ts'

/**
 * Cap: cUSD against its assets, and the staked token.
 *
 * Source: Cap IVault.
 */
export const cap = {
  decoder: 'Cap',
  inherits: ['Base', 'ERC4626'],
  functions: [
    {
      signature:
        'burn(address _asset, uint256 _amountIn, uint256 _minAmountOut, address _receiver, uint256 _deadline)',
      packs: '_asset, _receiver',
    },
    {
      signature:
        'mint(address _asset, uint256 _amountIn, uint256 _minAmountOut, address _receiver, uint256 _deadline)',
      packs: '_asset, _receiver',
    },
    {
      signature:
        'redeem(uint256 _amountIn, uint256[] _minAmountsOut, address _receiver, uint256 _deadline)',
      packs: '_receiver',
    },
  ],
} as const satisfies DecoderRules

/** Cap. */
export const protocol = {
  name: 'cap',
  title: 'Cap',
  appUrl: null,
  decoders: [cap],
  actions: [],
} as const satisfies Protocol
