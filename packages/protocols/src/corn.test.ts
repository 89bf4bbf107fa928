import { type ActionInputValues, actionOf, encodeAction } from '@vaultwright/protocols'
import { encodeFunctionData, parseAbi } from 'viem'
import { expect, test } from 'vitest'

const abi = parseAbi([
  'function swapExactCollateralForDebt(uint256 collateralIn, uint256 debtOutMin, address to, uint256 deadline)',
  'function swapExactDebtForCollateral(uint256 debtIn, uint256 collateralOutMin, address to, uint256 deadline)',
  'function deposit(address token, uint256 amount)',
  'function redeemToken(address token, uint256 amount)',
])
const self = '0x5E272ca4bD94e57Ec5C51D26703621Ccac1A7089'
const wbtc = '0x2260FAC5E5542a773Aa44fBCfeDf7C193bc2C599'
const values: ActionInputValues = {
  facility: wbtc,
  silo: wbtc,
  token: wbtc,
  btcn: wbtc,
  amount: 5n,
  minimum: 4n,
  deadline: 1_700_000_000n,
  self,
  manager: self,
}

test.each([
  ['mint_btcn', 'swapExactCollateralForDebt', [5n, 4n, self, 1_700_000_000n]],
  ['redeem_btcn', 'swapExactDebtForCollateral', [5n, 4n, self, 1_700_000_000n]],
  ['deposit', 'deposit', [wbtc, 5n]],
  ['withdraw', 'redeemToken', [wbtc, 5n]],
] as const)('default: corn/%s', (route, functionName, args) => {
  expect(encodeAction(actionOf(`corn/${route}`)!, values)).toBe(
    encodeFunctionData({ abi, functionName, args } as never),
  )
})

test('error: UnencodableError for a token that is not an address', () => {
  const deposit = actionOf('corn/deposit')!
  expect(() => encodeAction(deposit, { ...values, token: '0x12' })).toThrow(
    expect.objectContaining({ code: 'unencodable' }),
  )
})
