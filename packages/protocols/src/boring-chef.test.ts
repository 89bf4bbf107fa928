import { expect, test } from 'vitest'
import {
  type ActionCase,
  callOfAction,
  callOfInterface,
} from '../../../test/support/call/action-call.ts'

const account1 = '0xA0b86991c6218b36c1d19D4a2e9Eb0cE3606eB48'
const account2 = '0xC02aaA39b223FE8D0A0e5C4F27eAD9083C756Cc2'
const account9 = '0xdAC17F958D2ee523a2206206994597C13D831ec7'
const account10 = '0x7Fc66500c84A76Ad7e9c93437bFc5Ac33E2DDaE9'

test.each<ActionCase>([
  [
    'boring_chef/claim_rewards',
    { ledger: account1, reward_ids: [5n, 6n] },
    'claimRewards(uint256[])',
    [[5n, 6n]],
  ],
  [
    'boring_chef/claim_rewards_for',
    { ledger: account1, reward_ids: [5n, 6n], user: account2 },
    'claimRewardsOnBehalfOfUser(uint256[],address)',
    [[5n, 6n], account2],
  ],
  [
    'boring_chef/distribute_rewards',
    {
      ledger: account1,
      tokens: [account9, account10],
      amounts: [5n, 6n],
      start_epochs: [7n, 8n],
      end_epochs: [9n, 10n],
    },
    'distributeRewards(address[],uint256[],uint48[],uint48[])',
    [
      [account9, account10],
      [5n, 6n],
      [7n, 8n],
      [9n, 10n],
    ],
  ],
])('golden: %s is called as viem encodes the interface', (route, values, signature, args) => {
  expect(callOfAction(route, values)).toBe(callOfInterface(signature, args))
})
