import fc from 'fast-check'
import { expect, test } from 'vitest'
import { readClientVersion } from './client-version.ts'
import type { Rpc, RpcAnswer } from './rpc.ts'

/** A node that answers in turn, and how often it was asked. */
function nodeOf(answers: readonly RpcAnswer[]): {
  readonly rpc: Rpc
  readonly asked: () => number
} {
  let count = 0
  const rpc: Rpc = {
    name: 'test',
    ask: async (calls) => {
      expect(calls).toEqual([{ method: 'web3_clientVersion', params: [] }])
      const answer = answers[Math.min(count++, answers.length - 1)]!
      return [answer]
    },
    close: async () => {},
  }
  return { rpc, asked: () => count }
}

const named = (value: unknown): RpcAnswer => ({ ok: true, value })
const refused: RpcAnswer = { ok: false, error: { code: -32_601, message: 'no', data: null } }

test('law: a node is asked once for all that want to know within five minutes', async () => {
  const times = fc.array(fc.nat(299_999), { minLength: 1, maxLength: 20 })
  await fc.assert(
    fc.asyncProperty(times, async (list) => {
      const node = nodeOf([named('Geth/v1.15.11')])
      const versions = await Promise.all(
        [0, ...list.sort((one, other) => one - other)].map((time) =>
          readClientVersion(node.rpc, () => time),
        ),
      )
      expect(new Set(versions)).toEqual(new Set(['Geth/v1.15.11']))
      expect(node.asked()).toBe(1)
    }),
  )
})

test('golden: a node that was replaced shows after five minutes, and each node is asked by itself', async () => {
  const node = nodeOf([named('Geth/v1.15.11'), named('Geth/v1.16.0')])
  expect(await readClientVersion(node.rpc, () => 0)).toBe('Geth/v1.15.11')
  expect(await readClientVersion(node.rpc, () => 299_999)).toBe('Geth/v1.15.11')
  expect(await readClientVersion(node.rpc, () => 300_000)).toBe('Geth/v1.16.0')
  expect(await readClientVersion(nodeOf([named('reth/1.9')]).rpc, () => 1)).toBe('reth/1.9')
})

test.each([
  ['refuses', refused],
  ['says something else', named(7)],
])('refuses: a node that %s is unknown, and asked again', async (_, answer) => {
  const node = nodeOf([answer, named('Geth/v1.15.11')])
  expect(await readClientVersion(node.rpc)).toBe('unknown')
  expect(await readClientVersion(node.rpc)).toBe('Geth/v1.15.11')
})

test('refuses: what the transport throws is thrown, and not remembered', async () => {
  const { rpc } = nodeOf([named('Geth/v1.15.11')])
  let isBroken = true
  const broken: Rpc = {
    ...rpc,
    ask: (calls) => (isBroken ? Promise.reject(new TypeError('broken')) : rpc.ask(calls)),
  }
  await expect(readClientVersion(broken)).rejects.toThrow('broken')
  isBroken = false
  expect(await readClientVersion(broken)).toBe('Geth/v1.15.11')
})
