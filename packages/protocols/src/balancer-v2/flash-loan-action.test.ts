import { expect, test } from 'vitest'
import {
  type ActionCase,
  callOfAction,
  callOfInterface,
  manager,
} from '../../../../test/support/call/action-call.ts'

const lender = '0xBA12222222228d8Ba445958a75a0704d566BF2C8'
const receiver = '0x80ac24aA929eaF5013f6436cdA2a7ba190f5Cc0b'
const tokens = [
  '0xA0b86991c6218b36c1d19D4a2e9Eb0cE3606eB48',
  '0xC02aaA39b223FE8D0A0e5C4F27eAD9083C756Cc2',
] as const
const flashLoan = 'flashLoan(address,address[],uint256[],bytes)'

test.each<ActionCase>([
  [
    'balancer_v2/flash_loan_several',
    { tokens, amounts: [5n, 6n], actions: '0xab' },
    flashLoan,
    [manager, tokens, [5n, 6n], '0xab'],
  ],
  [
    'balancer_v2/flash_loan_to',
    { lender, receiver, tokens, amounts: [5n, 6n], data: '0xab' },
    flashLoan,
    [receiver, tokens, [5n, 6n], '0xab'],
  ],
])('golden: %s is called as viem encodes the interface', (route, values, signature, args) => {
  expect(callOfAction(route, values)).toBe(callOfInterface(signature, args))
})

test('refuses: an amount that no word holds', () => {
  const values = { lender, receiver, tokens, amounts: [2n ** 256n, 1n], data: '0x' }
  expect(() => callOfAction('balancer_v2/flash_loan_to', values)).toThrow(
    expect.objectContaining({ code: 'unencodable' }),
  )
})
