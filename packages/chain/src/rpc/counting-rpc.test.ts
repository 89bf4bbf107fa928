import { expect, test } from 'vitest'
import { openCountingRpc } from './counting-rpc.ts'
import type { Rpc } from './rpc.ts'

const call = (method: string) => ({ method, params: [] })

test('default: round trips, questions by method, failures; nothing is changed', async () => {
  let isClosed = false
  const inner: Rpc = {
    name: 'node',
    close: async () => {
      isClosed = true
    },
    ask: async (calls) => {
      if (calls.length === 3) throw new TypeError('no')
      return calls.map(({ method }) => ({ ok: true, value: method }))
    },
  }
  const { rpc, counts } = openCountingRpc(inner)
  const before = counts()
  expect(rpc.name).toBe('node')
  const two = [call('eth_call'), call('__proto__')]
  expect(await rpc.ask(two)).toEqual(two.map(({ method }) => ({ ok: true, value: method })))
  expect(await rpc.ask([])).toEqual([])
  await expect(rpc.ask([...two, call('eth_call')])).rejects.toThrow('no')
  const { byMethod, ...totals } = counts()
  expect(totals).toEqual({ asks: 2, failures: 1, calls: 5 })
  expect(Object.entries(byMethod)).toEqual([
    ['eth_call', 3],
    ['__proto__', 2],
  ])
  expect(before).toEqual({ asks: 0, failures: 0, calls: 0, byMethod: {} })
  await rpc.close()
  expect(isClosed).toBe(true)
})
