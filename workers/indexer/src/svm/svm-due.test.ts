import { dayOf, endOfDay, shiftDay } from '@vaultwright/valuation'
import fc from 'fast-check'
import { expect, test } from 'vitest'
import { isInTime, svmDaysOf, svmToleranceSeconds } from './svm-due.ts'

const start = 1_795_000_000n

test('law: every day that is due is read, can be read, or is lost, and only the last one can be read', () => {
  fc.assert(
    fc.property(
      fc.bigInt(0n, 20n * 86_400n),
      fc.bigInt(0n, 20n * 86_400n),
      fc.uniqueArray(fc.integer({ min: -5, max: 25 })),
      (addedAfter, nowAfter, offsets) => {
        const [addedUnix, nowUnix] = [start + addedAfter, start + nowAfter]
        const last = shiftDay(dayOf(nowUnix), -1)
        const all = offsets.map((offset) => shiftDay(dayOf(start), offset)).sort()
        const readDays = all.filter((day) => day <= last)
        const { readable, lost, due } = svmDaysOf(nowUnix, { addedUnix, read: readDays })
        if (due === null) {
          expect([readable, lost, readDays]).toEqual([null, [], []])
          return
        }
        const split = [...readDays, ...lost, ...(readable === null ? [] : [readable])].sort()
        const days: string[] = []
        for (let day = due.from; day <= due.to; day = shiftDay(day, 1)) days.push(day)
        expect(split).toEqual(days)
        expect(due.to).toBe(last)
        if (readable === null) return
        expect(readable).toBe(last)
        expect(isInTime(readable, nowUnix)).toBe(true)
      },
    ),
  )
})

test('golden: a day can be read from its last second on, for three hours', () => {
  const day = '2026-11-20'
  const end = endOfDay(day)
  const moments = [end, end + 1n, end + svmToleranceSeconds, end + svmToleranceSeconds + 1n]
  expect(moments.map((unix) => isInTime(day, unix))).toEqual([false, true, true, false])
})

test('refuses: a vault that was added today has no day yet', () => {
  expect(svmDaysOf(start, { addedUnix: start, read: [] })).toEqual({
    readable: null,
    lost: [],
    due: null,
  })
})
