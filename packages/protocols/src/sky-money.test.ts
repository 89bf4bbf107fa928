import { actionOf } from '@vaultwright/protocols'
import { expect, test } from 'vitest'
import {
  type ActionCase,
  callOfAction,
  callOfInterface,
  self,
} from '../../../test/support/call/action-call.ts'

const psm = '0xA188EEC8F81263234dA3622A406892F3D630f98c'
const converter = '0x3225737a9Bbb6473CB4a45b7244ACa2BeFdB276A'
const usdc = '0xA0b86991c6218b36c1d19D4a2e9Eb0cE3606eB48'
const usds = '0xdC035D45d973E3EC169d2276DDab16f1e407384F'

test.each<ActionCase>([
  ['sky_money/sell_gem', { psm, gem: usdc, amount: 5n }, 'sellGem(address,uint256)', [self, 5n]],
  [
    'sky_money/buy_gem',
    { psm, gem: usdc, stablecoin: usds, amount: 5n, max_spend: 6n },
    'buyGem(address,uint256)',
    [self, 5n],
  ],
  [
    'sky_money/dai_to_usds',
    { converter, dai: usdc, amount: 5n },
    'daiToUsds(address,uint256)',
    [self, 5n],
  ],
  [
    'sky_money/usds_to_dai',
    { converter, usds, amount: 5n },
    'usdsToDai(address,uint256)',
    [self, 5n],
  ],
])('default: %s is called as the interface says', (route, given, signature, args) => {
  expect(callOfAction(route, given)).toBe(callOfInterface(signature, args))
})

test('default: a module counts in its gem, whichever way is traded', () => {
  for (const route of ['sky_money/sell_gem', 'sky_money/buy_gem']) {
    const { amount, max_spend } = actionOf(route)!.parameters
    expect(amount).toMatchObject({ kind: 'amount', unit: 'gem' })
    if (max_spend !== undefined) expect(max_spend).toMatchObject({ unit: 'stablecoin' })
  }
  expect(actionOf('sky_money/buy_gem')?.approvals).toEqual([
    { token: 'stablecoin', spender: 'psm', amount: 'max_spend' },
  ])
})

test('error: UnencodableError for an amount that no word holds', () => {
  const values = { psm, gem: usdc, amount: 2n ** 256n }
  expect(() => callOfAction('sky_money/sell_gem', values)).toThrow(
    expect.objectContaining({ code: 'unencodable' }),
  )
})
