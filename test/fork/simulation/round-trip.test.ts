import {
  type Chain,
  crossCheck,
  type ForkPool,
  openForkPool,
  simulateOnFork,
  simulateOnNode,
} from '@vaultwright/chain'
import type { BlockRef, SimulationRequest } from '@vaultwright/outcome'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { openRoundTrips, type RoundTrips } from '../../support/node/round-trip.ts'
import { oneToken, openWorld, unknownAccount, type World } from '../world.ts'
import { chainWith } from './guess/altered-chain.ts'

let world: World
let pool: ForkPool
let block: BlockRef

beforeAll(async () => {
  world = await openWorld()
  pool = openForkPool({ upstreams: { 31337: world.anvil.url } })
  block = await world.chain.readBlock('latest')
  await pool.warm({ chainId: 31337, block })
})
afterAll(async () => {
  await pool?.close()
  await world?.close()
})

let fresh = 0n
/** Another amount each time: nothing is simulated twice. */
const deposit = () => {
  const { pool: target, tokens, vault, batchOf, call } = world
  fresh++
  return batchOf(
    call(tokens.plain, 'approve', target.address, oneToken + fresh),
    call(target, 'deposit', oneToken + fresh, vault.address),
  )
}
const send = () => {
  const { tokens, batchOf, call } = world
  fresh++
  return batchOf(call(tokens.silent, 'transfer', unknownAccount, oneToken + fresh))
}
/** The Manager borrows from a lender that no word of the calldata names. */
const lend = () => {
  const { tokens, batchOf, borrow, call, pool: target } = world
  fresh++
  const approval = call(tokens.plain, 'approve', target.address, oneToken + fresh)
  return batchOf(borrow(oneToken + fresh, [approval]))
}
const idle = () => world.batchOf()
const refused = () => ({ ...deposit(), from: unknownAccount })

type Step = readonly [name: string, request: () => SimulationRequest]

const steps: readonly Step[] = [
  ['cold', deposit],
  ['warm', deposit],
  ['another token of its calldata', send],
  ['what its calldata does not name: a wrong guess', lend],
  ['what was simulated before that', deposit],
  ['the loan again', lend],
  ['refused by the Manager', refused],
  ['after a refusal', deposit],
  ['without effect', idle],
  ['without effect again', idle],
]

async function countsOf(
  list: readonly Step[],
  trips: RoundTrips,
  simulate: (request: SimulationRequest) => Promise<unknown>,
): Promise<Readonly<Record<string, number>>> {
  const counts: Record<string, number> = {}
  trips.take()
  for (const [name, request] of list) {
    await simulate({ ...request(), block })
    counts[name] = trips.take().trips
  }
  return counts
}

test('golden: how many round trips a simulation on a node takes, by what was simulated before', async () => {
  const trips = openRoundTrips()
  const chain = trips.chainOf(world.chain)
  const counts = await countsOf(steps, trips, (request) => simulateOnNode(chain, request))
  expect(counts).toMatchInlineSnapshot(`
    {
      "after a refusal": 1,
      "another token of its calldata": 1,
      "cold": 2,
      "refused by the Manager": 1,
      "the loan again": 1,
      "warm": 1,
      "what its calldata does not name: a wrong guess": 2,
      "what was simulated before that": 1,
      "without effect": 2,
      "without effect again": 1,
    }
  `)
})

test('golden: how many round trips it takes on a node without traces', async () => {
  const trips = openRoundTrips()
  const chain = trips.chainOf(
    chainWith(world.chain, (call, answer) =>
      call.method.startsWith('debug_') ? refusal(-32_601) : answer,
    ),
  )
  const counts = await countsOf(steps.slice(0, 5), trips, (request) =>
    simulateOnNode(chain, request),
  )
  expect(counts).toMatchInlineSnapshot(`
    {
      "another token of its calldata": 1,
      "cold": 4,
      "warm": 1,
      "what its calldata does not name: a wrong guess": 2,
      "what was simulated before that": 1,
    }
  `)
})

test('golden: how many round trips a simulation on a fork takes, by what was simulated before', async () => {
  const trips = openRoundTrips()
  // A chain of its own has nothing to remember.
  const [chain, counted] = [chainWith(world.chain, (_, answer) => answer), trips.poolOf(pool)]
  const again = deposit()
  const overrides = { [unknownAccount]: { balance: 1n } }
  const list: readonly Step[] = [
    ...steps,
    ['once', () => again],
    ['the same again', () => again],
    ['with an override', () => ({ ...deposit(), overrides })],
  ]
  const counts = await countsOf(list, trips, (request) => simulateOnFork(chain, counted, request))
  expect(counts).toMatchInlineSnapshot(`
    {
      "after a refusal": 3,
      "another token of its calldata": 3,
      "cold": 3,
      "once": 3,
      "refused by the Manager": 3,
      "the loan again": 3,
      "the same again": 3,
      "warm": 3,
      "what its calldata does not name: a wrong guess": 3,
      "what was simulated before that": 3,
      "with an override": 5,
      "without effect": 3,
      "without effect again": 3,
    }
  `)
})

test('golden: how many round trips each engine takes beside the other', async () => {
  const [node, fork] = [openRoundTrips(), openRoundTrips()]
  const engines = { chain: node.chainOf(world.chain), pool: fork.poolOf(pool) }
  const counts: Record<string, readonly number[]> = {}
  for (const [name, request] of steps) {
    const check = await crossCheck(engines, { ...request(), block })
    expect(check.agreed).toBe(true)
    counts[name] = [node.take().trips, fork.take().trips]
  }
  expect(counts).toMatchInlineSnapshot(`
    {
      "after a refusal": [
        1,
        3,
      ],
      "another token of its calldata": [
        1,
        3,
      ],
      "cold": [
        2,
        3,
      ],
      "refused by the Manager": [
        1,
        3,
      ],
      "the loan again": [
        1,
        3,
      ],
      "warm": [
        1,
        3,
      ],
      "what its calldata does not name: a wrong guess": [
        2,
        3,
      ],
      "what was simulated before that": [
        1,
        3,
      ],
      "without effect": [
        2,
        3,
      ],
      "without effect again": [
        1,
        3,
      ],
    }
  `)
})

test('golden: which questions a warm simulation asks, and the node says what it is once', async () => {
  const trips = openRoundTrips()
  const chain: Chain = trips.chainOf(world.chain)
  await simulateOnNode(chain, { ...deposit(), block })
  trips.take()
  await simulateOnNode(chain, { ...deposit(), block })
  const { byMethod } = trips.take()
  for (let time = 0; time < 3; time++) await simulateOnNode(chain, { ...deposit(), block })
  expect(byMethod).toMatchInlineSnapshot(`
    {
      "debug_traceCall": 1,
      "eth_call": 1,
      "eth_getBalance": 1,
      "eth_simulateV1": 2,
    }
  `)
  expect(trips.take().byMethod.web3_clientVersion).toBeUndefined()
})

function refusal(code: number) {
  return { ok: false as const, error: { code, message: 'no', data: null } }
}
