import type { Rpc } from '@vaultwright/chain'
import fc from 'fast-check'
import { expect, test } from 'vitest'
import { openRpcMeter } from './metrics-rpc.ts'

const node: Rpc = {
  name: 'node',
  ask: async (calls) => calls.map(() => ({ ok: true, value: null })),
  close: async () => {},
}
const callsOf = (count: number) =>
  Array.from({ length: count }, () => ({ method: 'eth_call', params: [] }))

test('default: counts requests, and shows what is left of the minute', async () => {
  let nowMs = 0
  const meter = openRpcMeter(node, { perMinute: 10, nowMs: () => nowMs })
  expect(meter.left()).toBe(10)
  await meter.rpc.ask(callsOf(4))
  nowMs = 30_000
  await meter.rpc.ask(callsOf(5))
  expect(meter.left()).toBe(1)
  nowMs = 60_000
  expect(meter.left()).toBe(5)
  nowMs = 90_000
  expect(meter.left()).toBe(10)
  expect(meter.counts()).toMatchObject({ asks: 2, calls: 9, byMethod: { eth_call: 9 } })
})

test('behavior: without a budget there is nothing to be left', async () => {
  const meter = openRpcMeter(node, { perMinute: null, nowMs: () => 0 })
  await meter.rpc.ask(callsOf(3))
  expect([meter.left(), meter.counts().calls]).toEqual([null, 3])
})

test('behavior: what is left is never more than allowed, nor less than nothing', async () => {
  const steps = fc.array(fc.tuple(fc.nat(40_000), fc.nat(8)))
  await fc.assert(
    fc.asyncProperty(steps, async (given) => {
      let nowMs = 0
      const meter = openRpcMeter(node, { perMinute: 10, nowMs: () => nowMs })
      const counts: [number, number][] = []
      for (const [pauseMs, count] of given) {
        nowMs += pauseMs
        counts.push([nowMs, count])
        await meter.rpc.ask(callsOf(count))
        const recent = counts.filter(([atMs]) => atMs > nowMs - 60_000)
        const sum = recent.reduce((total, [, one]) => total + one, 0)
        expect(meter.left()).toBe(Math.max(0, 10 - sum))
      }
    }),
  )
})
