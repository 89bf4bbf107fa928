import { BaseError } from '@vaultwright/base'
import { type Anvil, openAnvil, openBatchingRpc, openChain, openHttpRpc } from '@vaultwright/chain'
import fc from 'fast-check'
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { type FaultName, type FaultyNode, openFaultyNode } from '../../support/node/faulty-node.ts'
import {
  accounts,
  setUpTestChain,
  type TestChainState,
  testChainArguments,
  testChainId,
} from '../../support/node/test-chain.ts'
import { runsOf } from '../../support/runs.ts'

const numRuns = runsOf(0.25)

let anvil: Anvil
let chainState: TestChainState
let node: FaultyNode

beforeAll(async () => {
  anvil = await openAnvil({ arguments: testChainArguments })
  chainState = await setUpTestChain(anvil.rpc, { withMulticall: true })
  node = await openFaultyNode(anvil.url)
})
afterAll(async () => {
  await node?.close()
  await anvil?.close()
})
beforeEach(() => {
  node.clearFaults()
  node.prune(null)
})

/** The time an answer that never comes is waited for; one that comes is given the time of a busy machine. */
const hangMs = 500

/** A transport to the faulty node; between attempts it does not wait. */
function open(retries: number, timeoutMs = 60_000) {
  return openHttpRpc({
    endpoints: [node.url],
    chainId: testChainId,
    timeoutMs,
    retries,
    sleep: async () => {},
    random: () => 0,
  })
}

const calls = [accounts.blockNumber, accounts.reverting].map((to) => ({ to, data: '0x' as const }))

/** Everything that a day's reading is made of. */
async function readDay(rpc: ReturnType<typeof open>, number: bigint): Promise<unknown> {
  const chain = await openChain(rpc, { id: testChainId, logBlocks: 50n })
  const block = await chain.readBlock(number)
  const logs = { addresses: [accounts.logging], fromBlock: 0n, toBlock: block }
  return Promise.all([
    block,
    chain.readCalls(calls, block),
    chain.readLogs(logs),
    chain.readBlocksAt([block.timestamp - 700n, block.timestamp - 300n], block),
  ])
}

test('law: whatever passes, what is read is right or the error says that it may be read again', async () => {
  const right = await readDay(openHttpRpc({ endpoints: [anvil.url] }), chainState.head - 20n)
  const ends = { right: 0, again: 0 }
  await fc.assert(
    fc.asyncProperty(fc.nat(), fc.integer({ min: 0, max: 60 }), async (seed, percent) => {
      node.injectFaults({ seed, share: percent / 100 })
      const outcome = await readDay(openBatchingRpc(open(4, hangMs)), chainState.head - 20n).catch(
        (error) => error,
      )
      if (outcome instanceof BaseError) {
        expect(outcome.retryable).toBe(true)
        ends.again++
      } else {
        expect(outcome).toEqual(right)
        ends.right++
      }
      node.clearFaults()
      expect(await readDay(openBatchingRpc(open(0)), chainState.head - 20n)).toEqual(right)
    }),
    { numRuns },
  )
  expect(ends.right).toBeGreaterThan(0)
  expect(Object.keys(node.injected()).length).toBeGreaterThan(5)
})

const outcomes: readonly (readonly [FaultName, string])[] = [
  ['busy', 'rpc_http_status'],
  ['broken', 'rpc_http_status'],
  ['hang', 'rpc_timeout'],
  ['drop', 'rpc_network'],
  ['garbage', 'rpc_truncated'],
  ['truncate', 'rpc_truncated'],
  ['rate_limit', 'rpc_refused'],
  ['lose_answer', 'rpc_answer_malformed'],
  ['wrong_value', 'rpc_answer_malformed'],
  ['behind', 'node_lagging'],
  ['wrong_chain', 'wrong_chain'],
  ['pruned', 'history_pruned'],
  ['zero', 'rpc_answer_malformed'],
]

test.each(outcomes)('error: %s that stays ends in %s', async (name, code) => {
  const rpc = openBatchingRpc(open(1, name === 'hang' ? hangMs : undefined))
  const chain = await openChain(rpc, { id: testChainId })
  const block = await chain.readBlock(chainState.head - 3n)
  await chain.readBlock('latest')
  const before = node.injected()[name] ?? 0
  node.injectFaults({ seed: 1, share: 1, kinds: [name] })
  const read = async () => {
    await chain.readCalls(calls, block)
    await chain.readBlock('latest')
  }
  await expect(read()).rejects.toMatchObject({ code })
  expect(node.injected()[name]).toBeGreaterThan(before)
  await rpc.close()
})

test('default: the same seed, the same faults', async () => {
  const draw = async () => {
    const otherNode = await openFaultyNode(anvil.url, {
      seed: 7,
      share: 0.5,
      kinds: ['busy', 'drop'],
    })
    const ends: string[] = []
    for (let turn = 0; turn < 20; turn++) {
      const body = JSON.stringify({ id: turn, method: 'eth_chainId', params: [] })
      const init = { method: 'POST', body, headers: { 'content-type': 'application/json' } }
      ends.push(
        await fetch(otherNode.url, init).then(
          ({ status }) => String(status),
          () => 'dropped',
        ),
      )
    }
    await otherNode.close()
    return ends
  }
  const first = await draw()
  expect(await draw()).toEqual(first)
  expect(new Set(first)).toEqual(new Set(['200', '429', 'dropped']))
})

test('error: HistoryPrunedError for days of which a node gave up the state, and only for them', async () => {
  const chain = await openChain(open(2), { id: testChainId })
  const [old, recent] = [await chain.readBlock(40n), await chain.readBlock(chainState.head)]
  const right = await chain.readCalls(calls, old)
  node.prune(100n)
  const expected = { code: 'history_pruned', retryable: false }
  await expect(chain.readCalls(calls, old)).rejects.toMatchObject(expected)
  await expect(chain.readCode(accounts.token, old)).rejects.toMatchObject(expected)
  await expect(chain.readNativeBalances([accounts.rich], old)).rejects.toMatchObject(expected)
  expect(await chain.readCalls(calls, recent)).toHaveLength(2)
  const logs = { addresses: [accounts.logging], fromBlock: 0n, toBlock: old }
  await expect(chain.readLogs(logs)).resolves.toBeDefined()
  node.prune(null)
  expect(await chain.readCalls(calls, old)).toEqual(right)
})

test('behavior: another endpoint that is an archive is asked for what one gave up', async () => {
  const archive = await openFaultyNode(anvil.url)
  const endpoints = [node.url, archive.url]
  const rpc = openHttpRpc({ endpoints, chainId: testChainId, sleep: async () => {} })
  const chain = await openChain(openBatchingRpc(rpc), { id: testChainId })
  const old = await chain.readBlock(40n)
  node.prune(100n)
  expect(await chain.readCalls(calls, old)).toHaveLength(2)
  expect(archive.count()).toBeGreaterThan(0)
  await archive.close()
})

test('behavior: a node that died answers again at the same place once it is revived', async () => {
  const chain = await openChain(open(1), { id: testChainId })
  await node.stop()
  await expect(chain.readBlock('latest')).rejects.toMatchObject({ code: 'rpc_network' })
  await node.start()
  expect((await chain.readBlock('latest')).number).toBe(chainState.head)
})
