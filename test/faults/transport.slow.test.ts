import { BaseError } from '@vaultwright/base'
import {
  type Anvil,
  type HttpRpcOptions,
  openAnvil,
  openChain,
  openHttpRpc,
  type Rpc,
} from '@vaultwright/chain'
import type { BlockRef, BlockTag } from '@vaultwright/outcome'
import fc from 'fast-check'
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { type Fault, type FaultServer, openFaultServer } from '../support/node/fault-server.ts'
import {
  accounts,
  setUpTestChain,
  type TestChainState,
  testChainArguments,
  testChainId,
} from '../support/node/test-chain.ts'
import { runsOf } from '../support/runs.ts'

const numRuns = runsOf(0.6)
const limit = 2_000_000

let anvil: Anvil
let fixture: TestChainState
let first: FaultServer
let second: FaultServer
let naps: number[] = []

beforeAll(async () => {
  anvil = await openAnvil({ arguments: testChainArguments })
  fixture = await setUpTestChain(anvil.rpc, { withMulticall: true })
  first = await openFaultServer(anvil.url)
  second = await openFaultServer(anvil.url)
})
afterAll(async () => {
  await Promise.all([first?.close(), second?.close()])
  await anvil?.close()
})
beforeEach(() => {
  first.always(null)
  second.always(null)
  naps = []
})

function open(more: Partial<HttpRpcOptions> = {}): Rpc {
  return openHttpRpc({
    endpoints: [`${first.url}/v2/sesame-open`],
    chainId: testChainId,
    timeoutMs: 60_000,
    answerBytes: limit,
    retries: 2,
    random: () => 0.5,
    sleep: async (ms) => void naps.push(ms),
    ...more,
  })
}

/** Everything that is read here, as one value. */
async function readAll(rpc: Rpc, tag: BlockTag = 'latest'): Promise<unknown> {
  const chain = await openChain(rpc, { id: testChainId, logBlocks: 100n })
  const block = await chain.readBlock(tag)
  const calls = [accounts.blockNumber, accounts.reverting, accounts.unused].map((to) => ({
    to,
    data: '0x' as const,
  }))
  return {
    block,
    calls: await chain.readCalls(calls, block),
    logs: await chain.readLogs({ addresses: [accounts.logging], fromBlock: 0n, toBlock: block }),
    balances: await chain.readNativeBalances([accounts.rich, accounts.unused], block),
    token: await chain.readToken(accounts.token, block),
    code: await chain.readCode(accounts.token, block),
    at: await chain.readBlockAt(block.timestamp - 1_000n),
  }
}

const passing: readonly Fault[] = [
  { kind: 'status', status: 429 },
  { kind: 'status', status: 500 },
  { kind: 'status', status: 503, retryAfter: '3' },
  { kind: 'drop' },
  { kind: 'truncate' },
  { kind: 'rate_limit' },
  { kind: 'lose_answer' },
  { kind: 'refuse_batch' },
  { kind: 'shuffle' },
  { kind: 'oversize', bytes: 1_000 },
]

test.each(passing)('behavior: %o once is lived through', async (fault) => {
  const expected = await readAll(anvil.rpc)
  for (let index = 0; index < 8; index++) {
    first.plan([...new Array(index).fill(null), fault])
    expect(await readAll(open())).toEqual(expected)
  }
})

const lasting: readonly (readonly [Fault, string, boolean])[] = [
  [{ kind: 'status', status: 429 }, 'rpc_http_status', true],
  [{ kind: 'status', status: 500 }, 'rpc_http_status', true],
  [{ kind: 'status', status: 403 }, 'rpc_http_status', false],
  [{ kind: 'status', status: 302 }, 'rpc_http_status', false],
  [{ kind: 'drop' }, 'rpc_network', true],
  [{ kind: 'truncate' }, 'rpc_truncated', true],
  [{ kind: 'rate_limit' }, 'rpc_refused', true],
  [{ kind: 'lose_answer' }, 'rpc_answer_malformed', true],
  [{ kind: 'wrong_value', value: 'nonsense' }, 'rpc_answer_malformed', true],
  [{ kind: 'wrong_value', value: null }, 'rpc_answer_malformed', true],
  [{ kind: 'wrong_chain' }, 'wrong_chain', false],
  [{ kind: 'oversize', bytes: limit }, 'rpc_answer_too_large', false],
]

test.each(lasting)('error: %o that stays ends in %s', async (fault, code, retryable) => {
  first.always(fault)
  const before = first.count()
  const error = await readAll(open()).catch((thrown: unknown) => thrown)
  expect(error).toBeInstanceOf(BaseError)
  expect(error).toMatchObject({ code, retryable })
  if (!retryable) expect(naps).toEqual([])
  else {
    expect(first.count() - before).toBe(3)
    expect(naps).toEqual([125, 250])
  }
  expect(printed(error)).not.toContain('sesame')
})

test('error: RpcTimeoutError, and the same in another endpoint is lived through', async () => {
  const expected = await readAll(anvil.rpc)
  first.always({ kind: 'hang' })
  const alone = readAll(open({ timeoutMs: 50, retries: 1 }))
  await expect(alone).rejects.toMatchObject({ code: 'rpc_timeout', retryable: true })
  const endpoints = [first.url, second.url]
  expect(await readAll(open({ timeoutMs: 2_000, endpoints }))).toEqual(expected)
})

test('behavior: a node that dies is left for another; error: NoEndpointError without one', async () => {
  const dying = await openFaultServer(anvil.url)
  const rpc = open({ endpoints: [dying.url, second.url] })
  const expected = await readAll(anvil.rpc)
  expect(await readAll(rpc)).toEqual(expected)
  await dying.close()
  expect(await readAll(rpc)).toEqual(expected)
  second.always({ kind: 'status', status: 500 })
  const unanswered = readAll(rpc)
  await expect(unanswered).rejects.toMatchObject({ code: 'no_endpoint', retryable: true })
})

test('error: LaggingNodeError; another node that has caught up is believed', async () => {
  const head = fixture.head - 40n
  const expected = await readAll(anvil.rpc)
  const alone = open()
  await readAll(alone)
  first.always({ kind: 'lag', head })
  const error = await readAll(alone).catch((thrown: unknown) => thrown)
  expect(error).toMatchObject({ code: 'node_lagging', retryable: true })
  const both = open({ endpoints: [second.url, first.url] })
  await readAll(both)
  second.always({ kind: 'status', status: 500 })
  await expect(readAll(both)).rejects.toMatchObject({ code: 'no_endpoint' })
  second.always(null)
  expect(await readAll(both)).toEqual(expected)
})

test('behavior: a lagging node never passes for one where nothing was logged', async () => {
  const rpc = open()
  const chain = await openChain(rpc, { id: testChainId, logBlocks: 100n })
  first.always({ kind: 'lag', head: fixture.head - 40n })
  const logs = chain.readLogs({
    addresses: [accounts.logging],
    fromBlock: 0n,
    toBlock: fixture.head,
  })
  await expect(logs).rejects.toMatchObject({ code: 'block_not_found', retryable: true })
})

test('behavior: a node without batches that catches up between two questions hides no log', async () => {
  const all = { addresses: [accounts.logging], fromBlock: 0n }
  const honest = await openChain(anvil.rpc, { id: testChainId })
  const toBlock = await honest.readBlock('latest')
  const expected = await honest.readLogs({ ...all, toBlock })
  let rightCount = 0
  for (let behind = 1; behind < 12; behind++) {
    first.plan(new Array(behind).fill({ kind: 'lag', head: 100n }))
    const chain = await openChain(open({ batchCalls: 1 }), { id: testChainId })
    const outcome = await chain.readLogs({ ...all, toBlock }).catch((error: unknown) => error)
    if (outcome instanceof BaseError) expect(documented).toContain(outcome.code)
    else {
      expect(outcome).toEqual(expected)
      rightCount++
    }
  }
  expect(rightCount).toBeGreaterThan(0)
})

test('behavior: what two endpoints must agree on; error: EndpointsDisagreeError', async () => {
  const rpc = open({ endpoints: [first.url, second.url], agreement: 2 })
  const expected = await readAll(anvil.rpc)
  expect(await readAll(rpc)).toEqual(expected)
  second.always({ kind: 'wrong_value', value: '0x01' })
  const chain = await openChain(anvil.rpc, { id: testChainId })
  const block = await chain.readBlock('latest')
  const call = { method: 'eth_getBalance', params: [accounts.rich, block.hash] }
  const pending = rpc.ask([call])
  await expect(pending).rejects.toMatchObject({ code: 'endpoints_disagree', retryable: true })
  second.always({ kind: 'lag', head: fixture.head - 40n })
  const fresh = open({ endpoints: [first.url, second.url], agreement: 2 })
  const [low] = await fresh.ask([{ method: 'eth_getBlockByNumber', params: ['latest', false] }])
  expect(low).toMatchObject({ ok: true, value: { number: hexOf(fixture.head - 40n) } })
  expect(() => open({ agreement: 2 })).toThrow('fewer than 2 endpoints')
})

test('behavior: many questions travel in few requests, and singly where batches are refused', async () => {
  const calls = new Array(250).fill({ method: 'eth_chainId', params: [] })
  const rpc = open({ batchCalls: 100 })
  const before = first.count()
  expect(await rpc.ask(calls)).toHaveLength(250)
  expect(first.count() - before).toBe(3)
  first.always({ kind: 'refuse_batch' })
  const singly = open({ batchCalls: 100 })
  const middle = first.count()
  expect(await singly.ask(calls)).toHaveLength(250)
  expect(first.count() - middle).toBe(252)
})

const anyFault: fc.Arbitrary<Fault | null> = fc.oneof(
  { weight: 4, arbitrary: fc.constant(null) },
  { weight: 6, arbitrary: fc.constantFrom(...passing) },
  {
    weight: 3,
    arbitrary: fc.constantFrom<Fault>(
      { kind: 'wrong_chain' },
      { kind: 'oversize', bytes: limit },
      { kind: 'status', status: 404 },
      { kind: 'lag', head: 100n },
      { kind: 'wrong_value', value: 7 },
      { kind: 'wrong_value', value: { number: '0x1' } },
      { kind: 'wrong_value', value: null },
    ),
  },
)
/**
 * One URL that hides several nodes may fall behind between two questions; only a batch holds them
 * together. A node that takes none is one node here, whose head never falls.
 */
const anySchedule = fc.array(anyFault, { maxLength: 25 }).map((schedule) => {
  const refused = schedule.findIndex((fault) => fault?.kind === 'refuse_batch')
  if (refused < 0) return schedule
  return schedule.map((fault, at) => (at > refused && fault?.kind === 'lag' ? null : fault))
})
const documented = new Set([
  'rpc_http_status',
  'rpc_network',
  'rpc_truncated',
  'rpc_refused',
  'rpc_timeout',
  'rpc_answer_malformed',
  'rpc_answer_too_large',
  'wrong_chain',
  'node_lagging',
  'no_endpoint',
  'block_not_found',
  'chain_reorganised',
  'missing_decimals',
  'log_range_refused',
])

test('law: whatever goes wrong, the answer is right or the error is a documented one', async () => {
  const expected = await readAll(anvil.rpc)
  const earlier = await readAll(anvil.rpc, 100n)
  let right = 0
  await fc.assert(
    fc.asyncProperty(anySchedule, anySchedule, fc.boolean(), async (one, other, isPair) => {
      first.plan(one)
      second.plan(other)
      const endpoints = isPair ? [first.url, second.url] : [first.url]
      const outcome = await readAll(open({ endpoints })).catch((error: unknown) => error)
      if (!(outcome instanceof BaseError)) {
        // A node that is behind from the start cannot be told from one that is not: what it says
        // must then be what was true at its head.
        const { block } = outcome as { readonly block: BlockRef }
        expect(outcome).toEqual(block.number === 100n ? earlier : expected)
        right++
        return
      }
      expect(documented).toContain(outcome.code)
      expect(outcome.facts).toEqual(JSON.parse(JSON.stringify(outcome.facts)))
    }),
    { numRuns },
  )
  expect(right).toBeGreaterThan(0)
})

test('law: where two must agree, one liar never passes with a wrong value', async () => {
  const expected = await readAll(anvil.rpc)
  const lie = fc.integer({ min: 0, max: 30 }).map((seed): Fault => ({ kind: 'lie', seed }))
  const lies = fc.array(fc.oneof(lie, fc.constant(null)), { minLength: 1, maxLength: 25 })
  await fc.assert(
    fc.asyncProperty(lies, fc.boolean(), async (drawn, isFirst) => {
      const [liar, honest] = isFirst ? [first, second] : [second, first]
      liar.plan(drawn)
      honest.always(null)
      const rpc = open({ endpoints: [first.url, second.url], agreement: 2 })
      const outcome = await readAll(rpc).catch((error: unknown) => error)
      if (outcome instanceof BaseError) {
        expect([...documented, 'endpoints_disagree']).toContain(outcome.code)
      } else expect(outcome).toEqual(expected)
    }),
    { numRuns },
  )
})

function printed(error: unknown): string {
  const messages: string[] = []
  for (let index = error; index instanceof Error; index = index.cause) {
    messages.push(index.message, index.stack ?? '', JSON.stringify(index))
  }
  return messages.join('\n')
}

function hexOf(number: bigint): string {
  return `0x${number.toString(16)}`
}
