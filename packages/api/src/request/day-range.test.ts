import fc from 'fast-check'
import { expect, test } from 'vitest'
import { runsOf } from '../../../../test/support/runs.ts'
import { coveredRange, readTimeRange } from './day-range.ts'

const runs = { numRuns: runsOf(5) }
const [first, last] = ['0001-01-01T00:00:00Z', '9999-12-30T00:00:00Z'].map(
  (text) => Date.parse(text) / 1000,
) as [number, number]
const unix = (text: string) => BigInt(Date.parse(text) / 1000)
const unix32 = (text: string) => Date.parse(text) / 1000
const isoOf = (seconds: number) => new Date(seconds * 1000).toISOString()
const refused = expect.objectContaining({ code: 'validation_failed' })

test('default: every spelling of a time is the same time', () => {
  fc.assert(
    fc.property(
      fc.integer({ min: first, max: last }),
      fc.integer({ min: -23 * 60 - 59, max: 23 * 60 + 59 }),
      (seconds, minutes) => {
        const [iso, local] = [isoOf(seconds), isoOf(seconds + 60 * minutes)]
        const [hours, minuteRest] = [Math.floor(Math.abs(minutes) / 60), Math.abs(minutes) % 60]
        const zone = [hours, minuteRest].map((part) => String(part).padStart(2, '0')).join(':')
        for (const text of [
          iso,
          `${iso.slice(0, 19)}Z`,
          `${local.slice(0, 19)}${minutes < 0 ? '-' : '+'}${zone}`,
          `${iso.slice(0, 19)}.123456789Z`,
        ]) {
          expect(readTimeRange({ from: text }).fromUnix, text).toBe(BigInt(seconds))
        }
        const start = readTimeRange({ to: iso.slice(0, 10) }).toUnix
        expect(start).toBe(unix(`${iso.slice(0, 10)}T00:00:00Z`))
      },
    ),
    runs,
  )
})

const storedRange = { from: '2026-01-01', to: '2026-12-31' }

test('golden: a time is a moment, a day is the whole of it, in UTC', () => {
  const times = readTimeRange({ from: '2026-11-01T23:59:59Z', to: '2026-11-03T00:30:00+02:00' })
  expect(coveredRange(times, storedRange)).toEqual({
    days: {
      from: '2026-11-01',
      to: '2026-11-02',
      sinceUnix: unix('2026-11-01T23:59:59Z'),
      untilUnix: unix('2026-11-02T22:30:00Z'),
    },
    meta: { from: '2026-11-01T23:59:59Z', to: '2026-11-02T22:30:00Z' },
  })
  const days = coveredRange(readTimeRange({ from: '2026-11-01', to: '2026-11-02' }), storedRange)
  expect(days).toEqual({
    days: {
      from: '2026-11-01',
      to: '2026-11-02',
      sinceUnix: unix('2026-11-01T00:00:00Z'),
      untilUnix: unix('2026-11-02T23:59:59Z'),
    },
    meta: { from: '2026-11-01T00:00:00Z', to: '2026-11-02T00:00:00Z' },
  })
})

test('behavior: what is left out is the first and the last day that there is', () => {
  const open = { sinceUnix: null, untilUnix: null }
  expect(coveredRange(readTimeRange({}), storedRange)).toEqual({
    days: { ...storedRange, ...open },
    meta: { from: '2026-01-01T00:00:00Z', to: '2026-12-31T00:00:00Z' },
  })
  const later = coveredRange(readTimeRange({ from: '2026-02-01' }), storedRange)
  expect(later.days).toEqual({
    from: '2026-02-01',
    to: '2026-12-31',
    ...open,
    sinceUnix: unix('2026-02-01T00:00:00Z'),
  })
})

test('law: whatever is asked, the range that was applied does not end before it begins', () => {
  const seconds = fc.integer({ min: unix32('2025-01-01'), max: unix32('2028-01-01') })
  const text = seconds.map((at) =>
    isoOf(at)
      .slice(0, at % 2 === 0 ? 10 : 19)
      .concat(at % 2 ? 'Z' : ''),
  )
  fc.assert(
    fc.property(
      fc.option(text, { nil: undefined }),
      fc.option(text, { nil: undefined }),
      (from, to) => {
        let range: ReturnType<typeof readTimeRange>
        try {
          range = readTimeRange({ ...(from && { from }), ...(to && { to }) })
        } catch {
          return
        }
        const { meta } = coveredRange(range, storedRange)
        expect(meta.from! <= meta.to!).toBe(true)
        if (range.fromUnix !== null) expect(unix(meta.from!)).toBe(range.fromUnix)
        if (range.toUnix !== null) expect(unix(meta.to!)).toBe(range.toUnix)
      },
    ),
    runs,
  )
})

test('behavior: a vault without days covers what was asked, and gives none', () => {
  const none = { days: null, meta: { from: null, to: null } }
  expect(coveredRange(readTimeRange({}), null)).toEqual(none)
  const range = readTimeRange({ from: '2026-02-01' })
  const meta = { from: '2026-02-01T00:00:00Z', to: null }
  expect(coveredRange(range, null)).toEqual({ days: null, meta })
})

test.each([
  '',
  ' ',
  '2026-02-30',
  '2026-02-29',
  '2026-13-01',
  '2026-00-01',
  '2026-01-00',
  '2026-1-1',
  '99999-01-01',
  '+012026-01-01',
  '-2026-01-01',
  '20260101',
  '2026-01-01 ',
  '2026-01-01\n',
  '2026-01-01T',
  '2026-01-01T00:00:00',
  '2026-01-01T24:00:00Z',
  '2026-01-01T00:60:00Z',
  '2026-01-01T00:00:60Z',
  '2026-01-01T00:00:00+24:00',
  '2026-01-01T00:00:00 02:00',
  '2026-01-01 00:00:00Z',
  '2026-01-01T00:00:00z',
  '0000-01-01T00:00:00+00:01',
  '9999-12-31T23:59:59-00:01',
  '२०२६-०१-०१',
  '2026‐01‐01',
  "2026-01-01' OR '1'='1",
  'today',
  '1767225600',
])('error: InvalidDayRangeError for %j', (text) => {
  expect(() => readTimeRange({ from: text })).toThrow(refused)
  expect(() => readTimeRange({ to: text })).toThrow(refused)
})

test.each([
  ['2026-11-02', '2026-11-01'],
  ['2026-11-01', '2026-11-01'],
  ['2026-11-01', '2026-11-01T00:00:00Z'],
  ['2026-11-01T02:00:00+02:00', '2026-11-01'],
])('error: InvalidDayRangeError from %s to %s, which is not later', (from, to) => {
  expect(() => readTimeRange({ from, to })).toThrow(refused)
})

test('error: InvalidDayRangeError and nothing else for any text', () => {
  const digits = fc.stringMatching(/^[0-9TZ:+.-]{0,30}$/)
  fc.assert(
    fc.property(fc.oneof(fc.string({ unit: 'binary' }), digits), (text) => {
      try {
        const { fromUnix } = readTimeRange({ from: text })
        expect(fromUnix).toBe(unix(/T/.test(text) ? text : `${text}T00:00:00Z`))
      } catch (error) {
        expect(error).toMatchObject({ code: 'validation_failed' })
      }
    }),
    runs,
  )
})
