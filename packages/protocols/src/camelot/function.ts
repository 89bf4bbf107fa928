import type { DecoderRules } from '@vaultwright/manager'
/**
 * Camelot v3: swaps along paths of tokens alone, and positions.
 *
 * Source: Algebra v1.9 periphery; what the decoder packs was observed.
 */
export const camelot = {
  decoder: 'Camelot',
  inherits: [],
  reads: {
    ownerOf: {
      contract: 'the position manager',
      function: 'ownerOf(uint256)',
      returns: '(address owner)',
    },
    positions: {
      contract: 'the position manager',
      function: 'positions(uint256)',
      returns: '(uint96 nonce, address operator, address token0, address token1)',
    },
  },
  functions: [
    { signature: 'burn(uint256 tokenId)', packs: '' },
    {
      signature:
        'collect((uint256 tokenId, address recipient, uint128 amount0Max, uint128 amount1Max) params)',
      packs: 'params.recipient, ownerOf(params.tokenId)',
    },
    {
      signature:
        'decreaseLiquidity((uint256 tokenId, uint128 liquidity, uint256 amount0Min, uint256 amount1Min, uint256 deadline) params)',
      packs: 'ownerOf(params.tokenId)',
    },
    {
      signature:
        'exactInput((bytes path, address recipient, uint256 deadline, uint256 amountIn, uint256 amountOutMinimum) params)',
      packs: "path(params.path, 'address token')[].token, params.recipient",
      checks: ['length(params.path) % 20 == 0'],
    },
    {
      signature:
        'increaseLiquidity((uint256 tokenId, uint256 amount0Desired, uint256 amount1Desired, uint256 amount0Min, uint256 amount1Min, uint256 deadline) params)',
      packs:
        'positions(params.tokenId).operator, positions(params.tokenId).token0, positions(params.tokenId).token1, ownerOf(params.tokenId)',
    },
    {
      signature:
        'mint((address token0, address token1, int24 tickLower, int24 tickUpper, uint256 amount0Desired, uint256 amount1Desired, uint256 amount0Min, uint256 amount1Min, address recipient, uint256 deadline) params)',
      packs: 'params.token0, params.token1, params.recipient',
    },
  ],
} as const satisfies DecoderRules
