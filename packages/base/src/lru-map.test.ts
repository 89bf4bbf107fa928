import fc from 'fast-check'
import { expect, test } from 'vitest'
import { runsOf } from '../../../test/support/runs.ts'
import { openLruMap } from './lru-map.ts'

const runs = { numRuns: runsOf(2) }
const act = fc.tuple(
  fc.constantFrom('get', 'set', 'delete'),
  fc.integer({ min: 0, max: 9 }),
  fc.integer({ min: 0, max: 6 }),
)

test('law: it holds the most recently used entries that fit, and the newest in any case', () => {
  const limits = { maxEntries: 4, maxWeight: 10 }
  fc.assert(
    fc.property(fc.array(act), (acts) => {
      const map = openLruMap<number, number>(limits)
      // The newest stands first.
      let model: { readonly key: number; readonly weight: number }[] = []
      for (const [verb, key, weight] of acts) {
        const present = model.find((entry) => entry.key === key)
        const remaining = model.filter((entry) => entry.key !== key)
        if (verb === 'delete') {
          map.delete(key)
          model = remaining
        } else if (verb === 'get') {
          expect(map.get(key)).toBe(present?.weight)
          if (present !== undefined) model = [present, ...remaining]
        } else {
          map.set(key, weight, weight)
          model = [{ key, weight }, ...remaining]
          const sum = () => model.reduce((total, entry) => total + entry.weight, 0)
          while (model.length > 1 && (model.length > limits.maxEntries || sum() > limits.maxWeight))
            model.pop()
        }
        for (let index = 0; index < 10; index++)
          expect(map.has(index)).toBe(model.some((entry) => entry.key === index))
      }
    }),
    runs,
  )
})

test('behavior: after clear it is empty, and holds as much as before', () => {
  const map = openLruMap<string, number>({ maxWeight: 2 })
  map.set('a', 1, 2)
  map.clear()
  expect(map.get('a')).toBeUndefined()
  map.set('b', 1, 1)
  map.set('c', 1, 1)
  expect([map.has('b'), map.has('c')]).toEqual([true, true])
})
