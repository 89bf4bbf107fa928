import {
  type ForkPool,
  guessOf,
  noGuess,
  openForkPool,
  printCanonical,
  type RpcAnswer,
  type SimulationGuess,
  simulateOnFork,
  simulateOnNode,
} from '@vaultwright/chain'
import {
  allowanceRead,
  type BlockRef,
  balanceRead,
  type SimulationRequest,
  type StateRead,
  withChecksums,
} from '@vaultwright/outcome'
import fc from 'fast-check'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { runsOf } from '../../../support/runs.ts'
import { oneToken, openWorld, unknownAccount, type World } from '../../world.ts'
import { type Alteration, chainWith } from './altered-chain.ts'
import { type ChangeAlteration, poolWith, withEarlyRead } from './altered-pool.ts'

let world: World
let pool: ForkPool
let block: BlockRef

beforeAll(async () => {
  world = await openWorld()
  pool = openForkPool({ upstreams: { 31337: world.anvil.url } })
  block = await world.chain.readBlock('latest')
})
afterAll(async () => {
  await pool?.close()
  await world?.close()
})

/** Of every kind: one that succeeds, lies, wraps coin, reverts, does nothing, and goes by without a vault. */
function requestsOf(): readonly SimulationRequest[] {
  const { pool: target, tokens, vault, wrapped, logger, batchOf, call } = world
  const requests: readonly SimulationRequest[] = [
    batchOf(
      call(tokens.plain, 'approve', target.address, 9n * oneToken),
      call(target, 'deposit', 4n * oneToken, vault.address),
    ),
    batchOf(call(tokens.hiddenFee, 'transfer', target.address, oneToken)),
    batchOf(call(tokens.silent, 'transfer', unknownAccount, oneToken)),
    batchOf({ ...call(wrapped, 'deposit'), value: oneToken }),
    batchOf(call(tokens.plain, 'transfer', world.owner, oneToken)),
    batchOf(call(logger, 'transfer', target.address, oneToken)),
    batchOf(),
    { from: unknownAccount, to: tokens.plain.address, data: '0x' },
    { ...batchOf(call(tokens.plain, 'transfer', unknownAccount, oneToken)), watch: [world.owner] },
    {
      ...batchOf(call(tokens.plain, 'transfer', unknownAccount, oneToken)),
      overrides: { [tokens.plain.address]: { stateDiff: {} }, [vault.address]: { balance: 7n } },
    },
  ]
  return requests.map((request) => withChecksums({ ...request, block }))
}

/** A node without traces says less, and is asked more. */
const blind: Alteration = ({ method }, answer) =>
  method.startsWith('debug_')
    ? { ok: false, error: { code: -32_601, message: 'no', data: null } }
    : answer
const honest: Alteration = (_, answer) => answer

const address = fc
  .uint8Array({ minLength: 20, maxLength: 20 })
  .map((bytes) => `0x${Buffer.from(bytes).toString('hex')}` as const)
const foreign: fc.Arbitrary<StateRead> = fc.oneof(
  fc.tuple(address, address).map(([token, holder]) => balanceRead(token, holder)),
  fc.tuple(address, address, address).map((names) => allowanceRead(...names)),
  // What the reader of many calls cannot take.
  fc.constantFrom<StateRead>(
    { key: 'long', to: unknownAccount, data: `0x${'11'.repeat(69)}` },
    { key: 'odd', to: unknownAccount, data: '0x123' },
    { key: 'none', to: '0x', data: '0x' },
  ),
)

/** Readings of the transactions themselves, right for some and wrong for others, in any order. */
function guessesFrom(readings: readonly StateRead[]): fc.Arbitrary<SimulationGuess> {
  const right = fc.shuffledSubarray([...readings])
  const all = fc.constant([...readings])
  const few = fc.array(foreign, { maxLength: 3 })
  const many = fc.array(foreign, { minLength: 120, maxLength: 200 })
  return fc.record({
    readings: fc
      .tuple(fc.oneof(right, all), fc.oneof(few, few, many))
      .chain((parts) => fc.shuffledSubarray(parts.flat(), { minLength: parts.flat().length })),
    needsDiff: fc.boolean(),
    needsAccessList: fc.boolean(),
    manager: fc.option(fc.oneof(address, fc.constant(world.manager.address))),
  })
}

test('law: with any guess a simulation on a node is, byte for byte, what it is without one', async () => {
  for (const alter of [honest, blind]) {
    const chain = chainWith(world.chain, alter)
    const requests = requestsOf()
    const readings: StateRead[] = []
    const expected: string[] = []
    for (const request of requests) {
      expected.push(printCanonical(await simulateOnNode(chain, request, noGuess)))
      readings.push(...guessOf(chain, request, 'node').readings)
    }
    expect(readings.length).toBeGreaterThan(20)
    const unique = [...new Map(readings.map((one) => [one.key, one])).values()]
    const property = fc.asyncProperty(
      fc.nat(requests.length - 1),
      guessesFrom(unique),
      async (index, guess) => {
        const simulation = await simulateOnNode(chain, requests[index]!, guess)
        expect(printCanonical(simulation)).toBe(expected[index])
      },
    )
    await fc.assert(property, { numRuns: runsOf(0.5) })
  }
})

test('law: what was simulated before changes no simulation, on a node and on a fork', async () => {
  const requests = requestsOf()
  const expected: (readonly [string, string])[] = []
  for (const request of requests) {
    // A chain of its own has nothing to remember.
    const chain = chainWith(world.chain, honest)
    const node = await simulateOnNode(chain, request)
    const fork = await simulateOnFork(chain, pool, request)
    expected.push([printCanonical(node), printCanonical(fork)])
  }
  const orders = fc.array(fc.nat(requests.length - 1), { minLength: 2, maxLength: 12 })
  const property = fc.asyncProperty(orders, async (order) => {
    const chain = chainWith(world.chain, honest)
    for (const index of order) {
      const node = await simulateOnNode(chain, requests[index]!)
      const fork = await simulateOnFork(chain, pool, requests[index]!)
      expect([printCanonical(node), printCanonical(fork)]).toEqual(expected[index])
    }
  })
  await fc.assert(property, { numRuns: runsOf(0.06) })
})

test.each<readonly [string, Alteration]>([
  ['refuses what is guessed', answered({ code: -32_000, message: 'gas limit is too high' })],
  ['gives nonsense for it', answered('0x')],
  ['runs fewer calls of it than it was asked for', callsOfGuess((calls) => calls.slice(0, 2))],
  [
    'runs another transaction in it',
    callsOfGuess((calls) => calls.map((one, index) => (index === 1 ? { ...one, logs: [] } : one))),
  ],
  [
    'lets its reads have gas that they would not have alone',
    callsOfGuess((calls) => calls.map((one) => ({ ...one, gasUsed: '0x2faf080' }))),
  ],
])('refuses: a guess counts for nothing where the node %s', async (_, alter) => {
  const [request] = requestsOf()
  const expected = await simulateOnNode(world.chain, request!, noGuess)
  const guess = guessOf(world.chain, request!, 'node')
  expect(guess.readings.length).toBeGreaterThan(5)
  const altered = chainWith(world.chain, alter)
  expect(await simulateOnNode(altered, request!, guess)).toEqual(expected)
})

test.each<readonly [string, ChangeAlteration]>([
  ['comes after it is mined', withEarlyRead(async (early, ask) => (await ask([early]))[0]!)],
  ['is refused', withEarlyRead(async () => refusal)],
  ['is nonsense', withEarlyRead(async () => ({ ok: true, value: { output: '0x' } }))],
  ['is of nothing', withEarlyRead(async () => ({ ok: true, value: null }))],
])(
  'law: what a fork reads before a transaction is the same where an early answer %s',
  async (_, alter) => {
    let earlyCount = 0
    const counted = poolWith(pool, (calls, ask) => {
      if (calls.some(({ method }) => method === 'debug_traceCall')) earlyCount++
      return alter(calls, ask)
    })
    for (const request of requestsOf()) {
      const guessed = await simulateOnFork(chainWith(world.chain, honest), pool, request)
      const guessFree = await simulateOnFork(chainWith(world.chain, honest), counted, request)
      expect(printCanonical(guessFree)).toBe(printCanonical(guessed))
    }
    expect(earlyCount).toBeGreaterThan(4)
  },
)

test('refuses: unsteady_simulation, where the transaction does another thing in the question that counts', async () => {
  const [request] = requestsOf()
  const without = callsOf(
    (calls) => calls.length === 3,
    (calls) => calls.map((one, index) => (index === 1 ? { ...one, logs: [] } : one)),
  )
  for (const guess of [noGuess, guessOf(world.chain, request!, 'node')]) {
    await expect(
      simulateOnNode(chainWith(world.chain, without), request!, guess),
    ).rejects.toMatchObject({ code: 'unsteady_simulation' })
  }
})

const refusal: RpcAnswer = {
  ok: false,
  error: { code: -32_601, message: 'no such method', data: null },
}

type SimulatedCalls = readonly Readonly<Record<string, unknown>>[]

/** Answers the guessed question, which comes with others, otherwise. */
function answered(value: string | { readonly code: number; readonly message: string }): Alteration {
  return (call, answer, count) => {
    if (!isWithOthers(count) || callsIn(answer).length !== 3 || call.method !== 'eth_simulateV1')
      return answer
    return typeof value === 'string'
      ? { ok: true, value }
      : { ok: false, error: { ...value, data: null } }
  }
}

function callsOfGuess(change: (calls: SimulatedCalls) => SimulatedCalls): Alteration {
  const alter = callsOf((calls) => calls.length === 3, change)
  return (call, answer, count) => (isWithOthers(count) ? alter(call, answer, count) : answer)
}

function callsOf(
  isMeant: (calls: SimulatedCalls) => boolean,
  change: (calls: SimulatedCalls) => SimulatedCalls,
): Alteration {
  return ({ method }, answer) => {
    const calls = callsIn(answer)
    if (method !== 'eth_simulateV1' || !answer.ok || !isMeant(calls)) return answer
    return { ok: true, value: [{ calls: change(calls) }] }
  }
}

function callsIn(answer: Parameters<Alteration>[1]): SimulatedCalls {
  if (!answer.ok || !Array.isArray(answer.value)) return []
  return (answer.value as readonly { readonly calls: SimulatedCalls }[])[0]?.calls ?? []
}

/** The question that a wrong guess makes needed comes alone, or with the probe for pinned blocks. */
function isWithOthers(count: number): boolean {
  return count > 2
}
