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
}, 600_000)
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
const send = (name: 'plain' | 'silent') => {
  const { tokens, batchOf, call } = world
  fresh++
  return batchOf(call(tokens[name], 'transfer', unknownAccount, oneToken + fresh))
}
const idle = () => world.batchOf()
const refused = () => ({ ...deposit(), from: unknownAccount })

type Step = readonly [name: string, request: () => SimulationRequest]

const steps: readonly Step[] = [
  ['cold', deposit],
  ['warm', deposit],
  ['another token: a wrong guess', () => send('silent')],
  ['both before', deposit],
  ['the other', () => send('silent')],
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
      "another token: a wrong guess": 1,
      "both before": 1,
      "cold": 2,
      "refused by the Manager": 1,
      "the other": 1,
      "warm": 1,
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
  const counts = await countsOf(steps.slice(0, 4), trips, (request) =>
    simulateOnNode(chain, request),
  )
  expect(counts).toMatchInlineSnapshot(`
    {
      "another token: a wrong guess": 2,
      "both before": 2,
      "cold": 4,
      "warm": 2,
    }
  `)
})

test('golden: how many round trips a simulation on a fork takes, by what was simulated before', async () => {
  const trips = openRoundTrips()
  const [chain, counted] = [trips.chainOf(world.chain), trips.poolOf(pool)]
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
      "another token: a wrong guess": 3,
      "both before": 3,
      "cold": 4,
      "once": 3,
      "refused by the Manager": 3,
      "the other": 3,
      "the same again": 3,
      "warm": 3,
      "with an override": 6,
      "without effect": 3,
      "without effect again": 3,
    }
  `)
})

test('golden: how many round trips both engines take beside each other', async () => {
  const trips = openRoundTrips()
  const engines = { chain: trips.chainOf(world.chain), pool: trips.poolOf(pool) }
  const counts = await countsOf(steps, trips, async (request) => {
    const check = await crossCheck(engines, request)
    expect(check.agreed).toBe(true)
  })
  expect(counts).toMatchInlineSnapshot(`
    {
      "after a refusal": 3,
      "another token: a wrong guess": 3,
      "both before": 3,
      "cold": 3,
      "refused by the Manager": 3,
      "the other": 3,
      "warm": 3,
      "without effect": 5,
      "without effect again": 3,
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
