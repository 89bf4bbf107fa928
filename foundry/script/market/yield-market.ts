import type { Address } from 'viem'
import { accountOf } from '../account.ts'
import type { Of } from '../plan/piece.ts'
import { reward } from '../plan/yield-plan.ts'
import type { Step } from '../step.ts'

const wad = 10n ** 18n
const usd = 10n ** 6n
const owner = accountOf('owner')

/** Rewards to be earned, and stock for the aggregators' executor. */
export function rewards(of: Of): readonly Step[] {
  const mint = (token: string, to: Address, amount: bigint): Step => ({
    to: token,
    contract: 'MintableToken',
    name: 'mint',
    args: [to, amount],
  })
  return [
    mint('MORPHO', of('Merkl distributor'), 2n * reward),
    mint('MORPHO', of('Aave rewards'), 100_000n * wad),
    mint('MORPHO', of('Compound rewards'), 100_000n * wad),
    {
      to: 'Compound rewards',
      contract: 'CometRewards',
      name: 'setRewardConfig',
      args: [of('Compound USDC'), of('MORPHO'), 1_000_000_000_000_000n],
    },
    approve('WETH', of('Swap executor')),
    approve('USDC', of('Swap executor')),
    approve('WETH', of('Pendle router')),
    fund(of, 'WETH', 200n * wad),
    fund(of, 'USDC', 500_000n * usd),
    // The gauge takes rewards only while somebody stakes.
    approve('Curve USDC/DAI', of('Curve gauge')),
    {
      to: 'Curve gauge',
      contract: 'CurveGauge',
      name: 'deposit',
      args: [100_000n * wad, owner],
    },
    {
      to: 'Curve gauge',
      contract: 'CurveGauge',
      name: 'deposit_reward_token',
      args: [of('CRV'), 10_000n * wad],
    },
    { to: 'stETH', contract: 'StEth', name: 'submit', args: [owner], value: 100n * wad },
    { to: 'ether.fi pool', contract: 'LiquidityPool', name: 'deposit', value: 100n * wad },
  ]
}

/** SY and PT for the market. */
export function fixedYield(of: Of): readonly Step[] {
  const input = {
    tokenIn: of('WETH'),
    netTokenIn: 200n * wad,
    tokenMintSy: of('WETH'),
    pendleSwap: zero,
    swapData: { swapType: 0, extRouter: zero, extCalldata: '0x', needScale: false },
  }
  return [
    {
      to: 'Pendle router',
      contract: 'PendleRouter',
      name: 'mintSyFromToken',
      args: [owner, of('SY WETH'), 0n, input],
    },
    approve('SY WETH', of('Pendle router')),
    approve('PT WETH', of('Pendle router')),
    {
      to: 'Pendle router',
      contract: 'PendleRouter',
      name: 'mintPyFromSy',
      args: [owner, of('YT WETH'), 100n * wad, 0n],
    },
  ]
}

/** The liquidity that trades run against. */
export function pendleLiquidity(of: Of): readonly Step[] {
  return [
    {
      to: 'Pendle router',
      contract: 'PendleRouter',
      name: 'addLiquidityDualSyAndPt',
      args: [owner, of('Pendle market'), 90n * wad, 90n * wad, 0n],
    },
  ]
}

const zero: Address = '0x0000000000000000000000000000000000000000'

function approve(token: string, spender: Address): Step {
  return { to: token, contract: 'MintableToken', name: 'approve', args: [spender, 2n ** 256n - 1n] }
}

function fund(of: Of, token: string, amount: bigint): Step {
  return {
    to: 'Swap executor',
    contract: 'SwapExecutor',
    name: 'fund',
    args: [of(token), amount],
  }
}
