import { expect, test } from 'vitest'
import {
  type ActionCase,
  callOfAction,
  callOfInterface,
} from '../../../../test/support/call/action-call.ts'

const usdc = '0xA0b86991c6218b36c1d19D4a2e9Eb0cE3606eB48'
const spender = '0xC02aaA39b223FE8D0A0e5C4F27eAD9083C756Cc2'
const max = 2n ** 256n - 1n

test.each<ActionCase>([
  [
    'erc_20/approve',
    { token: usdc, spender, amount: 0n },
    'approve(address,uint256)',
    [spender, 0n],
  ],
  [
    'erc_20/approve',
    { token: usdc, spender, amount: max },
    'approve(address,uint256)',
    [spender, max],
  ],
  [
    'erc_20/transfer',
    { token: usdc, to: spender, amount: 7n },
    'transfer(address,uint256)',
    [spender, 7n],
  ],
])('default: %s is called as the interface says', (route, given, signature, args) => {
  expect(callOfAction(route, given)).toBe(callOfInterface(signature, args))
})

test('error: UnencodableError for an amount that no word holds', () => {
  const values = { token: usdc, to: spender, amount: max + 1n }
  expect(() => callOfAction('erc_20/transfer', values)).toThrow(
    expect.objectContaining({ code: 'unencodable' }),
  )
})
