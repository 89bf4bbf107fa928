import { expect, test } from 'vitest'
import { openPinnedAsk } from '../read/pinned-ask.ts'
import { parseAnswer, readQuantity } from './answer.ts'
import { refusalErrorOf, refusalKind } from './refusal.ts'
import type { Rpc, RpcAnswer } from './rpc.ts'

const refused = (message: string, code = -32000) => ({ code, message, data: null })
const call = { method: 'eth_call', params: [] }
const hash = (digit: string) => `0x${digit.repeat(64)}` as const

// The words of nodes and providers, as people report them.
test.each([
  'missing trie node 7d4f (path ) state 0x7d4f is not available',
  'required historical state unavailable (reexec=128)',
  'historical state not available in path scheme yet',
  'historical state of block 17 is not available',
  'pruned history unavailable',
  'state at block #17 is pruned',
  'old data not available due to pruning',
  'No state available for block 0x11: world state unavailable',
  'distance to target block exceeds maximum proof window',
  'project ID does not have access to archive state',
  'Archive requests require a paid plan',
])('error: HistoryPrunedError for "%s", which no retry cures', (message) => {
  expect(refusalKind('eth_call', refused(message))).toBe('pruned')
  const parse = () => parseAnswer(readQuantity, call, { ok: false, error: refused(message) })
  expect(parse).toThrow(
    expect.objectContaining({
      code: 'history_pruned',
      retryable: false,
      name: 'HistoryPrunedError',
    }),
  )
})

test.each([
  ['header not found', 'unknown_block', true],
  ['finalized block not found', 'unknown_block', true],
  ['block 0x11 is not available', 'unknown_block', true],
  ['Received invalid block tag 55. Latest block number is 54', 'unknown_block', true],
  ['rate limit exceeded', 'busy', true],
  ['execution reverted: state unavailable', 'revert', false],
])('behavior: "%s" is not pruned history', (message, kind, retryable) => {
  expect(refusalKind('eth_call', refused(message))).toBe(kind)
  const parse = () => parseAnswer(readQuantity, call, { ok: false, error: refused(message) })
  expect(parse).toThrow(expect.objectContaining({ code: 'rpc_refused', retryable }))
})

test('golden: a refused method of an engine names the engines that do without it', () => {
  const messageOf = (method: string, code: number) =>
    refusalErrorOf(method, refused('no such thing', code)).message
  expect(messageOf('eth_simulateV1', -32601)).toContain(
    'Give an endpoint that knows the method, or use the engine fork or proven.',
  )
  expect(messageOf('eth_getProof', -32602)).toContain(
    'Give an endpoint that takes these parameters, or use the engine node or fork.',
  )
  expect(messageOf('eth_simulateV1', -32000)).toContain(
    'Look at its words, or use the engine fork or proven.',
  )
  expect(messageOf('eth_call', -32601)).toMatch(/knows the method\.$/)
  expect(messageOf('eth_call', -32000)).toMatch(/Look at its words; another endpoint may answer\.$/)
})

/** A node that shows its blocks, and does not know them when their state is asked for. */
function forgetful(head: number): Rpc {
  const answerOf = (method: string, tag: unknown): RpcAnswer => {
    if (method !== 'eth_getBlockByNumber') return { ok: false, error: refused('header not found') }
    const number = tag === 'latest' ? `0x${head.toString(16)}` : tag
    const links = { hash: hash('b'), parentHash: hash('a'), stateRoot: hash('c') }
    return { ok: true, value: { number, timestamp: '0x1', ...links } }
  }
  return {
    name: 'forgetful',
    close: async () => {},
    ask: async (calls) => calls.map(({ method, params }) => answerOf(method, params[0])),
  }
}

test('error: HistoryPrunedError when a block that is shown far below the head has no state', async () => {
  const block = { number: 100n, hash: hash('b'), timestamp: 1n }
  const questions = (tag: unknown) => [{ method: 'eth_getBalance', params: ['0x', tag] }]
  await expect(openPinnedAsk(forgetful(228))(block, questions)).rejects.toMatchObject({
    code: 'history_pruned',
  })
  // Nearer to the head it is a node that is behind, which passes.
  const [answer] = await openPinnedAsk(forgetful(227))(block, questions)
  expect(answer).toMatchObject({ ok: false })
  const otherBlock = { ...block, hash: hash('d') }
  const reorganised = openPinnedAsk(forgetful(228))(otherBlock, questions)
  await expect(reorganised).rejects.toMatchObject({ code: 'chain_reorganised' })
})
