import fc from 'fast-check'
import { expect, test } from 'vitest'
import { assertCapacity, capacityFor, InvalidCapacityError, maximumCapacity } from './capacity.ts'

test('default', () => {
  expect([1, 2, 3, 4, 5, 1023, 1024, 1025].map(capacityFor)).toEqual([
    1, 2, 4, 4, 8, 1024, 1024, 2048,
  ])
})

test('behavior: the capacity holds the leaves, and half of it would not', () => {
  const counts = fc.integer({ min: 2, max: maximumCapacity })
  fc.assert(
    fc.property(counts, (count) => {
      const capacity = capacityFor(count)
      expect(capacity).toBeGreaterThanOrEqual(count)
      expect(capacity / 2).toBeLessThan(count)
      expect(() => assertCapacity(capacity, count)).not.toThrow()
    }),
  )
})

test.each([
  [0, 1],
  [3, 3],
  [4, 5],
  [-2, 1],
  [Number.NaN, 1],
  [2 * maximumCapacity, 1],
])('error: InvalidCapacityError: %d slots for %d leaves', (capacity, leafCount) => {
  expect(() => assertCapacity(capacity, leafCount)).toThrow(InvalidCapacityError)
})
