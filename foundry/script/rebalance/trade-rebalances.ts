import { encodePacked } from 'viem'
import { sortedPair } from '../market/market.ts'
import type { Of } from '../plan/piece.ts'
import { approve, callOf, type VaultCall } from './rebalance.ts'

const wad = 10n ** 18n
const usd = 10n ** 6n
const ether = (amount: bigint) => amount * wad
const dollars = (amount: bigint) => amount * usd
const eth = 'Local ETH'
const dollar = 'Local USD'
/** A deadline that does not pass. */
const later = 2n ** 40n

const input =
  'exactInput((bytes path,address recipient,uint256 deadline,uint256 amountIn,uint256 amountOutMinimum) params)'

/** Swaps 10 WETH for USDC, and opens a position with what is there. */
export function swapAndMint(of: Of): readonly VaultCall[] {
  const path = encodePacked(['address', 'uint24', 'address'], [of('WETH'), 500, of('USDC')])
  const [token0, token1] = sortedPair(of)
  const [amount0, amount1] =
    token0 === of('WETH') ? [ether(5n), dollars(10_000n)] : [dollars(10_000n), ether(5n)]
  return [
    approve(of, 'WETH', { spender: 'Uniswap router', amount: ether(10n) }),
    callOf(of('Uniswap router'), input, [
      { path, recipient: of(eth), deadline: later, amountIn: ether(10n), amountOutMinimum: 0n },
    ]),
    approve(of, 'WETH', { spender: 'Uniswap positions', amount: ether(5n) }),
    approve(of, 'USDC', { spender: 'Uniswap positions', amount: dollars(10_000n) }),
    callOf(
      of('Uniswap positions'),
      'mint((address token0,address token1,uint24 fee,int24 tickLower,int24 tickUpper,uint256 amount0Desired,uint256 amount1Desired,uint256 amount0Min,uint256 amount1Min,address recipient,uint256 deadline) params)',
      [
        {
          token0,
          token1,
          fee: 500,
          tickLower: -887_270,
          tickUpper: 887_270,
          amount0Desired: amount0,
          amount1Desired: amount1,
          amount0Min: 0n,
          amount1Min: 0n,
          recipient: of(eth),
          deadline: later,
        },
      ],
    ),
  ]
}

/** Swaps USDC for DAI on Curve, adds liquidity and stakes it. */
export function curve(of: Of): readonly VaultCall[] {
  const pool = of('Curve USDC/DAI')
  return [
    approve(of, 'USDC', { spender: 'Curve USDC/DAI', amount: dollars(60_000n) }),
    callOf(pool, 'exchange(int128 i, int128 j, uint256 dx, uint256 least)', [
      0n,
      1n,
      dollars(20_000n),
      0n,
    ]),
    approve(of, 'DAI', { spender: 'Curve USDC/DAI', amount: ether(15_000n) }),
    callOf(pool, 'add_liquidity(uint256[] amounts, uint256 least)', [
      [dollars(15_000n), ether(15_000n)],
      0n,
    ]),
    approve(of, 'Curve USDC/DAI', { spender: 'Curve gauge', amount: ether(20_000n) }),
    callOf(of('Curve gauge'), 'deposit(uint256 amount, address receiver)', [
      ether(20_000n),
      of(dollar),
    ]),
  ]
}
