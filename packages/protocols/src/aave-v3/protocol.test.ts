import { actionOf } from '@vaultwright/protocols'
import { expect, test } from 'vitest'
import {
  type ActionCase,
  callOfAction,
  callOfInterface,
  self,
} from '../../../../test/support/call/action-call.ts'

const pool = '0x87870Bca3F3fD6335C3F4ce8392D69350B4fA4E2'
const usdc = '0xA0b86991c6218b36c1d19D4a2e9Eb0cE3606eB48'
const rewards = '0x8164Cc65827dcFe994AB23944CBC90e0aa80bFcb'
const max = 2n ** 256n - 1n

test.each<ActionCase>([
  [
    'aave_v3/supply',
    { pool, asset: usdc, amount: 5n },
    'supply(address,uint256,address,uint16)',
    [usdc, 5n, self, 0],
  ],
  [
    'aave_v3/withdraw',
    { pool, asset: usdc, amount: max },
    'withdraw(address,uint256,address)',
    [usdc, max, self],
  ],
  [
    'aave_v3/borrow',
    { pool, asset: usdc, amount: 5n },
    'borrow(address,uint256,uint256,uint16,address)',
    [usdc, 5n, 2n, 0, self],
  ],
  [
    'aave_v3/repay',
    { pool, asset: usdc, amount: max },
    'repay(address,uint256,uint256,address)',
    [usdc, max, 2n, self],
  ],
  [
    'aave_v3/set_collateral',
    { pool, asset: usdc, enabled: false },
    'setUserUseReserveAsCollateral(address,bool)',
    [usdc, false],
  ],
  ['aave_v3/set_e_mode', { pool, category: 255n }, 'setUserEMode(uint8)', [255]],
  [
    'aave_v3/claim_rewards',
    { rewards_controller: rewards, assets: [usdc, pool], amount: max, reward: usdc },
    'claimRewards(address[],uint256,address,address)',
    [[usdc, pool], max, self, usdc],
  ],
  [
    'aave_v3/claim_rewards',
    { rewards_controller: rewards, assets: [], amount: 1n, reward: usdc },
    'claimRewards(address[],uint256,address,address)',
    [[], 1n, self, usdc],
  ],
])('default: %s is called as the interface says', (route, given, signature, args) => {
  expect(callOfAction(route, given)).toBe(callOfInterface(signature, args))
})

test('default: supply and repay approve exactly what the pool pulls', () => {
  const approval = { token: 'asset', spender: 'pool', amount: 'amount' }
  expect(actionOf('aave_v3/supply')?.approvals).toEqual([approval])
  expect(actionOf('aave_v3/repay')?.approvals).toEqual([approval])
  expect(actionOf('aave_v3/borrow')?.approvals).toEqual([])
})

test('error: UnencodableError for a category that one byte does not hold', () => {
  const values = { pool, category: 256n }
  expect(() => callOfAction('aave_v3/set_e_mode', values)).toThrow(
    expect.objectContaining({ code: 'unencodable' }),
  )
})
