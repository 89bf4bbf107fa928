import { expect, test } from 'vitest'
import { type HttpRpcOptions, openHttpRpc } from './http-rpc.ts'

type Question = { readonly id: number; readonly method: string }

const send = { method: 'eth_sendRawTransaction', params: ['0x02'] }
const json = (value: unknown) => new Response(JSON.stringify(value))

/** A transport that writes down every method that was sent, and where. */
function play(
  reply: (questions: readonly Question[]) => Response,
  options: Partial<HttpRpcOptions> = {},
) {
  const sent: string[] = []
  const rpc = openHttpRpc({
    endpoints: ['https://one.test', 'https://two.test'],
    fetch: async (url, init) => {
      const body = JSON.parse(String(init.body))
      for (const { method } of [body].flat()) sent.push(`${new URL(url).host} ${method}`)
      return reply([body].flat())
    },
    sleep: async () => {},
    random: () => 0,
    ...options,
  })
  return { rpc, sent }
}

test.each([
  ['status 500', () => new Response('no', { status: 500 })],
  ['half an answer', () => new Response('{"id":0,"resu')],
  ['another id', () => json({ id: 3, result: '0x1' })],
  [
    'a broken connection',
    () => {
      throw new TypeError('fetch failed')
    },
  ],
  ['too long an answer', () => json({ id: 0, result: `0x${'0'.repeat(5_000)}` })],
])('error: RpcUnsureError, and nothing is sent again after %s', async (_, reply) => {
  const { rpc, sent } = play(reply, { answerBytes: 1_000 })
  const expected = { code: 'rpc_unsure', retryable: false, facts: { method: send.method } }
  await expect(rpc.ask([send])).rejects.toMatchObject(expected)
  await expect(rpc.ask([send, { ...send, params: ['0x03'] }])).rejects.toMatchObject(expected)
  expect(sent).toEqual(new Array(3).fill('one.test eth_sendRawTransaction'))
})

test('behavior: what was surely not carried out says so itself', async () => {
  const busy = play(() => new Response('no', { status: 429 }))
  await expect(busy.rpc.ask([send])).rejects.toMatchObject({ code: 'rpc_http_status' })
  const away = play(() => json({ id: 0, result: '0x5' }), { chainId: 1 })
  await expect(away.rpc.ask([send])).rejects.toMatchObject({ code: 'wrong_chain' })
  expect(away.sent).toEqual(['one.test eth_chainId'])
})

test('behavior: a refusal is an answer, and one endpoint is enough where two must agree', async () => {
  const error = { code: -32000, message: 'already known, try again' }
  const { rpc, sent } = play(() => json({ id: 0, error }), { agreement: 2 })
  expect(await rpc.ask([send])).toMatchObject([{ ok: false, error }])
  expect(sent).toHaveLength(1)
})
