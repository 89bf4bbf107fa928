import { expect, test } from 'vitest'
import {
  type ActionCase,
  callOfAction,
  callOfInterface,
} from '../../../test/support/call/action-call.ts'

const account1 = '0xA0b86991c6218b36c1d19D4a2e9Eb0cE3606eB48'
const account2 = '0xC02aaA39b223FE8D0A0e5C4F27eAD9083C756Cc2'
const account3 = '0x2260FAC5E5542a773Aa44fBCfeDf7C193bc2C599'
const account9 = '0xdAC17F958D2ee523a2206206994597C13D831ec7'
const account10 = '0x7Fc66500c84A76Ad7e9c93437bFc5Ac33E2DDaE9'

test.each<ActionCase>([
  [
    'convex/create_fx_vault',
    { booster: account1, pool_id: 5n, staking_address: account2, staking_token: account3 },
    'createVault(uint256)',
    [5n],
  ],
  [
    'convex/deposit_fx',
    { fx_vault: account1, token: account2, amount: 5n, manage: true },
    'deposit(uint256,bool)',
    [5n, true],
  ],
  ['convex/claim_fx_rewards', { fx_vault: account1, claim_first: true }, 'getReward(bool)', [true]],
  [
    'convex/transfer_fx_tokens',
    { fx_vault: account1, tokens: [account9, account10] },
    'transferTokens(address[])',
    [[account9, account10]],
  ],
])('golden: %s is called as viem encodes the interface', (route, values, signature, args) => {
  expect(callOfAction(route, values)).toBe(callOfInterface(signature, args))
})

test('refuses: a number that no word holds', () => {
  const values = {
    booster: account1,
    pool_id: 2n ** 256n,
    staking_address: account2,
    staking_token: account3,
  }
  expect(() => callOfAction('convex/create_fx_vault', values)).toThrow(
    expect.objectContaining({ code: 'unencodable' }),
  )
})
