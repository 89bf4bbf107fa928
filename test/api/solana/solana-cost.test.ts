import { svmAddressOf } from '@vaultwright/svm'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { openSolanaApi, type SolanaApi } from './solana-api.ts'

let solana: SolanaApi
beforeAll(async () => {
  solana = await openSolanaApi({
    config: {
      simulation: { engine: 'node', concurrency: 1, queue: 1, timeoutMs: 60_000, keepDays: 30 },
    },
  })
})
afterAll(async () => {
  solana.world.shim.clearFaults()
  await solana.close()
})

const route = 'spl_token/transfer'
const params = (recipient: string) => ({ token: 'USDC', recipient, amount: '1' })

test('law: a build asks the node twice, however many actions it has', async () => {
  const { world, batch } = solana
  const action = { route, params: params(world.people.treasury) }
  // The first question of a node is for the cluster that it serves.
  await batch([action], { skip_sim: true })
  for (const count of [1, 5, 20]) {
    const before = world.shim.requests()
    const actions = Array.from({ length: count }, () => action)
    const { status, body } = await batch(actions, { options: { version: 1 } })
    expect([count, status, body.simulation_status]).toEqual([count, 200, true])
    expect(world.shim.requests() - before).toBe(2)
    const skipped = world.shim.requests()
    await batch(actions, { skip_sim: true, options: { version: 1 } })
    expect(world.shim.requests() - skipped).toBe(1)
  }
})

test('refuses: a batch of accounts without a permission, after one question to the node', async () => {
  const { world, batch } = solana
  const actions = Array.from({ length: 50 }, (_, index) => ({
    route,
    params: params(svmAddressOf(new Uint8Array(32).fill(index + 1))),
  }))
  const before = world.shim.requests()
  const { status, body } = await batch(actions)
  expect([status, body.detail.details.code]).toEqual([400, 'digest_missing'])
  expect(world.shim.requests() - before).toBeLessThanOrEqual(1)
})

test('refuses: more actions, larger bodies and deeper values than one request may have, unasked', async () => {
  const { world, batch, execute } = solana
  const before = world.shim.requests()
  const action = { route, params: params(world.people.treasury) }
  const many = await batch(Array.from({ length: 51 }, () => action))
  expect([many.status, many.body.detail[0].type]).toEqual([422, 'too_long'])
  const large = await execute(route, { ...action.params, x: 'x'.repeat(1_100_000) })
  expect(large.status).toBe(413)
  const deep = await execute(route, { ...action.params, x: `${'['.repeat(100)}${']'.repeat(100)}` })
  expect(deep.status).toBe(422)
  const wide = await execute(route, Object.fromEntries(range(900).map((n) => [`p${n}`, n])))
  expect(wide.status).toBe(422)
  expect(wide.body.detail.length).toBeLessThanOrEqual(20)
  expect(world.shim.requests()).toBe(before)
})

test('refuses: more simulations of a tenant than may wait, as a 503 with Retry-After', async () => {
  const { world, execute } = solana
  world.shim.fault({ kind: 'slow', methods: ['simulateTransaction'], delayMs: 1_000, times: 3 })
  const builds = range(6).map(() => execute(route, params(world.people.treasury)))
  const statuses = (await Promise.all(builds)).map(({ status, headers }) => [
    status,
    headers['retry-after'] ?? null,
  ])
  expect(statuses).toContainEqual([200, null])
  expect(statuses).toContainEqual([503, '2'])
})

const range = (count: number) => Array.from({ length: count }, (_, index) => index)
