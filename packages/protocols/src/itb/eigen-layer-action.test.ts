import { expect, test } from 'vitest'
import {
  type ActionCase,
  callOfAction,
  callOfInterface,
} from '../../../../test/support/call/action-call.ts'

const word = `0x${'11'.repeat(32)}` as const
const account1 = '0xA0b86991c6218b36c1d19D4a2e9Eb0cE3606eB48'
const account2 = '0xC02aaA39b223FE8D0A0e5C4F27eAD9083C756Cc2'
const account3 = '0x2260FAC5E5542a773Aa44fBCfeDf7C193bc2C599'
const account4 = '0x383E6b4437b59fff47B619CBA855CA29342A8559'

test.each<ActionCase>([
  ['itb/delegate', { position: account1 }, 'delegate()', []],
  [
    'itb/delegate_with_signature',
    { position: account1, signature: '0xabcdef', expiry: 5n, salt: word },
    'delegateWithSignature(bytes,uint256,bytes32)',
    ['0xabcdef', 5n, word],
  ],
  ['itb/undelegate', { position: account1 }, 'undelegate()', []],
  [
    'itb/execute',
    { position: account1, called: account2, amount: 5n, call_data: '0xabcdef' },
    'execute(address,uint256,bytes)',
    [account2, 5n, '0xabcdef'],
  ],
  [
    'itb/update_delegation_manager',
    { position: account1, delegation_manager: account2 },
    'updateDelegationManager(address)',
    [account2],
  ],
  [
    'itb/update_strategy_manager',
    { position: account1, strategy_manager: account2 },
    'updateStrategyManager(address)',
    [account2],
  ],
  [
    'itb/update_eigen_layer_config',
    { position: account1, liquid_staking: account2, underlying: account3, operator: account4 },
    'updatePositionConfig(address,address,address)',
    [account2, account3, account4],
  ],
])('golden: %s is called as viem encodes the interface', (route, values, signature, args) => {
  expect(callOfAction(route, values)).toBe(callOfInterface(signature, args))
})

test('refuses: a number that no word holds', () => {
  const values = { position: account1, signature: '0xabcdef', expiry: 2n ** 256n, salt: word }
  expect(() => callOfAction('itb/delegate_with_signature', values)).toThrow(
    expect.objectContaining({ code: 'unencodable' }),
  )
})
