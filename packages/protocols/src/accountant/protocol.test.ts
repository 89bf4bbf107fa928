import { type ActionInputValues, actionOf, encodeAction } from '@vaultwright/protocols'
import { accountantFixedRateAbi, accountantRateProvidersAbi, droneAbi } from '@vaultwright/registry'
import { encodeFunctionData } from 'viem'
import { expect, test } from 'vitest'

const self = '0xf0bb20865277aBd641a307eCe5Ee04E79073416C'
const accountant = '0x0d05D94a5F1E76C18fbeB7A13d17C8a314088198'
const weth = '0xC02aaA39b223FE8D0A0e5C4F27eAD9083C756Cc2'
const values: ActionInputValues = {
  accountant,
  drone: self,
  asset: weth,
  amount: 5n,
  self,
  manager: self,
}
const encoded = (route: string, changes: Partial<ActionInputValues> = {}) =>
  encodeAction(actionOf(route)!, { ...values, ...changes } as ActionInputValues)

test('default: fees and yield are paid in one asset', () => {
  expect(encoded('accountant/claim_fees')).toBe(
    encodeFunctionData({
      abi: accountantRateProvidersAbi,
      functionName: 'claimFees',
      args: [weth],
    }),
  )
  expect(encoded('accountant/claim_yield')).toBe(
    encodeFunctionData({ abi: accountantFixedRateAbi, functionName: 'claimYield', args: [weth] }),
  )
})

test('default: what a drone holds comes back', () => {
  expect(encoded('vault_base/withdraw_native_from_drone')).toBe(
    encodeFunctionData({ abi: droneAbi, functionName: 'withdrawNativeFromDrone' }),
  )
})

test('behavior: the accountant may pull what is said, and no more', () => {
  expect(actionOf('accountant/claim_fees')!.approvals).toEqual([
    { token: 'asset', spender: 'accountant', amount: 'amount' },
  ])
})

test('error: UnencodableError for an asset that is not an address', () => {
  expect(() => encoded('accountant/claim_fees', { asset: '0x12' })).toThrow(
    expect.objectContaining({ code: 'unencodable' }),
  )
})
