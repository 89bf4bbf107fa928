import { actionOf } from '@vaultwright/protocols'
import { expect, test } from 'vitest'
import {
  type ActionCase,
  callOfAction,
  callOfInterface,
  manager,
  self,
} from '../../../../test/support/call/action-call.ts'

const stEth = '0xae7ab96520DE3A18E5e111B5EaAb095312D7fE84'
const wrapper = '0x7f39C581F595B53c5cb19bD0b3f8dA6c935E2Ca0'
const queue = '0x889edC2eDab5f40e902b864aD4d7AdE8E412F9B1'
const zeroAddress = '0x0000000000000000000000000000000000000000'

test.each<ActionCase>([
  ['lido/stake', { st_eth: stEth, amount: 5n }, 'submit(address)', [zeroAddress]],
  ['lido/wrap', { wrapper, st_eth: stEth, amount: 5n }, 'wrap(uint256)', [5n]],
  ['lido/unwrap', { wrapper, amount: 5n }, 'unwrap(uint256)', [5n]],
  [
    'lido/request_withdrawals',
    { withdrawal_queue: queue, st_eth: stEth, amounts: [5n, 6n] },
    'requestWithdrawals(uint256[],address)',
    [[5n, 6n], self],
  ],
  [
    'lido/request_withdrawals',
    { withdrawal_queue: queue, st_eth: stEth, amounts: [] },
    'requestWithdrawals(uint256[],address)',
    [[], self],
  ],
  [
    'lido/claim_withdrawal',
    { withdrawal_queue: queue, request_id: 9n },
    'claimWithdrawal(uint256)',
    [9n],
  ],
  [
    'lido/claim_withdrawals',
    { withdrawal_queue: queue, request_ids: [8n, 9n], hints: [1n, 1n] },
    'claimWithdrawals(uint256[],uint256[])',
    [
      [8n, 9n],
      [1n, 1n],
    ],
  ],
])('default: %s is called as the interface says', (route, given, signature, args) => {
  expect(callOfAction(route, given)).toBe(callOfInterface(signature, args))
})

test('default: what is staked goes along as value', () => {
  const stake = actionOf('lido/stake')!
  expect(stake.value({ st_eth: stEth, amount: 5n, self, manager })).toBe(5n)
  expect(stake.sends).toBe('always')
})

test('error: UnencodableError for an amount that no word holds', () => {
  const values = { wrapper, st_eth: stEth, amount: 2n ** 256n }
  expect(() => callOfAction('lido/wrap', values)).toThrow(
    expect.objectContaining({ code: 'unencodable' }),
  )
})
