import { expect, test } from 'vitest'
import {
  type ActionCase,
  callOfAction,
  callOfInterface,
  self,
} from '../../../test/support/call/action-call.ts'

const account1 = '0xA0b86991c6218b36c1d19D4a2e9Eb0cE3606eB48'
const account2 = '0xC02aaA39b223FE8D0A0e5C4F27eAD9083C756Cc2'

test.each<ActionCase>([
  ['frax/stake', { minter: account1, amount: 5n }, 'submit()', []],
  [
    'frax/request_redemption',
    { queue: account1, frx_eth: account2, amount: 5n },
    'enterRedemptionQueue(address,uint120)',
    [self, 5n],
  ],
  [
    'frax/request_redemption_staked',
    { queue: account1, sfrx_eth: account2, amount: 5n },
    'enterRedemptionQueueViaSfrxEth(address,uint120)',
    [self, 5n],
  ],
  [
    'frax/redeem',
    { queue: account1, ticket_id: 5n },
    'burnRedemptionTicketNft(uint256,address)',
    [5n, self],
  ],
  [
    'frax/redeem_early',
    { queue: account1, ticket_id: 5n },
    'earlyBurnRedemptionTicketNft(address,uint256)',
    [self, 5n],
  ],
])('golden: %s is called as viem encodes the interface', (route, values, signature, args) => {
  expect(callOfAction(route, values)).toBe(callOfInterface(signature, args))
})

test('refuses: a number that no word holds', () => {
  const values = { queue: account1, frx_eth: account2, amount: 2n ** 256n }
  expect(() => callOfAction('frax/request_redemption', values)).toThrow(
    expect.objectContaining({ code: 'unencodable' }),
  )
})
