import { expect, test } from 'vitest'
import { refusalKind } from '../rpc/refusal.ts'
import { suggestionOf } from './read-logs.ts'

const range = { from: 1_000n, to: 50_999n }

// The words of nodes and providers, as people report them.
test.each([
  ['query returned more than 10000 results', null],
  ['query returned more than 10000 results. Try with this block range [0x3E8, 0x44C].', 101n],
  ['query exceeds max results 20000, retry with the range 1000-1100', 101n],
  ['eth_getLogs is limited to a 10,000 range', 10_000n],
  ['eth_getLogs and eth_newFilter are limited to a 10,000 blocks range', 10_000n],
  ['exceed maximum block range: 5000', 5_000n],
  ['block range is greater than 500 max', 500n],
  ["Invalid eth_getLogs request. 'fromBlock'-'toBlock' range too large. Max range: 800", 800n],
  ['You can make eth_getLogs requests with up to a 2K block range', 2_000n],
  ['ranges over 10000 blocks are not supported on freetier', 10_000n],
  ['block range is too wide', null],
  ['block range over 3 days', null],
  ['more than 5 addresses in one range', null],
  ['Log response size exceeded.', null],
  ['query timeout exceeded', null],
  ['range 0-99 is fine', null],
])('default: %s', (message, blocks) => {
  const refusal = { code: -32005, message, data: null }
  if (!message.endsWith('fine')) expect(refusalKind('eth_getLogs', refusal)).toBe('range')
  expect(suggestionOf(message, range)?.blocks ?? null).toBe(blocks)
})

test('behavior: too many requests are not too many logs', () => {
  const messages = ['rate limit exceeded', 'Too Many Requests', '50/second request limit reached']
  for (const message of [...messages, 'daily request count exceeded, request rate limited']) {
    expect(refusalKind('eth_getLogs', { code: -32007, message, data: null })).toBe('busy')
  }
  const ahead = 'block range extends beyond current head block'
  expect(refusalKind('eth_getLogs', { code: -32000, message: ahead, data: null })).toBe(
    'unknown_block',
  )
})
