import fc from 'fast-check'
import { expect, test } from 'vitest'
import { runsOf } from '../../../../test/support/runs.ts'
import { openSlotList } from './slot-list.ts'

const acts = fc.array(fc.tuple(fc.boolean(), fc.nat()))

test('law: it holds what was added and not removed, whatever leaves first', () => {
  let removedCount = 0
  fc.assert(
    fc.property(acts, (drawn) => {
      const list = openSlotList<number>()
      const slots = drawn.map((_, item) => (item % 3 === 2 ? null : list.add(item)))
      const left = new Set(slots.flatMap((slot) => slot?.item ?? []))
      for (const [isTwice, position] of drawn) {
        const slot = slots[position % slots.length]
        if (slot == null) continue
        removedCount++
        list.remove(slot)
        if (isTwice) list.remove(slot)
        left.delete(slot.item)
        expect(list.all.map(({ item }) => item).sort()).toEqual([...left].sort())
        expect(list.all.every((one, place) => one.at === place)).toBe(true)
      }
    }),
    { numRuns: runsOf(2) },
  )
  expect(removedCount).toBeGreaterThan(0)
})

test('golden: the last one takes the place of one that leaves', () => {
  const list = openSlotList<string>()
  const [first] = ['a', 'b', 'c'].map(list.add)
  list.remove(first!)
  expect(list.all.map(({ item }) => item)).toEqual(['c', 'b'])
})

test('refuses: what was removed removes nothing again', () => {
  const list = openSlotList<string>()
  const first = list.add('a')
  list.remove(first)
  list.add('b')
  list.remove(first)
  expect(list.all.map(({ item }) => item)).toEqual(['b'])
})
