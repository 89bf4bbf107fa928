import { actionOf } from '@vaultwright/protocols'
import { expect, test } from 'vitest'
import {
  type ActionCase,
  callOfAction,
  callOfInterface,
  self,
} from '../../../../test/support/call/action-call.ts'

const vault = '0x83F20F44975D03b1b09e64809B757c47f942BEeA'
const asset = '0xA0b86991c6218b36c1d19D4a2e9Eb0cE3606eB48'

test.each<ActionCase>([
  ['erc_4626/deposit', { vault, asset, amount: 5n }, 'deposit(uint256,address)', [5n, self]],
  [
    'erc_4626/mint',
    { vault, asset, shares: 5n, max_assets: 6n },
    'mint(uint256,address)',
    [5n, self],
  ],
  [
    'erc_4626/withdraw',
    { vault, asset, amount: 5n },
    'withdraw(uint256,address,address)',
    [5n, self, self],
  ],
  ['erc_4626/redeem', { vault, shares: 5n }, 'redeem(uint256,address,address)', [5n, self, self]],
])('default: %s is called as the interface says', (route, given, signature, args) => {
  expect(callOfAction(route, given)).toBe(callOfInterface(signature, args))
})

test('default: shares count in the decimals of the vault, assets in those of its asset', () => {
  const unitOf = (route: string, name: string) => {
    const parameter = actionOf(route)?.parameters[name]
    return parameter?.kind === 'amount' ? parameter.unit : null
  }
  expect(unitOf('erc_4626/deposit', 'amount')).toBe('asset')
  expect(unitOf('erc_4626/mint', 'shares')).toBe('vault')
  expect(unitOf('erc_4626/mint', 'max_assets')).toBe('asset')
  expect(unitOf('erc_4626/withdraw', 'amount')).toBe('asset')
  expect(unitOf('erc_4626/redeem', 'shares')).toBe('vault')
})

test('error: UnencodableError for an amount that no word holds', () => {
  const values = { vault, shares: 2n ** 256n }
  expect(() => callOfAction('erc_4626/redeem', values)).toThrow(
    expect.objectContaining({ code: 'unencodable' }),
  )
})
