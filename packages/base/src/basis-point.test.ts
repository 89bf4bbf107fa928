import fc from 'fast-check'
import { expect, test } from 'vitest'
import { minimumOf } from './basis-point.ts'

test('default: never more is lost than was said, and never a unit less is asked for', () => {
  const expected = fc.bigInt({ min: 0n, max: (1n << 200n) - 1n })
  fc.assert(
    fc.property(expected, fc.bigInt({ min: 0n, max: 10_000n }), (amount, slippage) => {
      const minimum = minimumOf(amount, slippage)
      expect((amount - minimum) * 10_000n).toBeLessThanOrEqual(amount * slippage)
      expect((amount - minimum + 1n) * 10_000n).toBeGreaterThan(amount * slippage)
    }),
  )
  expect([minimumOf(1n, 50n), minimumOf(100n, 50n), minimumOf(100n, 10_000n)]).toEqual([
    1n,
    100n,
    0n,
  ])
})
