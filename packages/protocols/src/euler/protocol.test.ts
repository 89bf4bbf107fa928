import { actionOf, patternsOf, ruleBook } from '@vaultwright/protocols'
import { expect, test } from 'vitest'
import {
  type ActionCase,
  callOfAction,
  callOfInterface,
  self,
} from '../../../../test/support/call/action-call.ts'

const evc = '0x0C9a3dd6b8F28529d72d7f9cE918D493519EE383'
const vault = '0x797DD80692c3b2dAdabCe8e30C07fDE5307D48a9'
const usdc = '0xA0b86991c6218b36c1d19D4a2e9Eb0cE3606eB48'
/** The third sub-account of the vault that acts. */
const account = '0xf0Bb20865277ABd641A307ECE5EE04E79073416f'
const max = 2n ** 256n - 1n
const named = { vault, asset: usdc, account } as const
const call = 'call(address,address,uint256,bytes)'
const inner = (signature: string, args: readonly unknown[]) => [
  vault,
  account,
  0n,
  callOfInterface(signature, args),
]

test.each<ActionCase>([
  ['euler/deposit', { ...named, amount: 5n }, 'deposit(uint256,address)', [5n, account]],
  [
    'euler/withdraw',
    { vault, asset: usdc, amount: 5n },
    'withdraw(uint256,address,address)',
    [5n, self, self],
  ],
  ['euler/redeem', { vault, shares: max }, 'redeem(uint256,address,address)', [max, self, self]],
  ['euler/borrow', { vault, asset: usdc, amount: 5n }, 'borrow(uint256,address)', [5n, self]],
  ['euler/repay', { ...named, amount: max }, 'repay(uint256,address)', [max, account]],
  [
    'euler/repay_with_shares',
    { ...named, amount: 5n },
    'repayWithShares(uint256,address)',
    [5n, account],
  ],
  ['euler/disable_controller', { vault }, 'disableController()', []],
  [
    'euler/enable_controller',
    { evc, account, vault },
    'enableController(address,address)',
    [account, vault],
  ],
  [
    'euler/enable_collateral',
    { evc, account, vault },
    'enableCollateral(address,address)',
    [account, vault],
  ],
  [
    'euler/disable_collateral',
    { evc, account, vault },
    'disableCollateral(address,address)',
    [account, vault],
  ],
  [
    'euler/borrow_for_account',
    { evc, ...named, amount: 5n },
    call,
    inner('borrow(uint256,address)', [5n, self]),
  ],
  [
    'euler/withdraw_for_account',
    { evc, ...named, amount: 5n },
    call,
    inner('withdraw(uint256,address,address)', [5n, self, account]),
  ],
  [
    'euler/redeem_for_account',
    { evc, ...named, shares: max },
    call,
    inner('redeem(uint256,address,address)', [max, self, account]),
  ],
])('default: %s is called as the interface says', (route, given, signature, args) => {
  expect(callOfAction(route, given)).toBe(callOfInterface(signature, args))
})

test('behavior: what comes out for a sub-account goes to the vault, and the leaf binds both', () => {
  const [pattern] = patternsOf(actionOf('euler/withdraw_for_account')!, ruleBook)
  const slots = pattern?.pieces.map((piece) => ('slot' in piece ? piece.slot : piece.constant))
  const selector = '0x00000000000000000000000000000000b460aF94'
  expect(slots).toEqual(['vault', 'account', selector, 'self', 'account'])
})

test('error: UnencodableError for an amount that no word holds', () => {
  const input = { vault, asset: usdc, amount: 2n ** 256n }
  expect(() => callOfAction('euler/borrow', input)).toThrow(
    expect.objectContaining({ code: 'unencodable' }),
  )
})
