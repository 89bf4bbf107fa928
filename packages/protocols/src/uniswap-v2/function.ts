import type { DecoderRules } from '@vaultwright/manager'

const short = ['length(path) <= 2 else PathTooLong'] as const

/**
 * Uniswap v2: pools of two tokens, and swaps through one of them.
 *
 * Source: UniswapV2Router02; what the decoder packs was observed.
 */
export const uniswapV2 = {
  decoder: 'UniswapV2',
  inherits: [],
  functions: [
    {
      signature:
        'addLiquidity(address tokenA, address tokenB, uint256 amountADesired, uint256 amountBDesired, uint256 amountAMin, uint256 amountBMin, address to, uint256 deadline)',
      packs: 'tokenA, tokenB, to',
    },
    {
      signature:
        'addLiquidityETH(address token, uint256 amountTokenDesired, uint256 amountTokenMin, uint256 amountETHMin, address to, uint256 deadline)',
      packs: 'token, to',
    },
    {
      signature:
        'removeLiquidity(address tokenA, address tokenB, uint256 liquidity, uint256 amountAMin, uint256 amountBMin, address to, uint256 deadline)',
      packs: 'tokenA, tokenB, to',
    },
    {
      signature:
        'removeLiquidityETH(address token, uint256 liquidity, uint256 amountTokenMin, uint256 amountETHMin, address to, uint256 deadline)',
      packs: 'token, to',
    },
    {
      signature:
        'swapETHForExactTokens(uint256 amountOut, address[] path, address to, uint256 deadline)',
      packs: 'path[0], path[1], to',
      checks: short,
    },
    {
      signature:
        'swapExactETHForTokens(uint256 amountOutMin, address[] path, address to, uint256 deadline)',
      packs: 'path[0], path[1], to',
      checks: short,
    },
    {
      signature:
        'swapExactTokensForETH(uint256 amountIn, uint256 amountOutMin, address[] path, address to, uint256 deadline)',
      packs: 'path[0], path[1], to',
      checks: short,
    },
    {
      signature:
        'swapExactTokensForTokens(uint256 amountIn, uint256 amountOutMin, address[] path, address to, uint256 deadline)',
      packs: 'path[0], path[1], to',
      checks: short,
    },
    {
      signature:
        'swapTokensForExactETH(uint256 amountOut, uint256 amountInMax, address[] path, address to, uint256 deadline)',
      packs: 'path[0], path[1], to',
      checks: short,
    },
    {
      signature:
        'swapTokensForExactTokens(uint256 amountOut, uint256 amountInMax, address[] path, address to, uint256 deadline)',
      packs: 'path[0], path[1], to',
      checks: short,
    },
  ],
} as const satisfies DecoderRules
