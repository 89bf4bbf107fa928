import fc from 'fast-check'
import { expect, test } from 'vitest'
import { runsOf } from '../../../../test/support/runs.ts'
import { openMemoryLimiter, windowMs } from './memory.ts'

const runs = { numRuns: runsOf(2) }

const asks = fc.array(
  fc.record({
    // Often to the millisecond at the edge of a window.
    waitMs: fc.oneof(fc.nat({ max: 30_000 }), fc.constantFrom(0, 1, windowMs - 1, windowMs)),
    key: fc.constantFrom('a', 'b'),
  }),
  { maxLength: 80 },
)

test('law: no request waits longer than the window, at any fraction of a millisecond', () =>
  fc.assert(
    fc.property(fc.nat(100_000), fc.nat(999_999_999), (ms, rest) => {
      const now = ms + rest / 1e9
      const limiter = openMemoryLimiter(() => now)
      expect(limiter.takeNow('a', 1).resetSeconds).toBe(60)
      expect(limiter.takeNow('a', 1).resetSeconds).toBe(60)
    }),
    runs,
  ))

test('law: in no 60 s more pass than the limit, and nothing is refused that could pass', () =>
  fc.assert(
    fc.property(fc.integer({ min: 1, max: 5 }), asks, (limit, all) => {
      let now = 0
      const limiter = openMemoryLimiter(() => now)
      // The rule once more, from a list of what passed.
      const passed: { readonly key: string; readonly at: number }[] = []
      for (const { waitMs, key } of all) {
        now += waitMs
        const recent = passed.filter((one) => one.key === key && one.at > now - windowMs)
        const isAllowed = recent.length < limit
        if (isAllowed) passed.push({ key, at: now })
        // Since the limit is the same always, as many are recent as pass, so the oldest makes room.
        const leaves = recent[0]?.at ?? now
        expect(limiter.takeNow(key, limit)).toEqual({
          isAllowed,
          limit,
          remaining: limit - recent.length - (isAllowed ? 1 : 0),
          resetSeconds: Math.max(1, Math.ceil((leaves + windowMs - now) / 1000)),
        })
      }
      for (const { key, at: time } of passed) {
        const from = passed.filter((one) => one.key === key && one.at >= time)
        expect(from.filter((one) => one.at < time + windowMs).length).toBeLessThanOrEqual(limit)
      }
    }),
    runs,
  ))

test('law: a caller that waits as long as the answer says may ask again', () => {
  let refusedCount = 0
  fc.assert(
    fc.property(
      fc.integer({ min: 1, max: 20 }),
      fc.integer({ min: 1, max: 20 }),
      fc.array(fc.nat({ max: 5_000 }), { minLength: 20, maxLength: 60 }),
      (before, limit, waits) => {
        let now = 0
        const limiter = openMemoryLimiter(() => now)
        // The limit of a key may change while its requests count.
        for (const wait of waits) {
          now += wait
          limiter.takeNow('key', before)
        }
        const verdict = limiter.takeNow('key', limit)
        if (verdict.isAllowed) return
        refusedCount++
        now += verdict.resetSeconds * 1_000
        expect(limiter.takeNow('key', limit).isAllowed).toBe(true)
      },
    ),
    runs,
  )
  expect(refusedCount).toBeGreaterThan(0)
})

test('golden: of 59 requests at the end of a minute and 60 soon after, 60 pass', () => {
  let now = 59_000
  const limiter = openMemoryLimiter(() => now)
  const passed = (count: number) =>
    Array.from({ length: count }, () => limiter.takeNow('key', 60)).filter((one) => one.isAllowed)
  expect(passed(59)).toHaveLength(59)
  now = 61_000
  expect(passed(60)).toHaveLength(1)
  expect(limiter.takeNow('key', 60)).toEqual({
    isAllowed: false,
    limit: 60,
    remaining: 0,
    resetSeconds: 58,
  })
  now = 59_000 + windowMs
  expect(passed(60)).toHaveLength(59)
})

test('behavior: what was noted late, or looked at, counts as it should', () => {
  let now = 10_000
  const limiter = openMemoryLimiter(() => now)
  limiter.note('key', 9_000)
  limiter.note('key', 8_000)
  for (let count = 0; count < 5; count++)
    expect(limiter.look('key', 3)).toMatchObject({ isAllowed: true, remaining: 0 })
  now = 8_000 + windowMs
  expect(limiter.takeNow('key', 3)).toMatchObject({ isAllowed: true, remaining: 1 })
  limiter.forget('key')
  expect(limiter.takeNow('key', 3)).toMatchObject({ isAllowed: true, remaining: 2 })
})

test('behavior: a key that never comes back is forgotten', () => {
  let now = 0
  const limiter = openMemoryLimiter(() => now)
  for (let round = 0; round < 20; round++) {
    for (let key = 0; key < 1_000; key++) limiter.takeNow(`${round}:${key}`, 1)
    now += windowMs
  }
  expect(limiter.size()).toBeLessThanOrEqual(2_000)
})
