import fc from 'fast-check'
import { expect, test } from 'vitest'
import { numRuns } from '../../../../test/support/runs.ts'
import { openLogReader } from '../read/read-logs.ts'
import { RpcAnswerError } from '../rpc/answer.ts'
import type { Rpc, RpcAnswer, RpcCall } from '../rpc/rpc.ts'
import { type BatchingRpcOptions, openBatchingRpc } from './batching-rpc.ts'
import { RpcHttpError } from './http-exchange.ts'
import { NoEndpointError } from './http-rpc.ts'

const call = (number: number): RpcCall => ({ method: 'eth_call', params: [number] })
const answerTo = ({ params }: RpcCall) => ({ ok: true, value: `answer ${params[0]}` }) as const

/** A node that cannot answer some questions, and fails for all that come with them. */
function node(poison: ReadonlySet<number> = new Set(), delays: readonly number[] = []) {
  const asks: (readonly RpcCall[])[] = []
  let under = 0
  let most = 0
  let closes = 0
  const rpc: Rpc = {
    name: 'node',
    close: async () => void closes++,
    ask: async (calls) => {
      const turns = delays[asks.length % Math.max(1, delays.length)] ?? 0
      asks.push(calls)
      most = Math.max(most, ++under)
      for (let turn = 0; turn < turns; turn++) await new Promise((go) => setImmediate(go))
      under--
      if (calls.some(({ params }) => poison.has(Number(params[0])))) {
        throw new RpcAnswerError('eth_call', 'it is poisoned')
      }
      return calls.map(answerTo)
    },
  }
  return { rpc, asks, most: () => most, closes: () => closes }
}

type Outcome = readonly RpcAnswer[] | string
const outcomeOf = (asked: Promise<readonly RpcAnswer[]>): Promise<Outcome> =>
  asked.catch((error: { code: string }) => error.code)

test('law: in whatever order callers ask, each gets what it would get alone, in fewer round trips', async () => {
  const asks = fc.array(
    fc.record({
      after: fc.nat(6),
      calls: fc.array(fc.nat(60).map(call), { maxLength: 5 }),
    }),
    { minLength: 1, maxLength: 40 },
  )
  const options = fc.record({
    maxCalls: fc.integer({ min: -1, max: 30 }),
    maxInFlight: fc.integer({ min: 0, max: 5 }),
  })
  const poison = fc.array(fc.nat(60), { maxLength: 3 })
  const delays = fc.array(fc.nat(4), { maxLength: 4 })
  await fc.assert(
    fc.asyncProperty(asks, options, poison, delays, async (script, terms, bad, waits) => {
      const run = async (open: (rpc: Rpc) => Rpc) => {
        const { rpc, asks, most } = node(new Set(bad), waits)
        const port = open(rpc)
        const outcomes = script.map(async ({ after, calls }) => {
          for (let turn = 0; turn < after; turn++) await new Promise((go) => setImmediate(go))
          return outcomeOf(port.ask(calls))
        })
        return { outcomes: await Promise.all(outcomes), made: asks, most: most() }
      }
      const apart = await run((rpc) => ({
        ...rpc,
        ask: async (calls) => (calls.length === 0 ? [] : rpc.ask(calls)),
      }))
      const joint = await run((rpc) => openBatchingRpc(rpc, terms))
      expect(joint.outcomes).toEqual(apart.outcomes)
      for (const size of joint.made) {
        expect(size.length <= Math.max(5, terms.maxCalls)).toBe(true)
      }
      if (bad.length > 0) return
      expect(joint.made.length).toBeLessThanOrEqual(apart.made.length)
      expect(joint.made.flat().length).toBe(apart.made.flat().length)
      expect(joint.most).toBeLessThanOrEqual(Math.max(1, terms.maxInFlight))
    }),
  )
})

test('default: what is asked in one turn goes in one round trip, each ask whole and in order', async () => {
  const { rpc, asks } = node()
  const joint = openBatchingRpc(rpc, { maxCalls: 7 })
  const later = async (number: number) => {
    await null
    return joint.ask([call(number), call(number + 1), call(number + 2)])
  }
  const answers = await Promise.all([
    later(10),
    joint.ask([call(1), call(2)]),
    later(20),
    later(30),
  ])
  expect(asks.map((one) => one.map(({ params }) => params[0]))).toEqual([
    [1, 2, 10, 11, 12],
    [20, 21, 22, 30, 31, 32],
  ])
  expect(answers[2]).toEqual([20, 21, 22].map((number) => answerTo(call(number))))
  expect(joint.name).toBe('node')
})

test('behavior: while as many as may are under way, the others wait and are joined', async () => {
  const { rpc, asks, most } = node(new Set(), [3])
  const joint = openBatchingRpc(rpc, { maxInFlight: 1 })
  const pending: Promise<unknown>[] = []
  for (let number = 0; number < 10; number++) {
    pending.push(joint.ask([call(number)]))
    await new Promise((go) => setImmediate(go))
  }
  await Promise.all(pending)
  expect(most()).toBe(1)
  expect(asks.length).toBeLessThan(6)
})

test('behavior: what one asks larger than allowed goes alone and whole', async () => {
  const { rpc, asks } = node()
  const joint = openBatchingRpc(rpc, { maxCalls: 2 })
  await Promise.all([
    joint.ask([call(0)]),
    joint.ask([1, 2, 3, 4].map(call)),
    joint.ask([call(5)]),
    joint.ask([call(6)]),
  ])
  expect(asks.map((one) => one.length)).toEqual([1, 4, 2])
})

test('behavior: one bad question is found by halves, and only its asker fails', async () => {
  const { rpc, asks } = node(new Set([13]))
  const joint = openBatchingRpc(rpc)
  const outcomes = await Promise.all(
    Array.from({ length: 32 }, (_, number) => outcomeOf(joint.ask([call(number)]))),
  )
  expect(outcomes.filter((outcome) => outcome === 'rpc_answer_malformed')).toHaveLength(1)
  expect(outcomes[13]).toBe('rpc_answer_malformed')
  expect(asks).toHaveLength(11)
})

test.each([
  ['a status', new RpcHttpError('node', 429, null)],
  [
    'no endpoint',
    new NoEndpointError([{ endpoint: 'node', error: new RpcHttpError('node', 500, null) }], 1),
  ],
])('error: %s reaches every caller, and none asks again', async (_, error) => {
  let asks = 0
  const joint = openBatchingRpc({
    name: 'node',
    close: async () => {},
    ask: async () => {
      asks++
      throw error
    },
  })
  const pending = [1, 2, 3].map((number) => joint.ask([call(number)]))
  for (const outcome of await Promise.allSettled(pending)) {
    expect(outcome).toEqual({ status: 'rejected', reason: error })
  }
  expect(asks).toBe(1)
})

test('error: RpcAnswerError when there are fewer answers than questions, never those of another', async () => {
  const { rpc } = node()
  const short: Rpc = { ...rpc, ask: async (calls) => (await rpc.ask(calls)).slice(1) }
  const joint = openBatchingRpc(short)
  const outcomes = await Promise.all([1, 2].map((one) => outcomeOf(joint.ask([call(one)]))))
  expect(outcomes).toEqual(['rpc_answer_malformed', 'rpc_answer_malformed'])
})

test('behavior: what changes something goes alone, at once, and is asked once', async () => {
  const { rpc, asks } = node()
  const joint = openBatchingRpc(rpc)
  const send = { method: 'eth_sendRawTransaction', params: [99] }
  const reading = joint.ask([call(1)])
  const sending = joint.ask([call(2), send])
  await Promise.all([reading, sending])
  expect(asks).toEqual([[call(2), send], [call(1)]])
})

test('behavior: a caller that lets go of an answer disturbs no other', async () => {
  const { rpc } = node(new Set([1]), [2])
  const joint = openBatchingRpc(rpc)
  const gone = Promise.race([joint.ask([call(1)]), Promise.resolve('gone')])
  const stays = joint.ask([call(2)])
  expect(await gone).toBe('gone')
  expect(await stays).toEqual([answerTo(call(2))])
  await new Promise((go) => setImmediate(go))
})

test('error: RpcClosedError for those who wait and those who come later; closed below once', async () => {
  const { rpc, asks, closes } = node()
  const turns: (() => void)[] = []
  const options: BatchingRpcOptions = { turn: (go) => void turns.push(go) }
  const joint = openBatchingRpc(rpc, options)
  const waiting = outcomeOf(joint.ask([call(1)]))
  await joint.close()
  await joint.close()
  expect(await waiting).toBe('rpc_closed')
  expect(await outcomeOf(joint.ask([call(2)]))).toBe('rpc_closed')
  for (const go of turns) go()
  expect(asks).toEqual([])
  expect(closes()).toBe(1)
})

test('law: of one address and several topics, joined readers of logs get what each gets alone', async () => {
  const head = 5_000
  const hashOf = (number: number) => `0x${(number + 1).toString(16).padStart(64, '0')}` as const
  const hex = (number: number) => `0x${number.toString(16)}`
  const topic = (number: number) => hashOf(900_000 + number)
  const address = '0x1000000000000000000000000000000000000004'
  const provider = (blocks: readonly number[], limit: number): Rpc => ({
    name: 'provider',
    close: async () => {},
    ask: async (calls) =>
      calls.map(({ method, params: [tag] }) => {
        if (method !== 'eth_getLogs') {
          const number = Number(tag)
          const links = { hash: hashOf(number), parentHash: hashOf(number - 1) }
          const header = { number: hex(number), timestamp: '0x1', stateRoot: hashOf(0), ...links }
          return { ok: true, value: header }
        }
        const { fromBlock, toBlock, topics } = tag as {
          fromBlock: string
          toBlock: string
          topics: string[][]
        }
        const [from, to] = [Number(fromBlock), Number(toBlock)]
        if (to - from >= limit) {
          const message = `exceed maximum block range: ${limit}`
          return { ok: false, error: { code: -32005, message, data: null } }
        }
        const inRange = blocks.filter((one) => one >= from && one <= to)
        const rows = inRange.map((number) => ({
          address,
          topics: [topic(number % 5)],
          data: '0x',
          logIndex: '0x0',
          blockNumber: hex(number),
          blockHash: hashOf(number),
          transactionHash: hashOf(number),
          transactionIndex: '0x0',
        }))
        return { ok: true, value: rows.filter(({ topics: [one] }) => topics[0]!.includes(one!)) }
      }),
  })
  const places = fc.uniqueArray(fc.nat(head), { maxLength: 60 })
  const ranges = fc.array(fc.tuple(fc.nat(head), fc.nat(head)), { minLength: 2, maxLength: 6 })
  await fc.assert(
    fc.asyncProperty(
      places,
      ranges,
      fc.integer({ min: 1, max: 900 }),
      async (blocks, spans, limit) => {
        const { rpc: counted, asks } = (() => {
          const inner = provider(blocks, limit * 10)
          const sizes: number[] = []
          const ask: Rpc['ask'] = (calls) => {
            sizes.push(calls.length)
            return inner.ask(calls)
          }
          return { rpc: { ...inner, ask }, asks: sizes }
        })()
        const readLogs = openLogReader(openBatchingRpc(counted), {
          blocks: 2_000n,
          blocksLimit: 9_999n,
        })
        const logs = await Promise.all(
          spans.map(([left, right]) =>
            readLogs({
              addresses: [address],
              topics: [[topic(1), topic(3)]],
              fromBlock: BigInt(Math.min(left, right)),
              toBlock: {
                number: BigInt(Math.max(left, right)),
                hash: hashOf(Math.max(left, right)),
                timestamp: 1n,
              },
            }),
          ),
        )
        for (const [index, [start, end]] of spans.entries()) {
          const expected = blocks
            .filter((number) => number >= Math.min(start, end) && number <= Math.max(start, end))
            .filter((number) => number % 5 === 1 || number % 5 === 3)
            .toSorted((a, b) => a - b)
          expect(logs[index]!.map(({ blockNumber }) => Number(blockNumber))).toEqual(expected)
        }
        // A piece is two questions, and a reader ends with one: apart, none of them would share a trip.
        const questions = asks.reduce((sum, calls) => sum + calls, 0)
        expect(asks.length).toBeLessThan(questions / 2)
      },
    ),
    { numRuns: Math.min(numRuns, 50) },
  )
})
