import fc from 'fast-check'
import { expect, test } from 'vitest'
import { runsOf } from '../../../../test/support/runs.ts'
import {
  dayOf,
  daysBetween,
  endOfDay,
  MalformedDayError,
  missingDays,
  shiftDay,
  startOfDay,
} from './day.ts'

const runs = { numRuns: runsOf(5) }
const first = Date.UTC(1970, 0, 1) / 1000
const seconds = fc.integer({ min: -62_167_219_200, max: 253_402_300_799 })

test('default: a day, its ends, its neighbours', () => {
  expect(dayOf(1_795_219_199n)).toBe('2026-11-20')
  expect(startOfDay('2026-11-20')).toBe(1_795_132_800n)
  expect(endOfDay('2026-11-20')).toBe(1_795_219_199n)
  expect(shiftDay('2024-03-01', -1)).toBe('2024-02-29')
  expect(shiftDay('2026-12-31', 1)).toBe('2027-01-01')
  expect(daysBetween('2026-11-20', '2025-11-20')).toBe(-365)
})

test('behavior: days are those of the calendar of the platform', () => {
  fc.assert(
    fc.property(seconds, (unix) => {
      const day = new Date((first + unix) * 1000).toISOString().slice(0, 10)
      expect(dayOf(BigInt(unix))).toBe(day)
      expect(Number(startOfDay(day))).toBe(Date.parse(`${day}T00:00:00Z`) / 1000)
    }),
    runs,
  )
})

test('behavior: to shift and to count undo each other', () => {
  fc.assert(
    fc.property(seconds, fc.integer({ min: -3000, max: 3000 }), (unix, count) => {
      const day = dayOf(BigInt((unix % 10 ** 10) + 10 ** 10))
      expect(daysBetween(day, shiftDay(day, count))).toBe(count)
    }),
    runs,
  )
})

test('behavior: what is there and what is missing are all days, each once', () => {
  fc.assert(
    fc.property(fc.nat(200), fc.array(fc.nat(200)), (count, there) => {
      const from = '2026-02-20'
      const to = shiftDay(from, count)
      const present = new Set(there.map((shift) => shiftDay(from, shift)))
      const missing = missingDays(from, to, present)
      expect(missing.some((day) => present.has(day))).toBe(false)
      const all = missingDays(from, to, new Set())
      expect(all).toHaveLength(count + 1)
      expect([...missing, ...all.filter((day) => present.has(day))].sort()).toEqual(all)
    }),
    runs,
  )
})

test('behavior: a range has the days of both its ends, and none when it ends before it begins', () => {
  expect(missingDays('2026-11-20', '2026-11-21', new Set())).toEqual(['2026-11-20', '2026-11-21'])
  expect(missingDays('2026-11-21', '2026-11-20', new Set())).toEqual([])
})

test.each(['2026-02-29', '2026-13-01', '2026-00-10', '2026-01-00', '2026-1-1', '', 'yesterday'])(
  'error: MalformedDayError for %j',
  (text) => {
    expect(() => startOfDay(text)).toThrow(MalformedDayError)
    expect(() => shiftDay(text, 1)).toThrow(expect.objectContaining({ code: 'malformed_day' }))
  },
)
