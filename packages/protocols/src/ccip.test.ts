import { type ActionInputValues, actionOf, encodeAction } from '@vaultwright/protocols'
import { encodeAbiParameters, encodeFunctionData, pad, parseAbi } from 'viem'
import { expect, test } from 'vitest'

const abi = parseAbi([
  'struct TokenAmount { address token; uint256 amount; }',
  'struct Message { bytes receiver; bytes data; TokenAmount[] tokenAmounts; address feeToken; bytes extraArgs; }',
  'function ccipSend(uint64 destinationChainSelector, Message message)',
  'function getFee(uint64 destinationChainSelector, Message message) view returns (uint256)',
])
const send = actionOf('ccip/send')!
const self = '0xf0bb20865277aBd641a307eCe5Ee04E79073416C'
const weth = '0xC02aaA39b223FE8D0A0e5C4F27eAD9083C756Cc2'
const link = '0x514910771AF9Ca656af840dff83E8264EcF986CA'
const router = '0x80226fc0Ee2b096224EeAc085Bb9a8cba1146f7D'
const arbitrum = 4949039107694359620n
const values: ActionInputValues = {
  router,
  destination: arbitrum,
  recipient: self,
  token: weth,
  fee_token: link,
  amount: 5n,
  fee: 9n,
  self,
  manager: self,
}
const message = {
  receiver: pad(self).toLowerCase() as `0x${string}`,
  data: '0x',
  tokenAmounts: [{ token: weth, amount: 5n }],
  feeToken: link,
  extraArgs: encodeAbiParameters([{ type: 'bytes4' }, { type: 'uint256' }], ['0x97a657c9', 0n]),
} as const

test('default: one token without a message', () => {
  expect(encodeAction(send, values)).toBe(
    encodeFunctionData({ abi, functionName: 'ccipSend', args: [arbitrum, message] }),
  )
  expect(send.value(values)).toBe(0n)
})

test('behavior: the router is asked for the fee of the same message', () => {
  const { fee } = send.parameters
  if (fee?.kind !== 'amount') throw new Error('Another kind.')
  const { receiver, extraArgs } = message
  expect(fee.quote?.(values)).toMatchObject({
    to: router,
    arguments: [arbitrum, [receiver, '0x', [[weth, 5n]], link, extraArgs]],
  })
})

test('behavior: token and fee are approved to the router, one after the other', () => {
  expect(send.approvals.map(({ token, amount }) => [token, amount])).toEqual([
    ['token', 'amount'],
    ['fee_token', 'fee'],
  ])
})

test('error: UnencodableError for a selector of more than 64 bits', () => {
  expect(() => encodeAction(send, { ...values, destination: 2n ** 64n })).toThrow(
    expect.objectContaining({ code: 'unencodable' }),
  )
})
