import fc from 'fast-check'
import { expect, test } from 'vitest'
import { leastOf } from './basis-point.ts'

test('default: never more is lost than was said, and never a unit less is asked for', () => {
  const expected = fc.bigInt({ min: 0n, max: (1n << 200n) - 1n })
  fc.assert(
    fc.property(expected, fc.bigInt({ min: 0n, max: 10_000n }), (amount, slippage) => {
      const least = leastOf(amount, slippage)
      expect((amount - least) * 10_000n).toBeLessThanOrEqual(amount * slippage)
      expect((amount - least + 1n) * 10_000n).toBeGreaterThan(amount * slippage)
    }),
  )
  expect([leastOf(1n, 50n), leastOf(100n, 50n), leastOf(100n, 10_000n)]).toEqual([1n, 100n, 0n])
})
