import { actionOf } from '@vaultwright/protocols'
import { expect, test } from 'vitest'
import {
  type ActionCase,
  callOfAction,
  callOfInterface,
  self,
} from '../../../test/support/call/action-call.ts'

const collateral = '0x971e5b5D4baa5607863f3748FeBf287C7bf82618'
const asset = '0xA0b86991c6218b36c1d19D4a2e9Eb0cE3606eB48'

test.each<ActionCase>([
  ['symbiotic/deposit', { collateral, asset, amount: 5n }, 'deposit(address,uint256)', [self, 5n]],
  [
    'symbiotic/withdraw',
    { collateral, asset, amount: 5n },
    'withdraw(address,uint256)',
    [self, 5n],
  ],
  ['symbiotic/claim', { vault: collateral, epoch: 5n }, 'claim(address,uint256)', [self, 5n]],
  [
    'symbiotic/claim_batch',
    { vault: collateral, epochs: [5n, 6n] },
    'claimBatch(address,uint256[])',
    [self, [5n, 6n]],
  ],
  [
    'symbiotic/claim_rewards',
    { vault: collateral, token: asset, data: '0xab' },
    'claimRewards(address,address,bytes)',
    [self, asset, '0xab'],
  ],
])('default: %s is called as the interface says', (route, given, signature, args) => {
  expect(callOfAction(route, given)).toBe(callOfInterface(signature, args))
})

test('behavior: a withdrawal is counted in what was restaked, for a vault is not a token', () => {
  expect(actionOf('symbiotic/withdraw')?.parameters.amount).toMatchObject({ unit: 'asset' })
})

test('error: UnencodableError for an amount that no word holds', () => {
  const input = { collateral, asset, amount: 2n ** 256n }
  expect(() => callOfAction('symbiotic/deposit', input)).toThrow(
    expect.objectContaining({ code: 'unencodable' }),
  )
})
