import type { EthCall } from '@vaultwright/outcome'
import { multicall3Abi, multicall3Address } from '@vaultwright/registry'
import { decodeFunctionData, encodeAbiParameters } from 'viem'
import { expect, test } from 'vitest'
import type { Rpc, RpcAnswer, RpcCall } from '../rpc/rpc.ts'
import { openPinnedAsk } from './pinned-ask.ts'
import { openCallReader } from './read-calls.ts'

const hash = (digit: string) => `0x${digit.repeat(64)}` as const
const blockAt = (number: bigint) => ({ number, hash: hash('b'), timestamp: 1n })
const account = (number: number) => `0x${number.toString(16).padStart(40, '0')}` as const
const calls: readonly EthCall[] = [1, 2, 3].map((number) => ({ to: account(number), data: '0x' }))
const results = [
  {
    type: 'tuple[]',
    components: [
      { type: 'bool', name: 'a' },
      { type: 'bytes', name: 'b' },
    ],
  },
] as const

type Habits = {
  readonly hasMulticall: boolean
  readonly takesHash: boolean
  /** Takes a hash, and answers about its head. */
  readonly isDeaf: boolean
  /** Accounts whose calls fail within multicall, and only there. */
  readonly hungry: readonly string[]
  /** Accounts whose calls fail without a word, wherever they are made. */
  readonly mute: readonly string[]
  /** The hash of the block, by how often it was asked for. */
  readonly hashes: readonly `0x${string}`[]
}

/** A node on which a call to an account returns the account. */
function node(habits: Partial<Habits> = {}) {
  const { hasMulticall = true, takesHash = true, hungry = [], hashes = [hash('b')] } = habits
  const { isDeaf = false, mute = [] } = habits
  const fails = (to: string | undefined) => mute.includes(String(to).toLowerCase())
  const trips: string[][] = []
  let reads = 0
  const answer = ({ method, params }: RpcCall): RpcAnswer => {
    if (method === 'eth_getBlockByNumber') {
      const blockHash = hashes[Math.min(reads++, hashes.length - 1)]!
      const links = { hash: blockHash, parentHash: hash('a'), stateRoot: hash('c') }
      return { ok: true, value: { number: params[0], timestamp: '0x1', ...links } }
    }
    const isByHash = typeof params[1] === 'object'
    if (isByHash && !takesHash) {
      const message = 'invalid argument 1: cannot unmarshal object into string'
      return { ok: false, error: { code: -32602, message, data: null } }
    }
    if (method === 'eth_getBalance') {
      const message = 'header for hash not found'
      if (!isDeaf) return { ok: false, error: { code: -32000, message, data: null } }
      return { ok: true, value: '0x0' }
    }
    if (isByHash && isDeaf) return { ok: true, value: '0xbad1' }
    if (method === 'eth_getCode') return { ok: true, value: hasMulticall ? '0x60' : '0x' }
    const { to, data } = params[0] as { to: `0x${string}`; data: `0x${string}` }
    if (fails(to)) {
      return { ok: false, error: { code: 3, message: 'execution reverted', data: '0x' } }
    }
    if (to !== multicall3Address) return { ok: true, value: to }
    if (!hasMulticall) return { ok: true, value: '0x' }
    const { functionName, args } = decodeFunctionData({ abi: multicall3Abi, data })
    if (functionName !== 'aggregate3') throw new TypeError('that is not called here')
    const rows = args[0].map(({ target }) => {
      const a = !hungry.includes(target.toLowerCase()) && !fails(target)
      return { a, b: a ? (target.toLowerCase() as `0x${string}`) : ('0x' as const) }
    })
    return { ok: true, value: encodeAbiParameters(results, [rows]) }
  }
  const rpc: Rpc = {
    name: 'node',
    close: async () => {},
    ask: async (asked) => {
      trips.push(asked.map(({ method }) => method.replace('eth_', '')))
      return asked.map(answer)
    },
  }
  return { rpc, read: openCallReader(openPinnedAsk(rpc)), trips }
}

const expected = calls.map(({ to }) => ({ ok: true, data: to }))

test('default: one round trip, one question once Multicall3 is known', async () => {
  const { read: readCalls, trips } = node()
  expect(await readCalls(calls, blockAt(10n))).toEqual(expected)
  expect(await readCalls(calls, blockAt(11n))).toEqual(expected)
  expect(trips).toEqual([['getCode', 'call', 'getBalance'], ['call']])
})

test('behavior: without Multicall3 a batch of calls, in one round trip once that is known', async () => {
  const { read: readCalls, trips } = node({ hasMulticall: false })
  expect(await readCalls(calls, blockAt(10n))).toEqual(expected)
  expect(await readCalls(calls, blockAt(9n))).toEqual(expected)
  expect(trips).toEqual([
    ['getCode', 'call', 'getBalance'],
    ['call', 'call', 'call'],
    ['call', 'call', 'call'],
  ])
})

test('behavior: many calls are several multicalls of one round trip', async () => {
  const many = Array.from({ length: 600 }, (_, index) => ({
    to: account(index + 1),
    data: '0x' as const,
  }))
  const { read: readCalls, trips } = node()
  const answers = await readCalls(many, blockAt(10n))
  expect(answers.map((answer) => answer.data)).toEqual(many.map(({ to }) => to))
  expect(trips).toEqual([['getCode', 'call', 'call', 'call', 'getBalance']])
})

test('behavior: a call that fails silently among others is asked again on its own', async () => {
  const { read: readCalls, trips } = node({ hungry: [account(2)] })
  expect(await readCalls(calls, blockAt(10n))).toEqual(expected)
  expect(trips).toEqual([['getCode', 'call', 'getBalance'], ['call']])
})

test('behavior: a call that fails without a word on its own, too, costs a second round trip once', async () => {
  const { read: readCalls, trips } = node({ mute: [account(2)] })
  const answers = expected.map((answer, index) =>
    index === 1 ? { ok: false, data: '0x' } : answer,
  )
  for (const number of [10n, 11n, 12n])
    expect(await readCalls(calls, blockAt(number))).toEqual(answers)
  const beside = ['call', 'call']
  expect(trips).toEqual([['getCode', 'call', 'getBalance'], ['call'], beside, beside])
})

test('behavior: a node that takes no hash is asked by number, and for the block afterwards', async () => {
  const { read: readCalls, trips } = node({ takesHash: false })
  expect(await readCalls(calls, blockAt(10n))).toEqual(expected)
  expect(await readCalls(calls, blockAt(11n))).toEqual(expected)
  expect(trips).toEqual([
    ['getCode', 'call', 'getBalance'],
    ['getCode', 'call'],
    ['getBlockByNumber'],
    ['call'],
    ['getBlockByNumber'],
  ])
})

test('behavior: a node that takes a hash and answers about another block is asked by number', async () => {
  const { read: readCalls, trips } = node({ isDeaf: true })
  expect(await readCalls(calls, blockAt(10n))).toEqual(expected)
  expect(await readCalls(calls, blockAt(11n))).toEqual(expected)
  expect(trips.at(-2)).toEqual(['call'])
  const moved = node({ isDeaf: true, hashes: [hash('d')] })
  const late = moved.read(calls, blockAt(10n))
  await expect(late).rejects.toMatchObject({ code: 'chain_reorganised' })
})

test('behavior: a block that was found by its hash does not show that the state is, too', async () => {
  const { rpc } = node({ takesHash: false })
  const pinned = openPinnedAsk({
    ...rpc,
    ask: async (asked) => {
      const answers = await rpc.ask(asked)
      return asked.map(({ method }, at) =>
        method === 'eth_getBlockByHash' ? { ok: true, value: {} } : answers[at]!,
      )
    },
  })
  const questions = (tag: unknown) => [
    { method: 'eth_getBlockByHash', params: [hash('b'), false] },
    { method: 'eth_getCode', params: [account(1), tag] },
  ]
  for (let turn = 0; turn < 2; turn++) {
    expect((await pinned(blockAt(10n), questions))[1]).toEqual({ ok: true, value: '0x60' })
  }
})

test('error: ReorgError when the block of that number changed while it was read by number', async () => {
  const { read: readCalls } = node({ takesHash: false, hashes: [hash('b'), hash('d')] })
  expect(await readCalls(calls, blockAt(10n))).toEqual(expected)
  const late = readCalls(calls, blockAt(10n))
  await expect(late).rejects.toMatchObject({ code: 'chain_reorganised', retryable: true })
})
