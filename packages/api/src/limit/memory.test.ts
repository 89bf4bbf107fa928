import fc from 'fast-check'
import { expect, test } from 'vitest'
import { openMemoryLimiter, windowMs } from './memory.ts'

const runs = { numRuns: Number(process.env.FUZZ_RUNS ?? 200) }

test('default: no window of a key lets more pass than its limit, and each lets pass its limit', () =>
  fc.assert(
    fc.asyncProperty(
      fc.integer({ min: 1, max: 5 }),
      fc.array(fc.record({ waitMs: fc.nat({ max: 30_000 }), key: fc.constantFrom('a', 'b') }), {
        maxLength: 60,
      }),
      async (limit, asks) => {
        let now = 0
        const limiter = openMemoryLimiter(() => now)
        // The rule once more, from a list of what passed.
        const windows = new Map<string, { readonly from: number; passed: number }>()
        for (const { waitMs, key } of asks) {
          now += waitMs
          let window = windows.get(key)
          if (window === undefined || now - window.from >= windowMs) {
            window = { from: now, passed: 0 }
            windows.set(key, window)
          }
          const isAllowed = window.passed < limit
          if (isAllowed) window.passed++
          expect(await limiter.take(key, limit)).toEqual({
            isAllowed,
            limit,
            remaining: limit - window.passed,
            resetSeconds: Math.max(1, Math.ceil((window.from + windowMs - now) / 1000)),
          })
        }
      },
    ),
    runs,
  ))

test('behavior: a key that never comes back is forgotten', async () => {
  let now = 0
  const limiter = openMemoryLimiter(() => now)
  for (let round = 0; round < 20; round++) {
    for (let key = 0; key < 1_000; key++) await limiter.take(`${round}:${key}`, 1)
    now += windowMs
  }
  expect(limiter.size()).toBeLessThanOrEqual(2_000)
})
