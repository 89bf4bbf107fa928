import { expect, test } from 'vitest'
import {
  type ActionCase,
  callOfAction,
  callOfInterface,
} from '../../../../test/support/call/action-call.ts'

const word = `0x${'11'.repeat(32)}` as const
const account1 = '0xA0b86991c6218b36c1d19D4a2e9Eb0cE3606eB48'
const account2 = '0xC02aaA39b223FE8D0A0e5C4F27eAD9083C756Cc2'

test.each<ActionCase>([
  [
    'itb/deposit_lv',
    { position: account1, amount: 5n, minimum: 6n },
    'depositLv(uint256,uint256)',
    [5n, 6n],
  ],
  [
    'itb/start_lv_withdrawal',
    { position: account1, amount: 5n, minimum: 6n },
    'startWithdrawal(uint256,uint256)',
    [5n, 6n],
  ],
  [
    'itb/claim_lv_withdrawal',
    { position: account1, withdrawal_id: word },
    'claimWithdrawal(bytes32)',
    [word],
  ],
  [
    'itb/redeem_expired_cover',
    { position: account1, cover_token: account2, epoch: 5n, amount: 6n },
    'redeemExpiredCt(address,uint256,uint256)',
    [account2, 5n, 6n],
  ],
  [
    'itb/redeem_expired_cover_by_config',
    { position: account1, epoch: 5n, amount: 6n },
    'redeemExpiredCtByConfig(uint256,uint256)',
    [5n, 6n],
  ],
  [
    'itb/swap_cover_and_swap',
    { position: account1, amount: 5n, minimum: 6n },
    'swapCtDsToRa(uint256,uint256)',
    [5n, 6n],
  ],
  [
    'itb/swap_depeg',
    { position: account1, amount: 5n, minimum: 6n },
    'swapDsPaToRa(uint256,uint256)',
    [5n, 6n],
  ],
  [
    'itb/swap_pegged',
    { position: account1, swap_data: '0xabcdef', minimum: 5n },
    'swapPaToRa(bytes,uint256)',
    ['0xabcdef', 5n],
  ],
  [
    'itb/update_one_inch_router',
    { position: account1, router: account2 },
    'update1InchRouter(address)',
    [account2],
  ],
  [
    'itb/update_cork_config',
    { position: account1, vault: account2, pair_id: word, epoch: 5n },
    'updatePositionConfig(address,bytes32,uint256)',
    [account2, word, 5n],
  ],
])('golden: %s is called as viem encodes the interface', (route, values, signature, args) => {
  expect(callOfAction(route, values)).toBe(callOfInterface(signature, args))
})

test('refuses: a number that no word holds', () => {
  const values = { position: account1, amount: 2n ** 256n, minimum: 6n }
  expect(() => callOfAction('itb/deposit_lv', values)).toThrow(
    expect.objectContaining({ code: 'unencodable' }),
  )
})
