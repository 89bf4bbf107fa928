import { actionOf } from '@vaultwright/protocols'
import { encodeAbiParameters, pad, parseAbiParameters } from 'viem'
import { expect, test } from 'vitest'
import {
  callOfAction,
  callOfInterface,
  manager,
  self,
} from '../../../test/support/call/action-call.ts'

const oft = '0x80ac24aA929eaF5013f6436cdA2a7ba190f5Cc0b'
const token = '0xA0b86991c6218b36c1d19D4a2e9Eb0cE3606eB48'
const param = '(uint32,bytes32,uint256,uint256,bytes,bytes,bytes)'
const send = `send(${param},(uint256,uint256),address)`
const relay = pad('0x11', { size: 32 })
const recipient = pad('0x22', { size: 32 })
const sent = { oft, token, recipient, amount: 9n, min_amount: 7n, options: '0xab' } as const

test('golden: a fee in the token of LayerZero', () => {
  const values = { ...sent, destination: 30110n, token_fee: 3n }
  const plain = [30110, recipient, 9n, 7n, '0xab', '0x', '0x']
  expect(callOfAction('layer_zero/send_for_token_fee', values)).toBe(
    callOfInterface(send, [plain, [0n, 3n], self]),
  )
})

test('golden: the OFT may pull the fee in the token of LayerZero, which it is asked for', () => {
  const { approvals, parameters } = actionOf('layer_zero/send_for_token_fee')!
  expect(approvals).toContainEqual({ token: 'fee_token', spender: 'oft', amount: 'token_fee' })
  const { token_fee: fee, fee_token: feeToken } = parameters
  expect(feeToken?.fact).toMatchObject({ of: 'endpoint', call: 'lzToken()' })
  if (fee?.kind !== 'amount') throw new Error('Another kind.')
  const quote = fee.quote?.({ ...sent, destination: 30110n, self, manager })
  expect(quote).toMatchObject({
    to: oft,
    call: `quoteSend(${param},bool).lzTokenFee`,
    arguments: [[30110n, recipient, 9n, 0n, '0xab', '0x', '0x'], true],
  })
})

const hops = {
  ...sent,
  chains: (30101n << 32n) | 30110n,
  relay,
  relay_minimum: 8n,
  relay_options: '0xcd',
  native_fee: 5n,
} as const

test('golden: a send through another chain is composed of two', () => {
  const last = [30110, recipient, 9n, 7n, '0xcd', '0x', '0x'] as const
  const message = encodeAbiParameters(parseAbiParameters(param), [last])
  const first = [30101, relay, 9n, 8n, '0xab', message, '0x']
  expect(callOfAction('layer_zero/send_through', hops)).toBe(
    callOfInterface(send, [first, [5n, 0n], self]),
  )
  expect(actionOf('layer_zero/send_through')!.value({ ...hops, self, manager })).toBe(5n)
})

test('refuses: a chain that LayerZero cannot number', () => {
  expect(() => callOfAction('layer_zero/send_through', { ...hops, chains: 2n ** 64n })).toThrow(
    expect.objectContaining({ code: 'unencodable' }),
  )
})
