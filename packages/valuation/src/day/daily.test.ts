import { readFileSync } from 'node:fs'
import fc from 'fast-check'
import { expect, test } from 'vitest'
import type { Flag } from '../base/known-value.ts'
import type { DayEnd, PerformanceInputs } from '../base/result.ts'
import type { VaultState } from '../base/vault-state.ts'
import { dayEndOf, growDay } from './daily.ts'
import { shiftDay } from './day.ts'

type Vector = { readonly cases: readonly { readonly week: PerformanceInputs }[] }

const file = new URL('../../../../fixtures/vectors/valuation.json', import.meta.url)
const { cases }: Vector = JSON.parse(readFileSync(file, 'utf8'))
const weeks = cases.map(({ week }) => week)
const first = weeks[0]!.first!
const decimals = first.base!.decimals!
const today = weeks[0]!.last
const before = weeks[0]!.between.at(-1)!
const flagsOf = ({ flags }: { readonly flags: readonly Flag[] }) => flags.map(({ flag }) => flag)
const accounted = (state: VaultState, change: object): VaultState => ({
  ...state,
  accountant: { ...state.accountant!, ...change },
})

test('behavior: rate and yield agree in sign, and a fall is a loss', () => {
  fc.assert(
    fc.property(fc.bigInt(10n ** 7n, 10n ** 9n), fc.bigInt(10n ** 7n, 10n ** 9n), (from, to) => {
      const start = dayEndOf(accounted(first, { rate: String(from) }))
      const { result } = growDay({
        today: accounted(today, { rate: String(to) }),
        before: { ...start, day: before.day },
      })
      const sign = to > from ? 1 : to < from ? -1 : 0
      expect(Math.sign(Number(result.dailyApr.value))).toBe(sign)
      if (result.dailyApy.value !== null) {
        expect(Math.sign(Number(result.dailyApy.value))).toBe(sign)
      }
      expect(flagsOf(result).includes('loss')).toBe(sign < 0)
    }),
  )
})

test('error: a day before that is missing, or is another, gives no growth and all else', () => {
  for (const dayBefore of [null, { ...before, day: shiftDay(before.day, -1) }]) {
    const { result } = growDay({ today, before: dayBefore })
    expect([result.dailyApy.value, result.dailyApr.value]).toEqual([null, null])
    expect(result.dailyApy.reason).toContain(before.day)
    expect(result.sharePrice.value).not.toBeNull()
  }
})

test('error: paused at either end, no rate, a rate of zero before, another base', () => {
  const growth = (change: object, end: DayEnd) =>
    growDay({ today: accounted(today, change), before: end }).result
  const reasons = [
    growth({ isPaused: true }, before),
    growth({}, { ...before, isPaused: true }),
    growth({ rate: null }, before),
    growth({}, { ...before, sharePrice: { value: null, reason: 'Nobody said.' } }),
    growth({}, { ...before, sharePrice: { value: '0', reason: null } }),
    growth({}, { ...before, base: '0x00000000000000000000000000000000000000AA' }),
  ].map(({ dailyApy, dailyApr }) => [dailyApy.value, dailyApr.value, dailyApy.reason])
  for (const [apy, apr, reason] of reasons) {
    expect([apy, apr]).toEqual([null, null])
    expect(reason).not.toBe('')
  }
  expect(new Set(reasons.map(([, , reason]) => reason)).size).toBe(6)
  expect(flagsOf(growth({ isPaused: true }, before))).toContain('paused')
})

test('behavior: reports a fall although the pause hides its yield', () => {
  const { result } = growDay({ today: accounted(today, { rate: '1', isPaused: true }), before })
  expect(flagsOf(result)).toEqual(['paused', 'loss'])
  expect(result.dailyApy.value).toBeNull()
})

test('behavior: all that is lost is -1, and what grows beyond all bounds has a rate only', () => {
  const grown = (rate: string) => growDay({ today: accounted(today, { rate }), before }).result
  expect(grown('0').dailyApy.value).toBe('-1')
  expect(grown('0').dailyApr.value).toBe('-365')
  const wild = grown(`1${'0'.repeat(decimals + 3)}`)
  expect(wild.dailyApy.value).toBeNull()
  expect(wild.dailyApy.reason).toContain('10^30')
  expect(wild.dailyApr.value).not.toBeNull()
})

test('behavior: prices in two assets are not compared, nor told to have fallen', () => {
  const rebased = { ...before, base: '0x00000000000000000000000000000000000000AA' } as const
  const { result } = growDay({ today: accounted(today, { rate: '1' }), before: rebased })
  expect(flagsOf(result)).toEqual([])
})
