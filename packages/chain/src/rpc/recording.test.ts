import { expect, test } from 'vitest'
import { openRecorder, openRecording } from './recording.ts'
import type { Rpc } from './rpc.ts'

/** A node that counts, so that no two of its answers are alike. */
function counting(): Rpc & { readonly asked: () => number } {
  let count = 0
  return {
    name: 'https://node.test',
    asked: () => count,
    close: async () => {},
    ask: async (calls) => calls.map(() => ({ ok: true, value: `0x${(++count).toString(16)}` })),
  }
}

const ethCall = { method: 'eth_call', params: [{ to: '0x01', data: '0x' }, 'latest'] }
const same = { method: 'eth_call', params: [{ data: '0x', to: '0x01' }, 'latest'] }
const write = { method: 'evm_snapshot', params: [] }

test('default: a question is asked once, whatever the order of its keys', async () => {
  const node = counting()
  const { rpc, print } = openRecorder(node)
  const first = await rpc.ask([ethCall, same])
  expect(first[0]).toEqual(first[1])
  expect(await rpc.ask([same])).toEqual([first[0]])
  expect(node.asked()).toBe(1)
  const played = openRecording(print())
  expect(await played.ask([same, ethCall])).toEqual(first)
})

test('behavior: one question twice in one breath, where it counts, has two answers', async () => {
  const { rpc, print } = openRecorder(counting())
  const answers = await rpc.ask([write, write])
  expect(answers).toEqual([
    { ok: true, value: '0x1' },
    { ok: true, value: '0x2' },
  ])
  expect(await openRecording(print()).ask([write, write])).toEqual(answers)
})

test('behavior: what changes a node, and a moving channel, is recorded each time, in order', async () => {
  const node = counting()
  const { rpc, record, print } = openRecorder(node)
  const moving = record(node, 'moving:fork')
  const liveAnswers = [
    await rpc.ask([write]),
    await rpc.ask([write]),
    await moving.ask([ethCall, ethCall]),
  ]
  const text = print()
  const played = openRecording(text)
  expect([await played.ask([write]), await played.ask([write])]).toEqual(liveAnswers.slice(0, 2))
  expect(await openRecording(text, 'moving:fork').ask([ethCall, ethCall])).toEqual(liveAnswers[2])
  await expect(played.ask([write])).rejects.toMatchObject({ code: 'cassette_miss' })
})

test('error: CassetteMissError names the question', async () => {
  const { rpc, print } = openRecorder(counting())
  await rpc.ask([ethCall])
  const balanceCall = { method: 'eth_getBalance', params: ['0x02', 'latest'] }
  const missed = openRecording(print()).ask([balanceCall])
  await expect(missed).rejects.toMatchObject({ code: 'cassette_miss', retryable: false })
  await expect(openRecording(print(), 'another').ask([ethCall])).rejects.toMatchObject({
    code: 'cassette_miss',
  })
})

test('error: CassetteDamagedError for any changed answer, another version, no recording', async () => {
  const { rpc, print } = openRecorder(counting())
  await rpc.ask([ethCall])
  const text = print()
  const damaged = [
    text.replace('"0x1"', '"0x2"'),
    text.replace('"version":1', '"version":2'),
    text.slice(0, -5),
    '{}',
    '',
  ]
  for (const line of damaged) {
    expect(line).not.toBe(text)
    expect(() => openRecording(line)).toThrow(expect.objectContaining({ code: 'cassette_damaged' }))
  }
})
