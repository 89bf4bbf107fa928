import { actionOf } from '@vaultwright/protocols'
import { expect, test } from 'vitest'
import {
  type ActionCase,
  callOfAction,
  callOfInterface,
  self,
} from '../../../../test/support/call/action-call.ts'

const usdc = '0xA0b86991c6218b36c1d19D4a2e9Eb0cE3606eB48'
const wstEth = '0x7f39C581F595B53c5cb19bD0b3f8dA6c935E2Ca0'
const oracle = '0x48F7E36EB6B826B2dF4B2E630B62Cd25e89E40e2'
const irm = '0x870aC11D48B15DB9a138Cf899d20F13F79Ba00BC'
const lltv = 860_000_000_000_000_000n
const named = { loan_token: usdc, collateral_token: wstEth, oracle, irm, lltv } as const
const market = { morpho: '0xBBBBBbbBBb9cC5e90e3b3Af64bdAF62C37EEFFCb', ...named } as const
const params = [usdc, wstEth, oracle, irm, lltv]

test.each<ActionCase>([
  [
    'morpho_blue/supply',
    { ...market, amount: 5n, shares: 0n },
    'supply((address,address,address,address,uint256),uint256,uint256,address,bytes)',
    [params, 5n, 0n, self, '0x'],
  ],
  [
    'morpho_blue/supply',
    { ...market, amount: 5n, shares: 7n },
    'supply((address,address,address,address,uint256),uint256,uint256,address,bytes)',
    [params, 0n, 7n, self, '0x'],
  ],
  [
    'morpho_blue/withdraw',
    { ...market, amount: 5n, shares: 0n },
    'withdraw((address,address,address,address,uint256),uint256,uint256,address,address)',
    [params, 5n, 0n, self, self],
  ],
  [
    'morpho_blue/withdraw',
    { ...market, amount: 0n, shares: 7n },
    'withdraw((address,address,address,address,uint256),uint256,uint256,address,address)',
    [params, 0n, 7n, self, self],
  ],
  // Morpho refuses both: dropping the amount would take out more than was said.
  [
    'morpho_blue/withdraw',
    { ...market, amount: 5n, shares: 7n },
    'withdraw((address,address,address,address,uint256),uint256,uint256,address,address)',
    [params, 5n, 7n, self, self],
  ],
  [
    'morpho_blue/supply_collateral',
    { ...market, amount: 5n },
    'supplyCollateral((address,address,address,address,uint256),uint256,address,bytes)',
    [params, 5n, self, '0x'],
  ],
  [
    'morpho_blue/withdraw_collateral',
    { ...market, amount: 5n },
    'withdrawCollateral((address,address,address,address,uint256),uint256,address,address)',
    [params, 5n, self, self],
  ],
  [
    'morpho_blue/borrow',
    { ...market, amount: 5n },
    'borrow((address,address,address,address,uint256),uint256,uint256,address,address)',
    [params, 5n, 0n, self, self],
  ],
  [
    'morpho_blue/repay',
    { ...market, amount: 5n, shares: 0n },
    'repay((address,address,address,address,uint256),uint256,uint256,address,bytes)',
    [params, 5n, 0n, self, '0x'],
  ],
  [
    'morpho_blue/repay',
    { ...market, amount: 5n, shares: 7n },
    'repay((address,address,address,address,uint256),uint256,uint256,address,bytes)',
    [params, 0n, 7n, self, '0x'],
  ],
])('default: %s is called as the interface says', (route, given, signature, args) => {
  expect(callOfAction(route, given)).toBe(callOfInterface(signature, args))
})

test('default: a debt is approved in the loan token, collateral in its own', () => {
  const tokenOf = (route: string) => actionOf(route)?.approvals.map(({ token }) => token)
  expect(tokenOf('morpho_blue/repay')).toEqual(['loan_token'])
  expect(tokenOf('morpho_blue/supply')).toEqual(['loan_token'])
  expect(tokenOf('morpho_blue/supply_collateral')).toEqual(['collateral_token'])
  expect(tokenOf('morpho_blue/withdraw')).toEqual([])
})

test('error: UnencodableError for an amount that no word holds', () => {
  const values = { ...market, amount: 2n ** 256n }
  expect(() => callOfAction('morpho_blue/borrow', values)).toThrow(
    expect.objectContaining({ code: 'unencodable' }),
  )
})
