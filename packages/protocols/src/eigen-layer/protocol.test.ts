import { expect, test } from 'vitest'
import {
  type ActionCase,
  callOfAction,
  callOfInterface,
  self,
} from '../../../../test/support/call/action-call.ts'

const strategies = { strategy_manager: '0x858646372CC42E1A627fcE94aa7A7033e7CF075A' } as const
const delegation = { delegation_manager: '0x39053D51B77DC0d36036Fc1fCc8Cb819df8Ef37A' } as const
const rewards = { rewards_coordinator: '0x7750d328b314EfFa365A0402CcfD489B80B0adda' } as const
const strategy = '0x93c4b944D05dfe6df7645A86cd2206016c51564D'
const token = '0x7f39C581F595B53c5cb19bD0b3f8dA6c935E2Ca0'
const operator = '0x383E6b4437b59fff47B619CBA855CA29342A8559'
const zeroAddress = '0x0000000000000000000000000000000000000000'
const word = `0x${'11'.repeat(32)}` as const
const claim = [1n, 2n, '0xab', [token, word], [3n], ['0xcd'], [[token, 4n]]] as const

test.each<ActionCase>([
  [
    'eigen_layer/deposit',
    { ...strategies, strategy, token, amount: 5n },
    'depositIntoStrategy(address,address,uint256)',
    [strategy, token, 5n],
  ],
  [
    'eigen_layer/delegate',
    {
      ...delegation,
      operator,
      approval_signature: '0xab',
      approval_expiry: 6n,
      approval_salt: word,
    },
    'delegateTo(address,(bytes,uint256),bytes32)',
    [operator, ['0xab', 6n], word],
  ],
  ['eigen_layer/undelegate', delegation, 'undelegate(address)', [self]],
  [
    'eigen_layer/queue_withdrawal',
    { ...delegation, strategy, shares: 5n },
    'queueWithdrawals((address[],uint256[],address)[])',
    [[[[strategy], [5n], self]]],
  ],
  [
    'eigen_layer/complete_withdrawal',
    {
      ...delegation,
      strategy,
      token,
      operator: zeroAddress,
      shares: 5n,
      nonce: 1n,
      start_block: 2n,
    },
    'completeQueuedWithdrawals((address,address,address,uint256,uint32,address[],uint256[])[],address[][],bool[])',
    [[[self, zeroAddress, self, 1n, 2, [strategy], [5n]]], [[token]], [true]],
  ],
  [
    'eigen_layer/set_claimer',
    { ...rewards, claimer: operator },
    'setClaimerFor(address)',
    [operator],
  ],
  [
    'eigen_layer/claim_rewards',
    { ...rewards, claim },
    'processClaim((uint32,uint32,bytes,(address,bytes32),uint32[],bytes[],(address,uint256)[]),address)',
    [claim, self],
  ],
])('default: %s is called as the interface says', (route, given, signature, args) => {
  expect(callOfAction(route, given)).toBe(callOfInterface(signature, args))
})

test('error: UnencodableError for an amount that no word holds', () => {
  const input = { ...strategies, strategy, token, amount: 2n ** 256n }
  expect(() => callOfAction('eigen_layer/deposit', input)).toThrow(
    expect.objectContaining({ code: 'unencodable' }),
  )
})
