import type { DecoderRules } from '@vaultwright/manager'
/**
 * Velodrome and Aerodrome: pools of both kinds, positions and gauges. No pool may be created.
 *
 * Source: Velodrome Router, Slipstream NonfungiblePositionManager and gauges; the packing was observed.
 */
export const velodrome = {
  decoder: 'Velodrome',
  inherits: ['Base'],
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
    {
      signature:
        'addLiquidity(address tokenA, address tokenB, bool stable, uint256 amountADesired, uint256 amountBDesired, uint256 amountAMin, uint256 amountBMin, address to, uint256 deadline)',
      packs: 'tokenA, tokenB, to',
    },
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
    { signature: 'deposit(uint256 tokenIdOrAmount)', packs: '' },
    { signature: 'getReward(uint256 tokenId)', packs: '' },
    { signature: 'getReward(address account)', packs: 'account' },
    {
      signature:
        'increaseLiquidity((uint256 tokenId, uint256 amount0Desired, uint256 amount1Desired, uint256 amount0Min, uint256 amount1Min, uint256 deadline) params)',
      packs:
        'positions(params.tokenId).operator, positions(params.tokenId).token0, positions(params.tokenId).token1, ownerOf(params.tokenId)',
    },
    {
      signature:
        'mint((address token0, address token1, int24 tickSpacing, int24 tickLower, int24 tickUpper, uint256 amount0Desired, uint256 amount1Desired, uint256 amount0Min, uint256 amount1Min, address recipient, uint256 deadline, uint160 sqrtPriceX96) params)',
      packs: 'params.token0, params.token1, params.recipient',
      checks: [
        'params.sqrtPriceX96 == 0 else VelodromeDecoderAndSanitizer__PoolCreationNotAllowed',
      ],
    },
    {
      signature:
        'removeLiquidity(address tokenA, address tokenB, bool stable, uint256 liquidity, uint256 amountAMin, uint256 amountBMin, address to, uint256 deadline)',
      packs: 'tokenA, tokenB, to',
    },
    { signature: 'withdraw(uint256 tokenIdOrAmount)', packs: '' },
  ],
} as const satisfies DecoderRules
