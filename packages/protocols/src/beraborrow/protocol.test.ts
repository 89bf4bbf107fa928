import { expect, test } from 'vitest'
import {
  type ActionCase,
  callOfAction,
  callOfInterface,
  self,
} from '../../../../test/support/call/action-call.ts'

const account1 = '0xA0b86991c6218b36c1d19D4a2e9Eb0cE3606eB48'
const account2 = '0xC02aaA39b223FE8D0A0e5C4F27eAD9083C756Cc2'
const account3 = '0x2260FAC5E5542a773Aa44fBCfeDf7C193bc2C599'
const account4 = '0x383E6b4437b59fff47B619CBA855CA29342A8559'
const account5 = '0x80ac24aA929eaF5013f6436cdA2a7ba190f5Cc0b'
const account6 = '0xE592427A0AEce92De3Edee1F18E0157C05861564'

test.each<ActionCase>([
  [
    'beraborrow/open_den',
    {
      router: account1,
      den_manager: account2,
      coll_vault: account3,
      asset: account4,
      amount: 5n,
      debt: 6n,
      max_fee: 7n,
      minimum_shares: 8n,
      upper_hint: account5,
      lower_hint: account6,
      collateral_index: 9n,
    },
    'openDenVault((address,address,uint256,uint256,uint256,address,address,uint256,uint256,bytes))',
    [[account2, account3, 7n, 6n, 5n, account5, account6, 8n, 9n, '0x']],
  ],
  [
    'beraborrow/adjust_den',
    {
      router: account1,
      den_manager: account2,
      coll_vault: account3,
      asset: account4,
      amount: 5n,
      withdrawal: 6n,
      debt: 7n,
      is_borrow: true,
      max_fee: 8n,
      upper_hint: account5,
      lower_hint: account6,
      unwrap: true,
      minimum_shares: 9n,
      minimum_assets: 10n,
      collateral_index: 11n,
    },
    'adjustDenVault((address,address,uint256,uint256,uint256,uint256,bool,address,address,bool,uint256,uint256,uint256,bytes))',
    [[account2, account3, 8n, 5n, 6n, 7n, true, account5, account6, true, 9n, 10n, 11n, '0x']],
  ],
  [
    'beraborrow/close_den',
    {
      router: account1,
      den_manager: account2,
      coll_vault: account3,
      asset: account4,
      minimum_assets: 5n,
      collateral_index: 6n,
      unwrap: true,
    },
    'closeDenVault(address,address,uint256,uint256,bool)',
    [account2, account3, 5n, 6n, true],
  ],
  [
    'beraborrow/deposit',
    {
      vault: account1,
      asset: account2,
      amount: 5n,
      minimum_shares: 6n,
      minimum_collateral_shares: 7n,
      upper_hint: account3,
      lower_hint: account4,
    },
    'deposit(uint256,address,(address,address,uint256,uint256))',
    [5n, self, [account3, account4, 6n, 7n]],
  ],
  [
    'beraborrow/redeem_intent',
    { vault: account1, shares: 5n },
    'redeemIntent(uint256,address,address)',
    [5n, self, self],
  ],
  [
    'beraborrow/cancel_withdrawal',
    { vault: account1, epoch: 5n, shares: 6n },
    'cancelWithdrawalIntent(uint256,uint256,address)',
    [5n, 6n, self],
  ],
  [
    'beraborrow/withdraw',
    { vault: account1, asset: account2, epoch: 5n, swapper: account3, minimum: 6n },
    'withdrawFromEpoch(uint256,address,(address,bytes,uint256))',
    [5n, self, [account3, '0x', 6n]],
  ],
])('golden: %s is called as viem encodes the interface', (route, values, signature, args) => {
  expect(callOfAction(route, values)).toBe(callOfInterface(signature, args))
})

test('refuses: a number that no word holds', () => {
  const values = {
    router: account1,
    den_manager: account2,
    coll_vault: account3,
    asset: account4,
    amount: 2n ** 256n,
    debt: 6n,
    max_fee: 7n,
    minimum_shares: 8n,
    upper_hint: account5,
    lower_hint: account6,
    collateral_index: 9n,
  }
  expect(() => callOfAction('beraborrow/open_den', values)).toThrow(
    expect.objectContaining({ code: 'unencodable' }),
  )
})
