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
} as const
const boringVault = {
  contract: 'the decoder: the one vault it was made for',
  function: 'boringVault()',
  returns: '(address vault)',
} as const

const burn = 'burn(uint256 tokenId)'
const collect =
  'collect((uint256 tokenId, address recipient, uint128 amount0Max, uint128 amount1Max) params)'
const decrease =
  'decreaseLiquidity((uint256 tokenId, uint128 liquidity, uint256 amount0Min, uint256 amount1Min, uint256 deadline) params)'
const increase =
  'increaseLiquidity((uint256 tokenId, uint256 amount0Desired, uint256 amount1Desired, uint256 amount0Min, uint256 amount1Min, uint256 deadline) params)'
const mint =
  'mint((address token0, address token1, uint24 fee, int24 tickLower, int24 tickUpper, uint256 amount0Desired, uint256 amount1Desired, uint256 amount0Min, uint256 amount1Min, address recipient, uint256 deadline) params)'
const position =
  'positions(params.tokenId).operator, positions(params.tokenId).token0, positions(params.tokenId).token1'
const swapped = "path(params.path, 'address token, uint24 fee')[].token, params.recipient"
const wholePath = [
  'length(params.path) % 23 == 20 else UniswapV3DecoderAndSanitizer__BadPathFormat',
] as const
/** The statement of both routers' decoders about the position manager. */
const ofPositions = [
  { signature: burn, packs: '' },
  { signature: collect, packs: 'params.recipient, ownerOf(params.tokenId)' },
  { signature: decrease, packs: 'ownerOf(params.tokenId)' },
  { signature: increase, packs: `${position}, ownerOf(params.tokenId)` },
  { signature: mint, packs: 'params.token0, params.token1, params.recipient' },
] as const
const ownPosition = ['ownerOf(params.tokenId) == boringVault() else BadTokenId'] as const

/**
 * Uniswap v3: swaps along a path, and positions. Fees, amounts and prices are not packed.
 *
 * Source: Uniswap v3 SwapRouter and NonfungiblePositionManager; what the decoder packs was observed.
 */
export const uniswapV3 = {
  decoder: 'UniswapV3',
  inherits: [],
  reads,
  functions: [
    ...ofPositions,
    {
      signature:
        'exactInput((bytes path, address recipient, uint256 deadline, uint256 amountIn, uint256 amountOutMinimum) params)',
      packs: swapped,
      checks: wholePath,
    },
  ],
} as const satisfies DecoderRules

/**
 * Uniswap v3 through SwapRouter02, whose swaps have no deadline.
 *
 * Source: Uniswap SwapRouter02; what the decoder packs was observed.
 */
export const uniswapV3SwapRouter02 = {
  decoder: 'UniswapV3SwapRouter02',
  inherits: [],
  reads,
  functions: [
    ...ofPositions,
    {
      signature:
        'exactInput((bytes path, address recipient, uint256 amountIn, uint256 amountOutMinimum) params)',
      packs: swapped,
      checks: wholePath,
    },
  ],
} as const satisfies DecoderRules

/**
 * Uniswap v3 and its forks as older decoders read them: each is made for one vault and holds the
 * owner of a position against it instead of packing it.
 *
 * Source: the entries of leaves that trees still carry.
 */
export const uniswapV3OneVault = {
  decoder: 'UniswapV3',
  version: 'one vault',
  inherits: [],
  reads: { ...reads, boringVault },
  functions: [
    { signature: collect, packs: 'params.recipient', checks: ownPosition },
    { signature: decrease, packs: '', checks: ownPosition },
    { signature: increase, packs: position, checks: ownPosition },
  ],
} as const satisfies DecoderRules
