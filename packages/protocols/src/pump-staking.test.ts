import { expect, test } from 'vitest'
import {
  type ActionCase,
  callOfAction,
  callOfInterface,
} from '../../../test/support/call/action-call.ts'

const account1 = '0xA0b86991c6218b36c1d19D4a2e9Eb0cE3606eB48'
const account2 = '0xC02aaA39b223FE8D0A0e5C4F27eAD9083C756Cc2'

test.each<ActionCase>([
  [
    'pump_staking/stake',
    { staking: account1, token: account2, amount: 5n },
    'stake(uint256)',
    [5n],
  ],
  [
    'pump_staking/request_unstake',
    { staking: account1, pump_btc: account2, amount: 5n },
    'unstakeRequest(uint256)',
    [5n],
  ],
  [
    'pump_staking/unstake_instant',
    { staking: account1, pump_btc: account2, amount: 5n },
    'unstakeInstant(uint256)',
    [5n],
  ],
  ['pump_staking/claim_slot', { staking: account1, slot: 5n }, 'claimSlot(uint8)', [5n]],
  ['pump_staking/claim_all', { staking: account1 }, 'claimAll()', []],
])('golden: %s is called as viem encodes the interface', (route, values, signature, args) => {
  expect(callOfAction(route, values)).toBe(callOfInterface(signature, args))
})

test('refuses: a number that no word holds', () => {
  const values = { staking: account1, token: account2, amount: 2n ** 256n }
  expect(() => callOfAction('pump_staking/stake', values)).toThrow(
    expect.objectContaining({ code: 'unencodable' }),
  )
})
