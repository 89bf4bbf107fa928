import { expect, test } from 'vitest'
import {
  type ActionCase,
  callOfAction,
  callOfInterface,
  self,
} from '../../../../test/support/call/action-call.ts'

const word = `0x${'11'.repeat(32)}` as const
const account1 = '0xA0b86991c6218b36c1d19D4a2e9Eb0cE3606eB48'
const account2 = '0xC02aaA39b223FE8D0A0e5C4F27eAD9083C756Cc2'
const account3 = '0x2260FAC5E5542a773Aa44fBCfeDf7C193bc2C599'
const account4 = '0x383E6b4437b59fff47B619CBA855CA29342A8559'
const account9 = '0xdAC17F958D2ee523a2206206994597C13D831ec7'
const account10 = '0x7Fc66500c84A76Ad7e9c93437bFc5Ac33E2DDaE9'

test.each<ActionCase>([
  [
    'royco/offer',
    {
      hub: account1,
      market: word,
      funding_vault: account2,
      token: account3,
      amount: 5n,
      incentives: [account9, account10],
      incentive_amounts: [6n, 7n],
      expiry: 8n,
    },
    'createAPOffer(bytes32,address,uint256,uint256,address[],uint256[])',
    [word, account2, 5n, 8n, [account9, account10], [6n, 7n]],
  ],
  [
    'royco/cancel_offer',
    {
      hub: account1,
      offer_id: 5n,
      market: word,
      funding_vault: account2,
      token: account3,
      amount: 6n,
      expiry: 7n,
      incentives: [account9, account10],
      incentive_amounts: [8n, 9n],
    },
    'cancelAPOffer((uint256,bytes32,address,address,uint256,uint256,address[],uint256[]))',
    [[5n, word, self, account2, 6n, 7n, [account9, account10], [8n, 9n]]],
  ],
  [
    'royco/fill_offer',
    {
      hub: account1,
      offer: word,
      market: word,
      funding_vault: account2,
      fee_recipient: account3,
      token: account4,
      amount: 5n,
    },
    'fillIPOffers(bytes32[],uint256[],address,address)',
    [[word], [5n], account2, account3],
  ],
  [
    'royco/offer_to_vault',
    {
      hub: account1,
      target_vault: account2,
      funding_vault: account3,
      token: account4,
      amount: 5n,
      incentives: [account9, account10],
      incentive_rates: [6n, 7n],
      expiry: 8n,
    },
    'createAPOffer(address,address,uint256,uint256,address[],uint256[])',
    [account2, account3, 5n, 8n, [account9, account10], [6n, 7n]],
  ],
  [
    'royco/cancel_vault_offer',
    {
      hub: account1,
      offer_id: 5n,
      target_vault: account2,
      funding_vault: account3,
      expiry: 6n,
      incentives: [account9, account10],
      incentive_rates: [7n, 8n],
    },
    'cancelOffer((uint256,address,address,address,uint256,address[],uint256[]))',
    [[5n, account2, self, account3, 6n, [account9, account10], [7n, 8n]]],
  ],
  [
    'royco/execute_withdrawal',
    { hub: account1, weiroll_wallet: account2 },
    'executeWithdrawalScript(address)',
    [account2],
  ],
  [
    'royco/forfeit',
    { hub: account1, weiroll_wallet: account2, withdraw: true },
    'forfeit(address,bool)',
    [account2, true],
  ],
  [
    'royco/claim',
    { hub: account1, weiroll_wallet: account2 },
    'claim(address,address)',
    [account2, self],
  ],
  ['royco/claim_vault_rewards', { vault: account1 }, 'claim(address)', [self]],
  [
    'royco/withdraw_merkle',
    { executor: account1, weiroll_wallet: account2, nonce: 5n, amount: 6n, proof: [word] },
    'withdrawMerkleDeposit(address,uint256,uint256,bytes32[])',
    [account2, 5n, 6n, [word]],
  ],
  ['royco/merkle_withdraw', { locker: account1 }, 'merkleWithdraw()', []],
  [
    'royco/safe_deposit',
    { vault: account1, asset: account2, amount: 5n, minimum: 6n },
    'safeDeposit(uint256,address,uint256)',
    [5n, self, 6n],
  ],
])('golden: %s is called as viem encodes the interface', (route, values, signature, args) => {
  expect(callOfAction(route, values)).toBe(callOfInterface(signature, args))
})

test('refuses: a number that no word holds', () => {
  const values = {
    hub: account1,
    market: word,
    funding_vault: account2,
    token: account3,
    amount: 2n ** 256n,
    incentives: [account9, account10],
    incentive_amounts: [6n, 7n],
    expiry: 8n,
  }
  expect(() => callOfAction('royco/offer', values)).toThrow(
    expect.objectContaining({ code: 'unencodable' }),
  )
})
