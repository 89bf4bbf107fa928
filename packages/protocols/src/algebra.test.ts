import { concat } from 'viem'
import { expect, test } from 'vitest'
import { callOfAction, callOfInterface, self } from '../../../test/support/call/action-call.ts'

const router = '0xE592427A0AEce92De3Edee1F18E0157C05861564'
const usdc = '0xA0b86991c6218b36c1d19D4a2e9Eb0cE3606eB48'
const weth = '0xC02aaA39b223FE8D0A0e5C4F27eAD9083C756Cc2'
const wbtc = '0x2260FAC5E5542a773Aa44fBCfeDf7C193bc2C599'
const first = '0x383E6b4437b59fff47B619CBA855CA29342A8559'
const second = '0x80ac24aA929eaF5013f6436cdA2a7ba190f5Cc0b'
const exactInput = 'exactInput((bytes,address,uint256,uint256,uint256))'
const sold = { router, token_in: usdc, token_out: weth, via: [wbtc], amount: 9n, minimum: 7n }

test('golden: a path of Algebra names the deployer of each pool', () => {
  const values = { ...sold, deployer: first, next_deployers: [second], deadline: 5n }
  const path = concat([usdc, first, wbtc, second, weth]).toLowerCase()
  expect(callOfAction('algebra/swap_through', values)).toBe(
    callOfInterface(exactInput, [[path, self, 5n, 9n, 7n]]),
  )
})

test('golden: a path of Camelot is tokens alone', () => {
  const path = concat([usdc, wbtc, weth]).toLowerCase()
  expect(callOfAction('camelot/swap_through', { ...sold, deadline: 5n })).toBe(
    callOfInterface(exactInput, [[path, self, 5n, 9n, 7n]]),
  )
})

test('refuses: an amount that no word holds', () => {
  const values = { ...sold, deployer: first, next_deployers: [], deadline: 5n }
  expect(() => callOfAction('algebra/swap_through', { ...values, amount: 2n ** 256n })).toThrow(
    expect.objectContaining({ code: 'unencodable' }),
  )
})
