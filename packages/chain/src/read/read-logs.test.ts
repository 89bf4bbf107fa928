import fc from 'fast-check'
import { expect, test } from 'vitest'
import type { Rpc, RpcAnswer, RpcCall } from '../rpc/rpc.ts'
import { openLogReader } from './read-logs.ts'

const hashOf = (number: number) => `0x${(number + 1).toString(16).padStart(64, '0')}`
const hex = (number: number) => `0x${number.toString(16)}`
const address = '0x1000000000000000000000000000000000000004'
const head = 20_000

type Limits = {
  readonly blocks?: number
  readonly results?: number
  readonly say: (from: number, to: number) => string
}

/** A node with logs in some blocks, and a provider's limits. */
function provider(blocks: readonly number[], limits: Limits, twist = (rows: unknown[]) => rows) {
  const ranges: number[] = []
  const refuse = (message: string): RpcAnswer => ({
    ok: false,
    error: { code: -32005, message, data: null },
  })
  const logsOf = ({ params }: RpcCall): RpcAnswer => {
    const filter = params[0] as { fromBlock: string; toBlock: string }
    const [from, to] = [Number(filter.fromBlock), Number(filter.toBlock)]
    ranges.push(to - from + 1)
    const inRange = blocks.filter((number) => number >= from && number <= to)
    const isTooMuch =
      to - from + 1 > (limits.blocks ?? 1e9) || inRange.length > (limits.results ?? 1e9)
    if (isTooMuch) return refuse(limits.say(from, to))
    return { ok: true, value: twist(inRange.map((number, at) => logAt(number, at))) }
  }
  const rpc: Rpc = {
    name: 'provider',
    close: async () => {},
    ask: async (calls) =>
      calls.map((call) => {
        if (call.method === 'eth_getLogs') return logsOf(call)
        const number = Number(call.params[0])
        const links = { hash: hashOf(number), parentHash: hashOf(number - 1) }
        const value = { number: hex(number), timestamp: '0x1', ...links, stateRoot: hashOf(0) }
        return { ok: true, value: number > head ? null : value }
      }),
  }
  const readLogs = openLogReader(rpc, { blocks: 2_000n, blocksLimit: 100_000n })
  return { rpc, read: readLogs, asked: ranges }
}

function logAt(number: number, at: number) {
  const where = { blockNumber: hex(number), blockHash: hashOf(number), logIndex: hex(at) }
  const transaction = { transactionHash: hashOf(number), transactionIndex: '0x0' }
  return { address, topics: [], data: '0x', removed: false, ...where, ...transaction }
}

const query = { fromBlock: 0n, toBlock: BigInt(head) }

test('law: every log once and in order, whatever the limits', async () => {
  const places = fc.uniqueArray(fc.integer({ min: 0, max: head }), { maxLength: 200 })
  const limit = fc.integer({ min: 1, max: 300 })
  await fc.assert(
    fc.asyncProperty(places, limit, limit, async (blocks, span, results) => {
      const limits = { blocks: 40 * span, results, say: () => 'query returned too many results' }
      const { read: readLogs } = provider(blocks, limits, (rows) => [...rows].reverse())
      const logs = await readLogs(query)
      const sorted = blocks.toSorted((one, other) => one - other)
      expect(logs.map(({ blockNumber }) => Number(blockNumber))).toEqual(sorted)
    }),
  )
})

test('behavior: ranges grow while all is well, and stay within a limit that was told', async () => {
  const free = provider([], { say: () => '' })
  await free.read(query)
  expect(free.asked).toEqual([2_000, 4_000, 8_000, 6_001])
  const limited = provider([], { blocks: 800, say: () => 'range too large. Max range: 800' })
  await limited.read(query)
  expect(limited.asked).toEqual([2_000, ...new Array(25).fill(800), 1])
  await limited.read({ ...query, fromBlock: 19_000n })
  expect(limited.asked.slice(27)).toEqual([800, 201])
})

test('behavior: a range that was suggested is taken', async () => {
  const say = (from: number) => `this block range should work: [${hex(from)}, ${hex(from + 122)}]`
  const blocks = Array.from({ length: 200 }, (_, index) => 10 * index)
  const { read: readLogs, asked: ranges } = provider(blocks, { results: 13, say })
  expect(await readLogs({ fromBlock: 0n, toBlock: 1_999n })).toHaveLength(200)
  expect(ranges.slice(0, 2)).toEqual([2_000, 123])
})

test('behavior: a limit that the node does not name is not tried again and again', async () => {
  const { read: readLogs, asked: requests } = provider([], {
    blocks: 100,
    say: () => 'block range is too wide',
  })
  await readLogs(query)
  expect(requests.filter((blocks) => blocks > 100).length).toBeLessThanOrEqual(10)
  expect(requests.length).toBeLessThanOrEqual(350)
})

test('error: LogRangeError when one block is too much', async () => {
  const { read: readLogs } = provider([7, 7], { results: 1, say: () => 'response size exceeded' })
  await expect(readLogs(query)).rejects.toMatchObject({
    code: 'log_range_refused',
    retryable: false,
  })
})

type Row = ReturnType<typeof logAt>
test.each<readonly [string, string, (row: Row) => Row[]]>([
  ['a removed log', 'chain_reorganised', (row) => [{ ...row, removed: true }]],
  [
    'two hashes',
    'chain_reorganised',
    (row) => [row, { ...row, logIndex: '0x5', blockHash: hashOf(3) }],
  ],
  ['another hash', 'chain_reorganised', (row) => [{ ...row, blockNumber: hex(1_999) }]],
  ['another place', 'log_mismatch', (row) => [row, { ...row, data: '0x01' }]],
  ['another block', 'log_mismatch', (row) => [{ ...row, blockNumber: hex(head + 1) }]],
  ['another address', 'log_mismatch', (row) => [{ ...row, address: `0x${'9'.repeat(40)}` }]],
  ['no log', 'rpc_answer_malformed', (row) => [{ ...row, blockHash: '0x' }]],
])('error: %s ends in %s', async (_, code, twist) => {
  const { read: readLogs } = provider([20], { say: () => '' }, (rows) =>
    (rows as Row[]).flatMap(twist),
  )
  const logs = readLogs({ addresses: [address], fromBlock: 0n, toBlock: 1_999n })
  await expect(logs).rejects.toMatchObject({ code, retryable: true })
})

test('behavior: an empty list means nothing, and no node is asked', async () => {
  const { read: readLogs, asked: requests } = provider([20], { say: () => '' })
  expect(await readLogs({ ...query, addresses: [] })).toEqual([])
  expect(await readLogs({ ...query, topics: [null, []] })).toEqual([])
  expect(requests).toEqual([])
})

test('error: ReorgError when a piece in the middle comes from a node on another branch', async () => {
  const { rpc } = provider([20, 2_500], { say: () => '' })
  let pieces = 0
  const balanced: Rpc = {
    ...rpc,
    ask: async (calls) => {
      const isOtherBlock = calls[1]?.method === 'eth_getLogs' && ++pieces === 2
      const answers = await rpc.ask(calls)
      if (!isOtherBlock) return answers
      const block = answers[0]!.ok ? Object(answers[0]!.value) : {}
      return [
        { ok: true, value: { ...block, hash: hashOf(7) } },
        { ok: true, value: [] },
      ]
    },
  }
  const logs = openLogReader(balanced, { blocks: 2_000n, blocksLimit: 100_000n })(query)
  await expect(logs).rejects.toMatchObject({ code: 'chain_reorganised', retryable: true })
})

test('behavior: sizes that make no sense still end', async () => {
  const { rpc } = provider([3], { say: () => '' })
  const readLogs = openLogReader(rpc, { blocks: 0n, blocksLimit: -1n })
  expect(await readLogs({ fromBlock: 0n, toBlock: 5n })).toHaveLength(1)
})

test('behavior: the same log twice counts once', async () => {
  const { read: readLogs } = provider([20], { say: () => '' }, (rows) => [...rows, ...rows])
  expect(await readLogs(query)).toHaveLength(1)
})
