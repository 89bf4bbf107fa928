import {
  type ActionInputValues,
  actionOf,
  encodeAction,
  patternsOf,
  ruleBook,
} from '@vaultwright/protocols'
import { decodeAbiParameters, encodeAbiParameters, encodeFunctionData, pad, parseAbi } from 'viem'
import { expect, test } from 'vitest'

const abi = parseAbi([
  'struct SendParam { uint32 dstEid; bytes32 to; uint256 amountLD; uint256 minAmountLD; bytes extraOptions; bytes composeMsg; bytes oftCmd; }',
  'struct Fee { uint256 nativeFee; uint256 lzTokenFee; }',
  'function send(SendParam param, Fee fee, address refund) payable',
  'function quoteSend(SendParam param, bool payInLzToken) view returns (Fee)',
])
const send = actionOf('layer_zero/send')!
const self = '0xf0bb20865277aBd641a307eCe5Ee04E79073416C'
const oft = '0x04C0599Ae5A44757c0af6F9eC3b93da8976c150A'
const to = pad(self).toLowerCase() as `0x${string}`
const values: ActionInputValues = {
  oft,
  destination: 30184n,
  recipient: to,
  token: oft,
  amount: 5n,
  min_amount: 4n,
  native_fee: 7n,
  options: '0x0003',
  self,
  manager: self,
}
const param = {
  dstEid: 30184,
  to,
  amountLD: 5n,
  minAmountLD: 4n,
  extraOptions: '0x0003',
  composeMsg: '0x',
  oftCmd: '0x',
} as const

test('default: what is too much of the fee comes back to the vault', () => {
  const args = [param, { nativeFee: 7n, lzTokenFee: 0n }, self] as const
  expect(encodeAction(send, values)).toBe(encodeFunctionData({ abi, functionName: 'send', args }))
  expect(send.value(values)).toBe(7n)
})

test('behavior: leaves of both decoders are known, each with value', () => {
  const shapes = patternsOf(send, ruleBook).map(({ canSendValue, pieces }) => [
    canSendValue,
    pieces.map((piece) => ('slot' in piece ? `${piece.slot} ${piece.form}` : piece.constant)),
  ])
  expect(shapes).toEqual([
    [true, ['destination number', 'recipient high', 'recipient low', 'self whole']],
    [true, ['destination number', 'recipient low20', 'self whole']],
  ])
})

test('behavior: the chain is asked for the fee and for what arrives, without a minimum', () => {
  const { native_fee: fee, min_amount: minimum } = send.parameters
  if (fee?.kind !== 'amount' || minimum?.kind !== 'minimum') throw new Error('Other kinds.')
  const message = [30184n, to, 5n, 0n, '0x0003', '0x', '0x']
  expect(fee.quote?.(values)).toMatchObject({ to: oft, arguments: [message, false] })
  expect(minimum.quote?.(values)).toMatchObject({ to: oft, arguments: [message] })
})

test('behavior: the flat answer of quoteOFT is the nested one', () => {
  const nested = [
    { type: 'tuple', components: [{ type: 'uint256' }, { type: 'uint256' }] },
    { type: 'tuple[]', components: [{ type: 'int256' }, { type: 'string' }] },
    { type: 'tuple', components: [{ type: 'uint256' }, { type: 'uint256' }] },
  ] as const
  const flat = [
    { type: 'uint256' },
    { type: 'uint256' },
    { type: 'tuple[]', components: [{ type: 'int256' }, { type: 'string' }] },
    { type: 'uint256' },
    { type: 'uint256' },
  ]
  const answer = encodeAbiParameters(nested, [[0n, 9n], [[-1n, 'fee']], [5n, 4n]])
  expect(decodeAbiParameters(flat, answer)).toEqual([0n, 9n, [[-1n, 'fee']], 5n, 4n])
})

test('error: UnencodableError for an endpoint of more than 32 bits', () => {
  expect(() => encodeAction(send, { ...values, destination: 2n ** 32n })).toThrow(
    expect.objectContaining({ code: 'unencodable' }),
  )
})
