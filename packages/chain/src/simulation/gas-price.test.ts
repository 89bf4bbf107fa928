import type { BlockRef } from '@vaultwright/outcome'
import { expect, test } from 'vitest'
import type { Rpc, RpcAnswer } from '../rpc/rpc.ts'
import { gasPriceCall, parseGasPrice, readGasPrice } from './gas-price.ts'

const block: BlockRef = { number: 16n, hash: `0x${'ab'.repeat(32)}`, timestamp: 1n }
const history = { oldestBlock: '0x10', baseFeePerGas: ['0x1', '0x7'], reward: [['0x3']] }
const parse = (value: unknown) =>
  parseGasPrice(gasPriceCall(block), value === undefined ? undefined : { ok: true, value }, block)

test('default: the next block’s base fee and the median tip', () => {
  expect(parse(history)).toEqual({ wei: 10n, unknown: null })
  expect(parse({ ...history, reward: [['0x0']] })).toEqual({ wei: 7n, unknown: null })
})

test.each([
  ['another block', { ...history, oldestBlock: '0x11' }],
  ['no next block', { ...history, baseFeePerGas: ['0x1'] }],
  ['no tips', { ...history, reward: null }],
  ['tips of no block', { ...history, reward: [] }],
  ['nonsense', { oldestBlock: 16 }],
  ['no answer', undefined],
])('behavior: %s is unknown, with why', (_, value) => {
  expect(parse(value)).toEqual({ wei: null, unknown: expect.stringMatching(/\w/) })
})

test('behavior: a refusal is unknown, with the node’s words', () => {
  const refused: RpcAnswer = { ok: false, error: { code: -32601, message: 'no such', data: null } }
  const { unknown } = parseGasPrice(gasPriceCall(block), refused, block)
  expect(unknown).toContain('no such')
})

test('behavior: a node is asked once a block, and again after a failure', async () => {
  let count = 0
  let isDown = true
  const rpc: Rpc = {
    name: 'counting',
    close: async () => {},
    async ask() {
      count++
      if (isDown) throw new Error('down')
      return [{ ok: true, value: history }]
    },
  }
  await expect(readGasPrice(rpc, block)).rejects.toThrow('down')
  isDown = false
  await expect(readGasPrice(rpc, block)).resolves.toMatchObject({ wei: 10n })
  await readGasPrice(rpc, block)
  expect(count).toBe(2)
})
