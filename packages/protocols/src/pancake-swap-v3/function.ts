import type { DecoderRules } from '@vaultwright/manager'

const reads = {
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
  userPositionInfos: {
    contract: 'MasterChefV3',
    function: 'userPositionInfos(uint256)',
    returns:
      '(uint128 liquidity, uint128 boostLiquidity, int24 tickLower, int24 tickUpper, uint256 rewardGrowthInside, uint256 reward, address user, uint256 pid, uint256 boostMultiplier)',
  },
} as const

/**
 * PancakeSwap v3: as Uniswap v3, and a position may be staked in the MasterChef for a user.
 *
 * Source: PancakeSwap v3 periphery, SmartRouter and MasterChefV3; what the decoder packs was observed.
 */
export const pancakeSwapV3 = {
  decoder: 'PancakeSwapV3',
  inherits: [],
  reads,
  functions: [
    { signature: 'burn(uint256 tokenId)', packs: '' },
    {
      signature:
        'collect((uint256 tokenId, address recipient, uint128 amount0Max, uint128 amount1Max) params)',
      packs: 'params.recipient, ownerOf(params.tokenId), userPositionInfos(params.tokenId).user',
    },
    {
      signature:
        'decreaseLiquidity((uint256 tokenId, uint128 liquidity, uint256 amount0Min, uint256 amount1Min, uint256 deadline) params)',
      packs: 'ownerOf(params.tokenId), userPositionInfos(params.tokenId).user',
    },
    {
      signature:
        'exactInput((bytes path, address recipient, uint256 amountIn, uint256 amountOutMinimum) params)',
      packs: "path(params.path, 'address token, uint24 fee')[].token, params.recipient",
      checks: ['length(params.path) % 23 == 20 else UniswapV3DecoderAndSanitizer__BadPathFormat'],
    },
    {
      signature:
        'exactInput((bytes path, address recipient, uint256 deadline, uint256 amountIn, uint256 amountOutMinimum) params)',
      packs: "path(params.path, 'address token, uint24 fee')[].token, params.recipient",
      checks: ['length(params.path) % 23 == 20 else UniswapV3DecoderAndSanitizer__BadPathFormat'],
    },
    { signature: 'harvest(uint256 tokenId, address _to)', packs: '_to' },
    {
      signature:
        'increaseLiquidity((uint256 tokenId, uint256 amount0Desired, uint256 amount1Desired, uint256 amount0Min, uint256 amount1Min, uint256 deadline) params)',
      packs:
        'positions(params.tokenId).operator, positions(params.tokenId).token0, positions(params.tokenId).token1, ownerOf(params.tokenId), userPositionInfos(params.tokenId).user',
    },
    {
      signature:
        'mint((address token0, address token1, uint24 fee, int24 tickLower, int24 tickUpper, uint256 amount0Desired, uint256 amount1Desired, uint256 amount0Min, uint256 amount1Min, address recipient, uint256 deadline) params)',
      packs: 'params.token0, params.token1, params.recipient',
    },
    { signature: 'safeTransferFrom(address from, address to, uint256 tokenId)', packs: 'from, to' },
    { signature: 'withdraw(uint256 tokenId, address _to)', packs: '_to' },
  ],
} as const satisfies DecoderRules

const inferred =
  'leaves carry these entries, for staked positions too; what the decoder checks was not observed'

/**
 * PancakeSwap v3 as older decoders read it: each is made for one vault and packs no owner.
 *
 * Source: the entries of leaves that trees still carry.
 */
export const pancakeSwapV3OneVault = {
  decoder: 'PancakeSwapV3',
  version: 'one vault',
  inherits: [],
  reads,
  functions: [
    {
      signature:
        'collect((uint256 tokenId, address recipient, uint128 amount0Max, uint128 amount1Max) params)',
      packs: 'params.recipient',
      inferred,
    },
    {
      signature:
        'decreaseLiquidity((uint256 tokenId, uint128 liquidity, uint256 amount0Min, uint256 amount1Min, uint256 deadline) params)',
      packs: '',
      inferred,
    },
    {
      signature:
        'increaseLiquidity((uint256 tokenId, uint256 amount0Desired, uint256 amount1Desired, uint256 amount0Min, uint256 amount1Min, uint256 deadline) params)',
      packs:
        'positions(params.tokenId).operator, positions(params.tokenId).token0, positions(params.tokenId).token1',
      inferred,
    },
  ],
} as const satisfies DecoderRules
