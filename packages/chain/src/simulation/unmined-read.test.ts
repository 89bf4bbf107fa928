import type { Hex } from '@vaultwright/base'
import { balanceRead, type SimulationRequest } from '@vaultwright/outcome'
import fc from 'fast-check'
import { expect, test } from 'vitest'
import type { Fork } from '../fork/fork-pool.ts'
import type { RpcAnswer } from '../rpc/rpc.ts'
import { creationCallOf, unminedCallOf, unminedReadsIn } from './unmined-read.ts'

const token = '0x1111111111111111111111111111111111111111'
const holder = '0x2222222222222222222222222222222222222222'
const list = [balanceRead(token, holder), balanceRead(holder, token)]
const request: SimulationRequest = { from: holder, to: token, data: '0x' }
const ask = async () => []
const fork: Fork = {
  rpc: { name: 'test', ask, close: async () => {} },
  block: { number: 7n, hash: `0x${'0'.repeat(64)}`, timestamp: 100n },
  version: 'test',
  remember: async () => undefined,
  change: ask,
  recall: async () => undefined,
  replay: () => {},
}

const word = (value: bigint) => value.toString(16).padStart(64, '0')
const created = (value: bigint): RpcAnswer => ({ ok: true, value: `0x${word(value)}` })
const traced = (...values: readonly bigint[]): RpcAnswer => ({
  ok: true,
  value: { output: `0x${values.map(word).join('')}` satisfies Hex },
})

test('golden: what is asked while a transaction is mined', () => {
  expect(creationCallOf(fork, request).params).toEqual([
    { from: holder, data: '0x305f5260205ff3' },
    '0x7',
  ])
  const { method, params } = unminedCallOf(fork, request, list)
  expect(method).toBe('debug_traceCall')
  expect(params.slice(0, 2)).toMatchInlineSnapshot(`
    [
      {
        "data": "0x305f52603538038060356020395f5f91602073000000000000000000000000c01ba1a9ce0000c15afa503d5f60203e3d6020015ff311111111111111111111111111111111111111112470a082310000000000000000000000002222222222222222222222222222222222222222000000000000000000000000000000000000000000000000000000000000000022222222222222222222222222222222222222222470a0823100000000000000000000000011111111111111111111111111111111111111110000000000000000000000000000000000000000000000000000000000000000",
        "from": "0x2222222222222222222222222222222222222222",
      },
      "latest",
    ]
  `)
})

test('law: what is read counts where its first word is what the sender would create, and only there', () => {
  const address = fc.bigInt({ min: 0n, max: 2n ** 160n - 1n })
  const property = fc.property(
    address,
    address,
    fc.bigInt({ min: 0n, max: 2n ** 256n - 1n }),
    (a, b, value) => {
      const answers = unminedReadsIn(list, created(a), traced(b, 1n, value, 0n, value))
      const questions = [
        { ok: true, data: `0x${word(value)}` },
        { ok: false, data: '0x' },
      ]
      expect(answers).toEqual(a === b ? questions : null)
      expect(unminedReadsIn(list, created(a), traced(a, 1n, value, 0n, value))).toEqual(questions)
    },
  )
  fc.assert(property)
})

test.each<readonly [string, RpcAnswer | undefined, RpcAnswer | undefined]>([
  ['the address is unknown', undefined, traced(5n, 1n, 1n, 1n, 1n)],
  ['the address is empty', { ok: true, value: '0x' }, traced(5n, 1n, 1n, 1n, 1n)],
  ['nothing is answered', created(5n), undefined],
  ['an answer is short', created(5n), traced(5n, 1n, 1n)],
  ['an answer is long', created(5n), traced(5n, 1n, 1n, 1n, 1n, 1n)],
  ['an answer is no trace', created(5n), { ok: true, value: '0x' }],
])('refuses: what is read does not count where %s', (_, address, answer) => {
  expect(unminedReadsIn(list, address, answer)).toBe(null)
})
