import { encodeAbiParameters, parseAbiParameters } from 'viem'
import { expect, test } from 'vitest'
import { callOfAction, callOfInterface } from '../../../../test/support/call/action-call.ts'

const dex = '0xAaAaAAAaA24eEeb8d57D431224f73832bC34f688'
const base = '0xA0b86991c6218b36c1d19D4a2e9Eb0cE3606eB48'
const quote = '0xC02aaA39b223FE8D0A0e5C4F27eAD9083C756Cc2'
const pool = { dex, base, quote, pool_index: 420n, reserve_flags: 0n } as const
const types = 'address,address,uint256,bool,bool,uint128,uint16,uint128,uint128,uint8'

test.each([
  ['base', true],
  ['quote', false],
] as const)('golden: a swap of the %s token, called and as a command', (side, isBase) => {
  const values = { ...pool, amount: 9n, minimum: 7n, limit_price: 11n, tip: 3n }
  const args = [base, quote, 420n, isBase, isBase, 9n, 3, 11n, 7n, 0] as const
  expect(callOfAction(`ambient/swap_${side}`, values)).toBe(callOfInterface(`swap(${types})`, args))
  const command = encodeAbiParameters(parseAbiParameters(types), args)
  expect(callOfAction(`ambient/command_swap_${side}`, values)).toBe(
    callOfInterface('userCmd(uint16,bytes)', [1, command]),
  )
})

const moved = {
  ...pool,
  lp_conduit: quote,
  call_path: 128n,
  code: 12n,
  bid_tick: -60n,
  ask_tick: 120n,
  liquidity: 9n,
  limit_lower: 3n,
  limit_higher: 4n,
  amount0: 5n,
  amount1: 6n,
} as const

test('golden: a change of a position', () => {
  const command = encodeAbiParameters(
    parseAbiParameters(
      'uint8, address, address, uint256, int24, int24, uint128, uint128, uint128, uint8, address',
    ),
    [12, base, quote, 420n, -60, 120, 9n, 3n, 4n, 0, quote],
  )
  expect(callOfAction('ambient/change_position', moved)).toBe(
    callOfInterface('userCmd(uint16,bytes)', [128, command]),
  )
})

test('refuses: liquidity that Ambient cannot hold', () => {
  expect(() =>
    callOfAction('ambient/change_position', { ...moved, liquidity: 2n ** 128n }),
  ).toThrow(expect.objectContaining({ code: 'unencodable' }))
})
