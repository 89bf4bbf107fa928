import fc from 'fast-check'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { runsOf } from '../../support/runs.ts'
import { pendingRootOf } from '../conformance/conformance-rule.ts'
import { type DemoWorld, openDemoWorld } from '../support/demo-world.ts'
import type { Answered } from '../support/harness.ts'
import { everyOperation } from '../support/operation-url.ts'
import { type FuzzInputs, fuzzInputsOf } from './fuzz-input.ts'
import { type FuzzRequest, requestOf } from './fuzz-request.ts'

/** 5,000 requests and some more in CI. */
const numRuns = runsOf(51 / everyOperation.length)
/** The operations that read more than their schema: they are asked more often. */
const deep = ['execute', 'executeMultiple', 'pushTree', 'putVault']
const counts = new Map<string, number>()
let world: DemoWorld
let inputs: FuzzInputs

beforeAll(async () => {
  world = await openDemoWorld()
  // Keys are made before: what is made while a request runs would look like its doing.
  for (const role of ['viewer', 'strategist', 'curator', 'admin'] as const) await world.as(role)
  await world.api.as('admin')
  inputs = await fuzzInputsOf(world, await pendingRootOf(world))
})
afterAll(() => world.close())

async function send(method: 'GET' | 'POST' | 'PUT' | 'DELETE', request: FuzzRequest, role: string) {
  const { url, headers, payload, who } = request
  const theirs = await authorization(who, role)
  const body = payload === null ? {} : { payload }
  return world.api.ask(method, url, { headers: { ...headers, ...theirs }, ...body })
}

async function authorization(who: FuzzRequest['who'], role: string) {
  if (who === 'anonymous') return {}
  if (who === 'wrong') return { authorization: `Bearer vw_live_${'1'.repeat(50)}` }
  if (who === 'foreign') return world.api.as('admin')
  return world.as(who === 'viewer' ? 'viewer' : (role as 'admin'))
}

/**
 * Judges an answer by facts that the harness does not: the answer is there, and what was refused
 * left nothing behind.
 */
function judge(method: string, answered: Answered, revisions: readonly (string | null)[]): void {
  expect(answered.status, answered.text.slice(0, 500)).toBeLessThan(500)
  const [before, after] = revisions
  expect(before).not.toBeNull()
  if (answered.status !== 200 || method === 'GET') expect(after).toBe(before)
}

test.each(everyOperation)(
  'law: %s never fails, and what it refuses leaves nothing',
  async (name, operation) => {
    const { method, role } = operation
    await fc.assert(
      fc.asyncProperty(requestOf(inputs, [name, operation]), async (request) => {
        const { store } = world.api
        const before = store.revision()
        const answered = await send(method, request, role)
        // Safes are read on a chain, which this service does not have: it says so.
        const isChainAsked = /Safe/.test(name) && answered.status === 503
        if (isChainAsked) expect(answered.text).toContain('The chain cannot be asked')
        judge(method, isChainAsked ? { ...answered, status: 409 } : answered, [
          before,
          store.revision(),
        ])
        // A revision that never moves would prove nothing.
        if (name === 'createUser' && answered.status === 200)
          expect(store.revision()).not.toBe(before)
        const key = `${name} ${answered.status}`
        counts.set(key, (counts.get(key) ?? 0) + 1)
      }),
      { numRuns: deep.includes(name) ? 2 * numRuns : numRuns },
    )
  },
)

test('default: enough was asked, and every operation was met and refused', () => {
  const total = [...counts.values()].reduce((sum, count) => sum + count, 0)
  expect(total).toBeGreaterThanOrEqual(runsOf(50))
  const statuses = [...counts.keys()]
  // Quotes, what follows from them, permissions on Solana, Safes, readings of control and of queues, and final blocks
  // need a chain, which this service does not have.
  const measured =
    /^(createSwap|getSwap|getSvm|getFinality|getControl|checkControl|getWithdraw|listWithdraw|\w+Safe|buildMarketSwap|buildLimitOrder|buildOrder)/
  for (const [name] of everyOperation)
    for (const kind of measured.test(name) ? ['4'] : ['200', '4'])
      expect(
        statuses.some((one) => one.startsWith(`${name} ${kind}`)),
        `${name} ${kind}`,
      ).toBe(true)
})
