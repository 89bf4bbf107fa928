import { expect, test } from 'vitest'
import { openPinnedAsk } from '../read/pinned-ask.ts'
import { RpcRefusedError } from '../rpc/refusal.ts'
import type { RpcFetch } from './http-exchange.ts'
import { type HttpRpcOptions, openHttpRpc } from './http-rpc.ts'

type Reply = (questions: readonly { id: number; method: string }[]) => Response | Promise<Response>

const call = { method: 'eth_gasPrice', params: [] }
const json = (value: unknown) => new Response(JSON.stringify(value))
const good: Reply = (questions) => json(questions.map(({ id }) => ({ id, result: `0x${id}` })))
const status =
  (code: number, headers: Record<string, string> = {}): Reply =>
  () =>
    new Response('no', { status: code, headers })
const refusal =
  (code: number, message: string, data?: unknown): Reply =>
  (questions) =>
    json(questions.map(({ id }) => ({ id, error: { code, message, data } })))

/** A transport whose node, clock and luck are given; what it did can be read afterwards. */
function play(replies: readonly Reply[], options: Partial<HttpRpcOptions> = {}) {
  const naps: number[] = []
  const requests: { url: string; size: number; init: RequestInit }[] = []
  let nowMs = 1_700_000_000_000
  let turn = 0
  const answer: RpcFetch = async (url, init) => {
    const parsed = JSON.parse(String(init.body))
    const questions = [parsed].flat()
    requests.push({ url, size: questions.length, init })
    const reply = replies[Math.min(turn++, replies.length - 1)]!
    const response = await reply(questions)
    if (Array.isArray(parsed) || !response.ok) return response
    const value = await response.json()
    return json(Array.isArray(value) ? value[0] : value)
  }
  const rpc = openHttpRpc({
    endpoints: ['https://node.test/v2/sesame-open'],
    fetch: answer,
    now: () => nowMs,
    sleep: async (ms) => {
      naps.push(ms)
      nowMs += ms
    },
    random: () => 0.999999,
    deadline: () => new AbortController().signal,
    ...options,
  })
  return { rpc, naps, asked: requests }
}

test('default: questions in one request, answers in their order', async () => {
  const { rpc, asked: requests, naps } = play([good])
  const answers = await rpc.ask([call, call, call])
  expect(answers.map((answer) => answer.ok && answer.value)).toEqual(['0x0', '0x1', '0x2'])
  expect(requests.map(({ size }) => size)).toEqual([3])
  expect(await rpc.ask([])).toEqual([])
  expect(naps).toEqual([])
  expect(rpc.name).toBe('https://node.test/v2/***')
})

test('behavior: pauses double up to their bound, with full jitter', async () => {
  const options = { retries: 6, backoffMs: 100, backoffLimitMs: 1_000 }
  const long = play([status(500)], options)
  await expect(long.rpc.ask([call])).rejects.toMatchObject({ code: 'rpc_http_status' })
  expect(long.naps).toEqual([99, 199, 399, 799, 999, 999])
  const short = play([status(500)], { ...options, random: () => 0 })
  await expect(short.rpc.ask([call])).rejects.toMatchObject({ retryable: true })
  expect(short.naps).toEqual([0, 0, 0, 0, 0, 0])
})

test('behavior: a node says when to come back, in seconds or as a date', async () => {
  const date = new Date(1_700_000_000_000 + 3_000 + 4_000).toUTCString()
  const replies = [
    status(429, { 'retry-after': '3' }),
    status(503, { 'retry-after': date }),
    status(429, { 'retry-after': '9999' }),
    good,
  ]
  const { rpc, naps } = play(replies, { random: () => 0 })
  await expect(rpc.ask([call])).resolves.toHaveLength(1)
  expect(naps).toEqual([3_000, 4_000, 10_000])
})

test.each([
  ['a revert', refusal(3, 'execution reverted', '0x08c379a0'), 'revert'],
  ['a revert without data', refusal(-32000, 'execution reverted: rate limit exceeded'), 'revert'],
  ['wrong parameters', refusal(-32602, 'invalid params'), 'invalid'],
  ['an unknown method', refusal(-32601, 'no such method'), 'unsupported'],
])('behavior: %s is an answer and never asked again', async (_, reply) => {
  const { rpc, asked: requests, naps } = play([reply])
  expect(await rpc.ask([call, call])).toMatchObject([{ ok: false }, { ok: false }])
  expect(requests).toHaveLength(1)
  expect(naps).toEqual([])
})

test('behavior: revert data is found wherever nodes put it', async () => {
  for (const data of ['0xAB', 'Reverted 0xab', { data: '0xab' }, { data: { data: '0xab' } }]) {
    const { rpc } = play([refusal(-32015, 'VM execution error.', data)])
    expect(await rpc.ask([call])).toMatchObject([{ ok: false, error: { data: '0xab' } }])
  }
})

test('behavior: only the questions that a busy node refused are asked again', async () => {
  const half: Reply = (questions) =>
    json(
      questions.map(({ id }) =>
        id === 1 ? { id, error: { code: 429, message: 'slow down' } } : { id, result: '0xa' },
      ),
    )
  const { rpc, asked: requests } = play([half, good])
  const answers = await rpc.ask([call, call, call])
  expect(answers.map((answer) => answer.ok && answer.value)).toEqual(['0xa', '0x0', '0xa'])
  expect(requests.map(({ size }) => size)).toEqual([3, 1])
})

test.each([
  ['the block itself', [1], [4, 3]],
  ['what follows a block', [2], [4, 3]],
  ['what stands before the block', [0], [4, 1]],
])(
  'behavior: a block is asked for again with what follows it when %s was refused',
  async (_, busy, sizes) => {
    const header = { method: 'eth_getBlockByNumber', params: ['0x5', false] }
    const some: Reply = (questions) =>
      json(
        questions.map(({ id }) =>
          busy.includes(id)
            ? { id, error: { code: 429, message: 'slow down' } }
            : { id, result: 'before' },
        ),
      )
    const later: Reply = (questions) => json(questions.map(({ id }) => ({ id, result: 'after' })))
    const { rpc, asked: requests } = play([some, later])
    const answers = await rpc.ask([call, header, call, call])
    expect(requests.map(({ size }) => size)).toEqual(sizes)
    const fresh =
      sizes[1] === 3
        ? ['before', 'after', 'after', 'after']
        : ['after', 'before', 'before', 'before']
    expect(answers.map((answer) => answer.ok && answer.value)).toEqual(fresh)
  },
)

test('behavior: another endpoint is asked before a pause, and stays preferred', async () => {
  const endpoints = ['https://one.test', 'https://two.test']
  const { rpc, asked: requests, naps } = play([status(500), good], { endpoints })
  await rpc.ask([call])
  await rpc.ask([call])
  expect(requests.map(({ url }) => url)).toEqual([
    'https://one.test/',
    'https://two.test/',
    'https://two.test/',
  ])
  expect(naps).toEqual([])
})

test('behavior: a block that one endpoint lacks is looked for in the next', async () => {
  const endpoints = ['https://one.test', 'https://two.test']
  const lacks = refusal(-32000, 'header not found')
  const archive = play([lacks, good], { endpoints })
  expect(await archive.rpc.ask([call])).toMatchObject([{ ok: true }])
  const nowhere = play([lacks], { endpoints })
  expect(await nowhere.rpc.ask([call])).toMatchObject([{ ok: false }])
  expect(nowhere.asked).toHaveLength(2)
})

test('behavior: a good node is enough to read at a block, the first time too', async () => {
  const endpoints = ['https://one.test', 'https://two.test']
  const honest: Reply = (questions) =>
    json(
      questions.map(({ id }) =>
        id === 1
          ? { id, error: { code: -32000, message: 'header not found' } }
          : { id, result: '0x5' },
      ),
    )
  const { rpc, asked: requests } = play([honest], { endpoints })
  const block = { number: 5n, hash: `0x${'b'.repeat(64)}`, timestamp: 1n } as const
  const answers = await openPinnedAsk(rpc)(block, (tag) => [
    { method: 'eth_getCode', params: ['0x', tag] },
  ])
  expect(answers).toEqual([{ ok: true, value: '0x5' }])
  expect(requests.map(({ url }) => url)).toEqual(['https://one.test/'])
})

test('behavior: batches shrink to what a node takes', async () => {
  const atMostThree: Reply = (questions) =>
    questions.length > 3
      ? json({ id: null, error: { code: -32600, message: 'batch size exceeds limit: 3' } })
      : good(questions)
  const { rpc, asked: requests } = play([atMostThree])
  expect(await rpc.ask(new Array(10).fill(call))).toHaveLength(10)
  expect(requests.map(({ size }) => size)).toEqual([10, 5, 2, 2, 2, 2, 2])
})

test('behavior: no minute holds more questions than its budget; error: RequestBudgetError', async () => {
  const { rpc, naps, asked: requests } = play([good], { callsPerMinute: 3 })
  for (let turn = 0; turn < 7; turn++) await rpc.ask([call])
  expect(naps).toEqual([60_000, 60_000])
  await rpc.ask(new Array(6).fill(call))
  expect(requests.map(({ size }) => size)).toEqual([1, 1, 1, 1, 1, 1, 1, 3, 3])
  const hasty = play([good], { callsPerMinute: 1, budgetWaitMs: 10 })
  await hasty.rpc.ask([call])
  const refused = hasty.rpc.ask([call])
  await expect(refused).rejects.toMatchObject({ code: 'rpc_budget_spent', retryable: true })
})

test('error: RpcTimeoutError even when fetch does not listen', async () => {
  const never: Reply = () => new Promise(() => {})
  const { rpc } = play([never], { retries: 1, deadline: () => AbortSignal.abort() })
  await expect(rpc.ask([call])).rejects.toMatchObject({ code: 'rpc_timeout', retryable: true })
})

test('error: RpcNetworkError without the secrets of what fetch said', async () => {
  const { rpc } = play([
    () => {
      throw new TypeError('fetch failed', {
        cause: new Error('no route to https://node.test/v2/sesame-open'),
      })
    },
  ])
  const error = await rpc.ask([call]).catch((thrown: unknown) => thrown)
  expect(error).toMatchObject({ code: 'rpc_network', retryable: true })
  expect(`${error} ${JSON.stringify(error)} ${(error as Error).cause}`).not.toContain('sesame')
})

test('error: a node that repeats its key in a refusal is not repeated', async () => {
  const { rpc } = play([refusal(-32602, 'key sesame-open is unknown')])
  expect(JSON.stringify(await rpc.ask([call]))).not.toContain('sesame')
})

test('behavior: user and password become a header', async () => {
  const { rpc, asked: requests } = play([good], { endpoints: ['https://me:sesame@node.test'] })
  await rpc.ask([call])
  expect(requests[0]!.url).toBe('https://node.test/')
  expect(requests[0]!.init.headers).toMatchObject({ authorization: `Basic ${btoa('me:sesame')}` })
})

test('behavior: closing ends a pause', async () => {
  const { rpc } = play([status(500)], {
    sleep: (_, signal) => new Promise((wake) => signal.addEventListener('abort', () => wake())),
  })
  const waiting = rpc.ask([call])
  await new Promise((resolve) => setImmediate(resolve))
  await rpc.close()
  await expect(waiting).rejects.toMatchObject({ code: 'rpc_closed' })
})

test('error: WrongChainError when another chain answers later, even without a failure', async () => {
  let id = 1
  const head = { method: 'eth_getBlockByNumber', params: ['latest', false] }
  const { rpc } = play(
    [
      (questions) =>
        json(
          questions.map((one) => ({
            id: one.id,
            result: one.method === 'eth_chainId' ? `0x${id}` : { number: '0x5' },
          })),
        ),
    ],
    { chainId: 1 },
  )
  expect(await rpc.ask([head])).toEqual([{ ok: true, value: { number: '0x5' } }])
  id = 7
  await expect(rpc.ask([head])).rejects.toMatchObject({ code: 'wrong_chain', retryable: false })
})

test('behavior: numbers that make no sense still end', async () => {
  const { rpc, asked: requests } = play([status(500)], { retries: -1 })
  await expect(rpc.ask([call])).rejects.toMatchObject({ code: 'rpc_http_status' })
  expect(requests).toHaveLength(1)
  const alone = play([good], { agreement: 0 })
  expect(await alone.rpc.ask([call])).toHaveLength(1)
})

test('error: what a node says cannot rewrite a terminal', () => {
  const message = 'no\u001b[2K\u009b2K\u202e really'
  const error = new RpcRefusedError('eth_call', { code: -32000, message, data: null })
  expect(error.message).toContain('no\ufffd[2K\ufffd2K\ufffd really')
})

test('error: RpcClosedError after closing, also for what is under way', async () => {
  const never: Reply = () => new Promise(() => {})
  const { rpc } = play([never])
  const waiting = rpc.ask([call])
  await rpc.close()
  await expect(waiting).rejects.toMatchObject({ code: 'rpc_closed', retryable: false })
  await expect(rpc.ask([call])).rejects.toMatchObject({ code: 'rpc_closed' })
})

test.each([
  ['no list', { id: 0, result: 1 }],
  [
    'a stranger',
    [
      { id: 7, result: 1 },
      { id: 1, result: 1 },
    ],
  ],
  [
    'one twice',
    [
      { id: 0, result: 1 },
      { id: 0, result: 1 },
    ],
  ],
  ['one missing', [{ id: 0, result: 1 }]],
  ['no result', [{ id: 0 }, { id: 1, result: 1 }]],
])('error: RpcAnswerError for %s', async (_, body) => {
  const { rpc } = play([() => json(body)], { retries: 0 })
  const pending = rpc.ask([call, call])
  await expect(pending).rejects.toMatchObject({ code: 'rpc_answer_malformed', retryable: true })
})
