import { expect, test } from 'vitest'
import { answerBounds } from './http-exchange.ts'
import { openHttpRpc } from './http-rpc.ts'

const call = { method: 'eth_getBalance', params: [] }

/** A node that answers every request with pieces of text, and counts those that were taken. */
function nodeOf(pieces: (at: number) => string | null) {
  let taken = 0
  const rpc = openHttpRpc({
    endpoints: ['https://one.test'],
    fetch: async () => {
      let offset = 0
      const body = new ReadableStream<Uint8Array>({
        pull(stream) {
          const piece = pieces(offset++)
          if (piece === null) return stream.close()
          taken++
          stream.enqueue(new TextEncoder().encode(piece))
        },
      })
      return new Response(body)
    },
    sleep: async () => {},
    random: () => 0,
  })
  return { rpc, taken: () => taken }
}

test.each([
  ['nested too deep', 'depth', '['.repeat(1_000)],
  ['of too many values', 'values', '{},'.repeat(20_000)],
  ['of too many keys', 'keys', '"a":0,'.repeat(20_000)],
] as const)('refuses: an endless answer %s, as soon as it is one', async (_, unit, piece) => {
  const { rpc, taken } = nodeOf((at) => (at === 0 ? `[${piece}` : piece))
  await expect(rpc.ask([call])).rejects.toMatchObject({
    code: 'rpc_answer_too_large',
    facts: { unit, limit: answerBounds[unit] },
    retryable: false,
  })
  expect(taken()).toBeLessThan(70)
})

test('golden: a trace of 1,024 nested calls is within the bounds', async () => {
  const trace = `${'{"calls":['.repeat(1_024)}${']}'.repeat(1_024)}`
  const { rpc } = nodeOf((at) => (at === 0 ? `{"jsonrpc":"2.0","id":0,"result":${trace}}` : null))
  expect(await rpc.ask([call])).toMatchObject([{ ok: true, value: { calls: [{}] } }])
})
