import type { Address } from 'viem'
import { accountOf } from '../account.ts'
import type { Of } from '../plan/piece.ts'
import type { Step } from '../step.ts'

const wad = 10n ** 18n
const usd = 10n ** 6n
const cent = usd / 100n
const most = 2n ** 256n - 1n
const owner = accountOf('owner')
const borrower = accountOf('solver')

/** Loans that suppliers earn from, and what pays the daily yield of other protocols. */
export function borrowing(of: Of): readonly Step[] {
  const approve = (token: string, spender: string, from: Address = owner): Step => ({
    from,
    to: token,
    contract: 'MintableToken',
    name: 'approve',
    args: [of(spender), most],
  })
  const borrow = (token: string, amount: bigint): Step => ({
    to: 'Aave pool',
    contract: 'AavePool',
    name: 'borrow',
    args: [of(token), amount, 2n, 0, owner],
  })
  const comet = { from: borrower, to: 'Compound USDC', contract: 'Comet' }
  return [
    borrow('WETH', 400n * wad),
    borrow('USDC', 3_500_000n * usd),
    {
      from: borrower,
      to: 'WETH',
      contract: 'WrappedNative',
      name: 'deposit',
      value: 2_400n * wad,
    },
    approve('WETH', 'Compound USDC', borrower),
    { ...comet, name: 'supply', args: [of('WETH'), 2_400n * wad] },
    { ...comet, name: 'withdraw', args: [of('USDC'), 3_600_000n * usd] },
    approve('USDC', 'Savings USDC'),
    approve('WETH', 'Savings WETH'),
    approve('WETH', 'Uniswap router'),
    approve('USDC', 'Uniswap router'),
  ]
}

/**
 * Pays what a day earns in protocols that do not count interest by the second. Savings earn from the day
 * after their first deposit on.
 *
 * @param day - since the first one.
 */
export function interestOf(day: number): readonly Step[] {
  const part = BigInt((day * 37) % 60)
  const donate = (token: string, assets: bigint): Step => ({
    to: `Savings ${token}`,
    contract: 'Vault4626',
    name: 'donateYield',
    args: [assets],
  })
  const exchange = (from: bigint, amount: bigint): Step => ({
    to: 'Curve USDC/DAI',
    contract: 'CurvePool',
    name: 'exchange',
    args: [from, 1n - from, amount, 0n],
  })
  const pays = { value: ((75n + part / 3n) * wad) / 10_000n }
  return [
    ...(day > 3 ? [donate('USDC', (4_500n + 30n * part) * cent)] : []),
    ...(day > 12 ? [donate('WETH', ((190n + part) * wad) / 10_000n)] : []),
    { to: 'stETH', contract: 'StEth', name: 'receiveRewards', ...pays },
    { to: 'ether.fi pool', contract: 'LiquidityPool', name: 'rebase', ...pays },
    exchange(0n, 1_000_000n * usd),
    exchange(1n, 1_000_000n * wad),
  ]
}
