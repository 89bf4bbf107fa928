import { expect, test } from 'vitest'
import { callOfAction, callOfInterface } from '../../../test/support/call/action-call.ts'

const vault = '0x80ac24aA929eaF5013f6436cdA2a7ba190f5Cc0b'
const usdc = '0xA0b86991c6218b36c1d19D4a2e9Eb0cE3606eB48'
const weth = '0xC02aaA39b223FE8D0A0e5C4F27eAD9083C756Cc2'
const values = { vault, assets: [usdc, weth], amounts: [5n, 6n] } as const
const pairs = [
  [usdc, 5n],
  [weth, 6n],
]

test.each(['deposit', 'withdraw'])('golden: %s is called as viem encodes it', (name) => {
  expect(callOfAction(`aera/${name}`, values)).toBe(
    callOfInterface(`${name}((address,uint256)[])`, [pairs]),
  )
})

test('refuses: an amount that no word holds', () => {
  expect(() => callOfAction('aera/deposit', { ...values, amounts: [2n ** 256n, 0n] })).toThrow(
    expect.objectContaining({ code: 'unencodable' }),
  )
})
