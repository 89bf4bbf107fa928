import { actionOf } from '@vaultwright/protocols'
import { expect, test } from 'vitest'
import {
  type ActionCase,
  callOfAction,
  callOfInterface,
  manager,
  self,
} from '../../../../test/support/call/action-call.ts'

const pool = '0x308861A430be4cce5502d0A12724771Fc6DaF216'
const wrapper = '0xCd5fE23C85820F7B72D0926FC9b05b43E359b7ee'
const eEth = '0x35fA164735182de50811E8e2E824cFb9B6118ac2'
const nft = '0x7d5706f6ef3F89B3951E23e557CDFBC3239D4E2c'

test.each<ActionCase>([
  ['ether_fi/stake', { liquidity_pool: pool, amount: 5n }, 'deposit()', []],
  ['ether_fi/wrap', { wrapper, e_eth: eEth, amount: 5n }, 'wrap(uint256)', [5n]],
  ['ether_fi/unwrap', { wrapper, amount: 5n }, 'unwrap(uint256)', [5n]],
  [
    'ether_fi/request_withdraw',
    { liquidity_pool: pool, e_eth: eEth, amount: 5n },
    'requestWithdraw(address,uint256)',
    [self, 5n],
  ],
  [
    'ether_fi/claim_withdraw',
    { withdraw_request_nft: nft, request_id: 9n },
    'claimWithdraw(uint256)',
    [9n],
  ],
])('default: %s is called as the interface says', (route, given, signature, args) => {
  expect(callOfAction(route, given)).toBe(callOfInterface(signature, args))
})

test('default: what is staked goes along as value', () => {
  const stake = actionOf('ether_fi/stake')!
  expect(stake.value({ liquidity_pool: pool, amount: 5n, self, manager })).toBe(5n)
  expect(stake.sends).toBe('always')
})

test('error: UnencodableError for an amount that no word holds', () => {
  const values = { wrapper, e_eth: eEth, amount: 2n ** 256n }
  expect(() => callOfAction('ether_fi/wrap', values)).toThrow(
    expect.objectContaining({ code: 'unencodable' }),
  )
})
