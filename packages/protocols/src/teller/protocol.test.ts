import { type ActionInputValues, actionOf, encodeAction } from '@vaultwright/protocols'
import { nativeAsset } from '@vaultwright/registry'
import { encodeFunctionData, numberToHex, parseAbi } from 'viem'
import { expect, test } from 'vitest'

const abi = parseAbi([
  'function bulkDeposit(address asset, uint256 amount, uint256 minimumMint, address to)',
  'function bulkWithdraw(address asset, uint256 shares, uint256 minimumAssets, address to)',
  'function withdraw(address asset, uint256 shares, uint256 minimumAssets, address to)',
  'function bridge(uint96 shares, address to, bytes wildCard, address feeToken, uint256 maxFee) payable',
])
const generations = {
  deposit: parseAbi(['function deposit(address, uint256, uint256) payable']),
  deposit_with_referrer: parseAbi(['function deposit(address, uint256, uint256, address) payable']),
  deposit_and_bridge: parseAbi([
    'function depositAndBridge(address, uint256, uint256, address, bytes, address, uint256) payable',
  ]),
  deposit_and_bridge_with_referrer: parseAbi([
    'function depositAndBridge(address, uint256, uint256, address, bytes, address, uint256, address) payable',
  ]),
}
const self = '0xf0bb20865277aBd641a307eCe5Ee04E79073416C'
const otherTeller = '0x917ceE801a67f933F2e6b33fC0cD1ED2d5909D88'
const weth = '0xC02aaA39b223FE8D0A0e5C4F27eAD9083C756Cc2'
const values: ActionInputValues = {
  teller: otherTeller,
  vault: otherTeller,
  asset: weth,
  referrer: otherTeller,
  recipient: otherTeller,
  amount: 5n,
  shares: 6n,
  minimum: 4n,
  destination: 30184n,
  fee_token: nativeAsset,
  max_fee: 9n,
  self,
  manager: self,
}
const card = numberToHex(30184n, { size: 32 })
const bridged = [weth, 5n, 4n, otherTeller, card, nativeAsset, 9n] as const
const encoded = (route: string, changes: Partial<ActionInputValues> = {}) =>
  encodeAction(actionOf(`teller/${route}`)!, { ...values, ...changes } as ActionInputValues)

test.each([
  ['bulk_deposit', 'bulkDeposit', [weth, 5n, 4n, self]],
  ['bulk_withdraw', 'bulkWithdraw', [weth, 6n, 4n, self]],
  ['withdraw', 'withdraw', [weth, 6n, 4n, self]],
  ['bridge', 'bridge', [6n, otherTeller, card, nativeAsset, 9n]],
] as const)('default: teller/%s', (route, functionName, args) => {
  expect(encoded(route)).toBe(encodeFunctionData({ abi, functionName, args } as never))
})

test.each([
  ['deposit', [weth, 5n, 4n]],
  ['deposit_with_referrer', [weth, 5n, 4n, otherTeller]],
  ['deposit_and_bridge', bridged],
  ['deposit_and_bridge_with_referrer', [...bridged, otherTeller]],
] as const)('default: teller/%s is the function of its generation', (route, args) => {
  expect(encoded(route)).toBe(encodeFunctionData({ abi: generations[route], args } as never))
})

test('behavior: the native coin goes as value, as asset and as fee', () => {
  const nativeOf = (route: string, asset: string, fee: string) =>
    actionOf(`teller/${route}`)!.value({ ...values, asset, fee_token: fee })
  expect(nativeOf('deposit', weth, weth)).toBe(0n)
  expect(nativeOf('deposit', nativeAsset.toLowerCase(), weth)).toBe(5n)
  expect(nativeOf('deposit_with_referrer', nativeAsset, weth)).toBe(5n)
  expect(nativeOf('bridge', weth, nativeAsset)).toBe(9n)
  expect(nativeOf('bridge', weth, weth)).toBe(0n)
  expect(nativeOf('deposit_and_bridge', nativeAsset, nativeAsset)).toBe(14n)
  expect(nativeOf('deposit_and_bridge_with_referrer', weth, nativeAsset)).toBe(9n)
})

test('behavior: the other vault pulls the asset, not its teller', () => {
  for (const route of ['deposit', 'deposit_with_referrer', 'bulk_deposit', 'deposit_and_bridge']) {
    expect(actionOf(`teller/${route}`)!.approvals[0]).toMatchObject({ spender: 'vault' })
  }
})

test('error: UnencodableError for more shares than 96 bits hold', () => {
  expect(() => encoded('bridge', { shares: 2n ** 96n })).toThrow(
    expect.objectContaining({ code: 'unencodable' }),
  )
})
