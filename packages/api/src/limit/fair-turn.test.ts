import { setImmediate as nextRound } from 'node:timers/promises'
import type { Steps } from '@vaultwright/base'
import fc from 'fast-check'
import { expect, test } from 'vitest'
import { runsOf } from '../../../../test/support/runs.ts'
import { openFairTurns } from './fair-turn.ts'

const runs = runsOf(0.5)

test('law: while several tenants wait, none has two turns more than another, and each its own in order', () =>
  fc.assert(
    fc.asyncProperty(fc.array(fc.constantFrom('a', 'b', 'c'), { maxLength: 40 }), async (asked) => {
      const turns = openFairTurns()
      const order: { readonly tenant: string; readonly at: number }[] = []
      await Promise.all(
        asked.map(async (tenant, at) => {
          await turns.next(tenant)
          order.push({ tenant, at })
        }),
      )
      const left = new Map<string, number>()
      for (const tenant of asked) left.set(tenant, (left.get(tenant) ?? 0) + 1)
      const had = new Map<string, number>()
      for (const { tenant } of order) {
        const otherTenants = [...left].filter(([other, count]) => other !== tenant && count > 0)
        for (const [otherTenant] of otherTenants) {
          expect(had.get(tenant) ?? 0).toBeLessThanOrEqual(had.get(otherTenant) ?? 0)
        }
        had.set(tenant, (had.get(tenant) ?? 0) + 1)
        left.set(tenant, left.get(tenant)! - 1)
      }
      for (const tenant of ['a', 'b', 'c']) {
        const positions = order.filter((one) => one.tenant === tenant).map(({ at }) => at)
        expect(positions).toEqual(positions.toSorted((one, next) => one - next))
      }
      expect(order).toHaveLength(asked.length)
    }),
    { numRuns: runs },
  ))

test('golden: with 60 turns of one tenant before it, another has the second turn', async () => {
  const turns = openFairTurns()
  const order: string[] = []
  const ask = async (tenant: string) => {
    await turns.next(tenant)
    order.push(tenant)
  }
  const all = Array.from({ length: 60 }, () => ask('a'))
  all.push(ask('b'), ask('b'))
  await Promise.all(all)
  expect(order.slice(0, 6)).toEqual(['a', 'b', 'a', 'b', 'a', 'a'])
  expect(order).toHaveLength(62)
})

test('law: no tenant has two turns in a row while another waits, whenever each came', () =>
  fc.assert(
    fc.asyncProperty(
      fc.array(fc.tuple(fc.constantFrom('a', 'b', 'c'), fc.nat({ max: 5 })), { maxLength: 40 }),
      async (asked) => {
        const turns = openFairTurns()
        const order: { readonly tenant: string; readonly waited: boolean }[] = []
        const waiting = { a: 0, b: 0, c: 0 } as Record<string, number>
        const all: Promise<void>[] = []
        for (const [tenant, rounds] of asked) {
          for (let round = 0; round < rounds; round++) await nextRound()
          waiting[tenant]! += 1
          const turn = turns.next(tenant).then(() => {
            waiting[tenant]! -= 1
            order.push({
              tenant,
              waited: ['a', 'b', 'c'].some((one) => one !== tenant && waiting[one]! > 0),
            })
          })
          all.push(turn)
        }
        await Promise.all(all)
        for (const [index, { tenant, waited }] of order.entries()) {
          if (waited) expect(order[index - 1]?.tenant).not.toBe(tenant)
        }
        expect(order).toHaveLength(asked.length)
      },
    ),
    { numRuns: runs },
  ))

/** Steps that take what a clock of the test says. */
function* work(clock: { nowMs: number }, ms: readonly number[]): Steps<number> {
  for (const time of ms) {
    clock.nowMs += time
    yield
  }
  return ms.length
}

test('law: between two turns no more is done than one step beyond the time of a turn', () =>
  fc.assert(
    fc.asyncProperty(
      fc.array(fc.array(fc.nat({ max: 30 }), { maxLength: 30 }), { maxLength: 5 }),
      fc.integer({ min: 1, max: 20 }),
      async (all, turnMs) => {
        const clock = { nowMs: 0 }
        const turns = openFairTurns({ nowMs: () => clock.nowMs, turnMs })
        let watchedMs = 0
        let longest = 0
        let isDone = false
        const watch = () => {
          longest = Math.max(longest, clock.nowMs - watchedMs)
          watchedMs = clock.nowMs
          if (!isDone) setImmediate(watch)
        }
        setImmediate(watch)
        const results = await Promise.all(
          all.map((ms, at) => turns.run(`tenant-${at % 2}`, work(clock, ms))),
        )
        isDone = true
        watch()
        expect(results).toEqual(all.map(({ length }) => length))
        const longestStep = Math.max(0, ...all.flat())
        expect(longest).toBeLessThan(turnMs + longestStep + 1)
      },
    ),
    { numRuns: runs },
  ))

test('golden: a turn pauses once its time is over, and steps go on in the next', async () => {
  const clock = { nowMs: 0 }
  const turns = openFairTurns({ nowMs: () => clock.nowMs, turnMs: 10 })
  await turns.next('a')
  expect(turns.pause('a')).toBeNull()
  clock.nowMs = 9
  expect(turns.pause('a')).toBeNull()
  clock.nowMs = 10
  const pause = turns.pause('a')
  expect(pause).not.toBeNull()
  await pause
  expect(turns.pause('a')).toBeNull()
})

test('refuses: steps that throw end with their error, and turns go on', async () => {
  const turns = openFairTurns()
  const failing = function* (): Steps<void> {
    yield
    throw new RangeError('no further')
  }
  await expect(turns.run('a', failing())).rejects.toThrow(RangeError)
  await expect(turns.run('a', work({ nowMs: 0 }, [1]))).resolves.toBe(1)
})

test.each([
  [1, 1],
  [0.5, 2],
  [0.25, 4],
  [30, 1],
])('golden: turns of %d ms each: %d in a round of the event loop', async (ms, most) => {
  const clock = { nowMs: 0 }
  const turns = openFairTurns({ nowMs: () => clock.nowMs, turnMs: 10 })
  let had = 0
  const all = Array.from({ length: 20 }, async () => {
    await turns.next('a')
    clock.nowMs += ms
    had++
  })
  const counts: number[] = []
  while (had < 20) {
    const before = had
    await nextRound()
    counts.push(had - before)
  }
  await Promise.all(all)
  expect(Math.max(...counts)).toBe(most)
})
