import { expect, test } from 'vitest'
import {
  type ActionCase,
  callOfAction,
  callOfInterface,
  self,
} from '../../../test/support/call/action-call.ts'

const offers = { offer_locker: '0x55580a11c5C111EE2e36e24aef04443Bf130F092' } as const
const usdc = '0xA0b86991c6218b36c1d19D4a2e9Eb0cE3606eB48'
const locker = '0xDFC8271C70303B0d98819267f93F86EfFe9BC3AD'
const word = `0x${'11'.repeat(32)}` as const
const two = `0x${'22'.repeat(32)}` as const

test.each<ActionCase>([
  [
    'term_finance/lock_offers',
    {
      ...offers,
      purchase_token: usdc,
      amount: 5n,
      offer_id: word,
      price_hash: two,
    },
    'lockOffers((bytes32,address,bytes32,uint256,address)[])',
    [[[word, self, two, 5n, usdc]]],
  ],
  [
    'term_finance/unlock_offers',
    { ...offers, offer_ids: [word] },
    'unlockOffers(bytes32[])',
    [[word]],
  ],
  [
    'term_finance/reveal_offers',
    { ...offers, offer_ids: [word, two], prices: [1n, 2n], nonces: [3n, 4n] },
    'revealOffers(bytes32[],uint256[],uint256[])',
    [
      [word, two],
      [1n, 2n],
      [3n, 4n],
    ],
  ],
  [
    'term_finance/redeem',
    { servicer: locker, repo_token: usdc, amount: 5n },
    'redeemTermRepoTokens(address,uint256)',
    [self, 5n],
  ],
])('default: %s is called as the interface says', (route, given, signature, args) => {
  expect(callOfAction(route, given)).toBe(callOfInterface(signature, args))
})

test('error: UnencodableError for an amount that no word holds', () => {
  const input = { servicer: locker, repo_token: usdc, amount: 2n ** 256n }
  expect(() => callOfAction('term_finance/redeem', input)).toThrow(
    expect.objectContaining({ code: 'unencodable' }),
  )
})
