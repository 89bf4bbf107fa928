import { type ActionInputValues, actionOf, encodeAction } from '@vaultwright/protocols'
import { withdrawQueueAbi as abi } from '@vaultwright/registry'
import { encodeFunctionData } from 'viem'
import { expect, test } from 'vitest'

const self = '0xf0bb20865277aBd641a307eCe5Ee04E79073416C'
const weth = '0xC02aaA39b223FE8D0A0e5C4F27eAD9083C756Cc2'
const values: ActionInputValues = {
  queue: weth,
  asset: weth,
  vault: weth,
  shares: 6n,
  assets: 7n,
  nonce: 8n,
  discount_bps: 100n,
  deadline_days: 3n,
  created_at: 1_700_000_000n,
  seconds_to_maturity: 86_400n,
  seconds_to_deadline: 172_800n,
  self,
  manager: self,
}
const request = {
  nonce: 8n,
  user: self,
  assetOut: weth,
  amountOfShares: 6n,
  amountOfAssets: 7n,
  creationTime: 1_700_000_000,
  secondsToMaturity: 86_400,
  secondsToDeadline: 172_800,
} as const
const encoded = (route: string, changes: Partial<ActionInputValues> = {}) =>
  encodeAction(actionOf(`withdraw_queue/${route}`)!, { ...values, ...changes } as ActionInputValues)

test.each([
  ['request', 'requestOnChainWithdraw', [weth, 6n, 100, 259_200]],
  ['cancel', 'cancelOnChainWithdraw', [request]],
  ['replace', 'replaceOnChainWithdraw', [request, 100, 259_200]],
] as const)('default: withdraw_queue/%s', (route, functionName, args) => {
  expect(encoded(route)).toBe(encodeFunctionData({ abi, functionName, args } as never))
})

test('behavior: the longest deadline is as many whole days as 24 bits hold', () => {
  const { deadline_days: days } = actionOf('withdraw_queue/request')!.parameters
  if (days?.kind !== 'integer') throw new Error('Another kind.')
  expect(() => encoded('request', { deadline_days: days.max })).not.toThrow()
  expect(() => encoded('request', { deadline_days: days.max + 1n })).toThrow()
})

test('error: UnencodableError for more shares than 128 bits hold', () => {
  expect(() => encoded('request', { shares: 2n ** 128n })).toThrow(
    expect.objectContaining({ code: 'unencodable' }),
  )
})
