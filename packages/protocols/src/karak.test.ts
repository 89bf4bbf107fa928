import { expect, test } from 'vitest'
import {
  type ActionCase,
  callOfAction,
  callOfInterface,
  self,
} from '../../../test/support/call/action-call.ts'

const supervisor = '0x54e44DbB92dBA848ACe27F44c0CB4268981eF1CC'
const delegation = '0xAfa904152E04aBFf56701223118Be2832A4449E0'
const vault = '0x126d4dBf752AaF61f3eAaDa24Ab0dB84FEcf6891'
const asset = '0xA0b86991c6218b36c1d19D4a2e9Eb0cE3606eB48'
const zeroAddress = '0x0000000000000000000000000000000000000000'

test.each<ActionCase>([
  [
    'karak/deposit',
    { supervisor, vault, asset, amount: 5n, min_shares: 4n },
    'deposit(address,uint256,uint256)',
    [vault, 5n, 4n],
  ],
  [
    'karak/gimmie_shares',
    { supervisor, vault, shares: 5n },
    'gimmieShares(address,uint256)',
    [vault, 5n],
  ],
  [
    'karak/return_shares',
    { supervisor, vault, shares: 5n },
    'returnShares(address,uint256)',
    [vault, 5n],
  ],
  [
    'karak/start_withdraw',
    { delegation_supervisor: delegation, vault, shares: 5n },
    'startWithdraw((address[],uint256[],address)[])',
    [[[[vault], [5n], self]]],
  ],
  [
    'karak/finish_withdraw',
    {
      delegation_supervisor: delegation,
      vault,
      delegated_to: zeroAddress,
      shares: 5n,
      nonce: 1n,
      start: 2n,
    },
    'finishWithdraw((address,address,uint256,uint256,(address[],uint256[],address))[])',
    [[[self, zeroAddress, 1n, 2n, [[vault], [5n], self]]]],
  ],
])('default: %s is called as the interface says', (route, given, signature, args) => {
  expect(callOfAction(route, given)).toBe(callOfInterface(signature, args))
})

test('error: UnencodableError for an amount that no word holds', () => {
  const input = { supervisor, vault, asset, amount: 2n ** 256n, min_shares: 1n }
  expect(() => callOfAction('karak/deposit', input)).toThrow(
    expect.objectContaining({ code: 'unencodable' }),
  )
})
