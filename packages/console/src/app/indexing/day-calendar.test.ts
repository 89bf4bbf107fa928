import fc from 'fast-check'
import { expect, test } from 'vitest'
import { calendarDaysOf, countsOf, monthsOf } from './day-calendar.ts'

const dayOf = (index: number) => new Date(Date.UTC(2026, 0, 20 + index)).toISOString().slice(0, 10)
const failureOf = (day: string | null, state: string) => ({
  kind: 'vault.snapshot',
  day,
  state,
  attempts: 1,
  code: 'price_missing',
  message: `No price on ${day}.`,
  first_at: '',
  last_at: '',
  retry_at: null,
})
const gapsOf = (...ranges: readonly { readonly from: string; readonly to: string }[]) => ({
  days: ranges.length,
  ranges: [...ranges],
  more_ranges: 0,
})
const nothing = { missing: gapsOf(), stale: gapsOf(), failures: [] }

test('law: every due day is there once, in order, and on its weekday', () => {
  fc.assert(
    fc.property(fc.nat(400), fc.nat(400), (first, count) => {
      const due = { due_from: dayOf(first), due_to: dayOf(first + count) }
      const days = calendarDaysOf({ ...nothing, ...due }, new Map())
      expect(days.length).toBe(count + 1)
      const months = monthsOf(days)
      const cells = months.flatMap(({ weeks }) => weeks.flat())
      expect(cells.filter((cell) => cell !== null)).toEqual(days)
      for (const { month, weeks } of months)
        for (const week of weeks)
          for (const [weekday, cell] of week.entries()) {
            if (cell === null) continue
            expect(cell.day.slice(0, 7)).toBe(month)
            expect((new Date(cell.day).getUTCDay() + 6) % 7).toBe(weekday)
          }
      expect(countsOf(days)).toEqual([['good', count + 1]])
    }),
  )
})

test('golden: the worst that is known of a day counts, with its reason', () => {
  const [first, second, third, fourth, fifth] = [0, 1, 2, 3, 4].map(dayOf) as string[]
  const status = {
    due_from: first!,
    due_to: fifth!,
    missing: gapsOf({ from: second!, to: third! }),
    stale: gapsOf({ from: fourth!, to: fourth! }),
    failures: [
      failureOf(third!, 'parked'),
      { ...failureOf(third!, 'retrying'), code: 'older' },
      failureOf(null, 'parked'),
    ],
  }
  const flags = new Map([
    [first!, ['loss', 'paused']],
    [second!, ['loss']],
  ])
  expect(calendarDaysOf(status, flags)).toEqual([
    { day: first, state: 'flagged', reason: 'loss, paused' },
    { day: second, state: 'missing', reason: 'It was not read yet.' },
    { day: third, state: 'parked', reason: `No price on ${third}. (price_missing)` },
    { day: fourth, state: 'stale', reason: expect.stringContaining('something else') },
    { day: fifth, state: 'good', reason: null },
  ])
})

test('refuses: a calendar while the due days are not known', () => {
  expect(calendarDaysOf({ ...nothing, due_from: null, due_to: null }, new Map())).toEqual([])
})
