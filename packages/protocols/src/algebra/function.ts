import type { DecoderRules } from '@vaultwright/manager'
/**
 * Algebra Integral v4: swaps along paths that name each pool's deployer, and positions.
 *
 * Source: Algebra Integral SwapRouter, NonfungiblePositionManager; what the decoder packs was observed.
 */
export const algebraV4 = {
  decoder: 'AlgebraV4',
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
      returns: '(uint88 nonce, address operator, address token0, address token1, address deployer)',
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
      packs: "path(params.path, 'address step')[].step, params.recipient",
      checks: [
        'length(params.path) >= 60 && length(params.path) % 40 == 20 else AlgebraDecoderAndSanitizer__BadPathFormat',
      ],
    },
    {
      signature:
        'increaseLiquidity((uint256 tokenId, uint256 amount0Desired, uint256 amount1Desired, uint256 amount0Min, uint256 amount1Min, uint256 deadline) params)',
      packs:
        'positions(params.tokenId).operator, positions(params.tokenId).token0, positions(params.tokenId).token1, positions(params.tokenId).deployer, ownerOf(params.tokenId)',
    },
    {
      signature:
        'mint((address token0, address token1, address deployer, int24 tickLower, int24 tickUpper, uint256 amount0Desired, uint256 amount1Desired, uint256 amount0Min, uint256 amount1Min, address recipient, uint256 deadline) params)',
      packs: 'params.token0, params.token1, params.deployer, params.recipient',
    },
  ],
} as const satisfies DecoderRules
