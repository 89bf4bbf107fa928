import { expect, test } from 'vitest'
import {
  type ActionCase,
  callOfAction,
  callOfInterface,
  self,
} from '../../../../test/support/call/action-call.ts'

const account1 = '0xA0b86991c6218b36c1d19D4a2e9Eb0cE3606eB48'
const account2 = '0xC02aaA39b223FE8D0A0e5C4F27eAD9083C756Cc2'

test.each<ActionCase>([
  [
    'silo/deposit',
    { silo: account1, asset: account2, amount: 5n, collateral_type: 1n },
    'deposit(uint256,address,uint8)',
    [5n, self, 1n],
  ],
  [
    'silo/mint',
    { silo: account1, asset: account2, shares: 5n, max_assets: 6n, collateral_type: 1n },
    'mint(uint256,address,uint8)',
    [5n, self, 1n],
  ],
  [
    'silo/withdraw',
    { silo: account1, asset: account2, amount: 5n, collateral_type: 1n },
    'withdraw(uint256,address,address,uint8)',
    [5n, self, self, 1n],
  ],
  [
    'silo/redeem',
    { silo: account1, shares: 5n, collateral_type: 1n },
    'redeem(uint256,address,address,uint8)',
    [5n, self, self, 1n],
  ],
  [
    'silo/transition_collateral',
    { silo: account1, shares: 5n, transition_from: 1n },
    'transitionCollateral(uint256,address,uint8)',
    [5n, self, 1n],
  ],
  ['silo/switch_collateral', { silo: account1 }, 'switchCollateralToThisSilo()', []],
  ['silo/accrue_interest', { silo: account1 }, 'accrueInterest()', []],
  [
    'silo/borrow',
    { silo: account1, asset: account2, amount: 5n },
    'borrow(uint256,address,address)',
    [5n, self, self],
  ],
  [
    'silo/borrow_same_asset',
    { silo: account1, asset: account2, amount: 5n },
    'borrowSameAsset(uint256,address,address)',
    [5n, self, self],
  ],
  [
    'silo/borrow_shares',
    { silo: account1, shares: 5n },
    'borrowShares(uint256,address,address)',
    [5n, self, self],
  ],
  [
    'silo/repay',
    { silo: account1, asset: account2, amount: 5n },
    'repay(uint256,address)',
    [5n, self],
  ],
  [
    'silo/repay_shares',
    { silo: account1, asset: account2, shares: 5n, max_assets: 6n },
    'repayShares(uint256,address)',
    [5n, self],
  ],
  ['silo/claim_rewards', { controller: account1 }, 'claimRewards(address)', [self]],
  [
    'silo/claim_program_rewards',
    { controller: account1, programs: ['wS_sUSDC_008'] },
    'claimRewards(address,string[])',
    [self, ['wS_sUSDC_008']],
  ],
  ['silo/claim_vault_rewards', { vault: account1 }, 'claimRewards()', []],
])('golden: %s is called as viem encodes the interface', (route, values, signature, args) => {
  expect(callOfAction(route, values)).toBe(callOfInterface(signature, args))
})

test('refuses: a number that no word holds', () => {
  const values = { silo: account1, asset: account2, amount: 2n ** 256n, collateral_type: 1n }
  expect(() => callOfAction('silo/deposit', values)).toThrow(
    expect.objectContaining({ code: 'unencodable' }),
  )
})
