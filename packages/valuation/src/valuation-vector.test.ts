import { readFileSync } from 'node:fs'
import { expect, test } from 'vitest'
import type { Known } from './base/known-value.ts'
import type { PerformanceInputs, PerformanceResult, ProtocolResult } from './base/result.ts'
import { dayEndOf, growDay } from './day/daily.ts'
import { valueDay } from './day/day-value.ts'
import { performOver } from './yield/performance.ts'

type Row = readonly [chain: string, protocol: string, allocation: string, apy: string | null]
type Case = {
  readonly week: PerformanceInputs
  readonly expected: {
    readonly day: Readonly<Record<string, string | boolean | null>>
    readonly daily: Readonly<Record<string, string | null>>
    readonly week: Readonly<Record<string, string | null>> & {
      readonly real: readonly Row[]
      readonly maturities: readonly Row[]
    }
  }
}

const file = new URL('../../../fixtures/vectors/valuation.json', import.meta.url)
const { cases }: { readonly cases: readonly Case[] } = JSON.parse(readFileSync(file, 'utf8'))

test.each(cases.map((one, index) => ({ ...one, index })))(
  'default: day, growth and week $index are what another calculation says',
  ({ week, expected }) => {
    const { result } = valueDay(week.last)
    expect({
      ...valuesOf(result, ['sharePrice', 'totalSupply', 'totalAssets', 'priceUsd', 'tvlUsd']),
      ...valuesOf(result, ['netAssets']),
      leavesOut: result.flags.some(({ flag }) => flag === 'partial'),
    }).toEqual(expected.day)

    const over = performOver(week).result
    const names = [
      'apy',
      'apr',
      'grossApy',
      'feeDrag',
      'realApy',
      'maturityApy',
      'residual',
    ] as const
    const sums = ['netAssets', 'totalAssets', 'supply'] as const
    expect({
      ...valuesOf(over, names),
      ...valuesOf(over.acrossChains, sums),
      real: over.real.map(rowOf),
      maturities: over.maturities.map(rowOf),
    }).toEqual(expected.week)
  },
)

test('default: the growth of a day, where the day before is kept whole', () => {
  let dayCount = 0
  for (const { week, expected } of cases) {
    const before = week.between.at(-1) ?? null
    if (before === null) continue
    dayCount++
    const { result } = growDay({ today: week.last, before })
    expect(valuesOf(result, ['dailyApy', 'dailyApr'])).toEqual(expected.daily)
  }
  expect(dayCount).toBeGreaterThan(0)
})

test('behavior: the cases have what matters', () => {
  const weeks = cases.map(({ expected }) => expected.week)
  expect(weeks.some(({ apy }) => apy === null)).toBe(true)
  expect(weeks.some(({ realApy }) => realApy === null)).toBe(true)
  expect(weeks.some(({ maturityApy }) => maturityApy !== '0' && maturityApy !== null)).toBe(true)
  expect(weeks.some(({ real }) => new Set(real.map(([chain]) => chain)).size > 1)).toBe(true)
  expect(weeks.some(({ real }) => real.some(([, , , apy]) => apy === null))).toBe(true)
  expect(cases.some(({ week }) => week.between.includes(null))).toBe(true)
  expect(cases.some(({ expected }) => expected.day.priceUsd === null)).toBe(true)
  expect(cases.some(({ expected }) => expected.day.leavesOut === true)).toBe(true)
})

test('behavior: the end of a day is what the week between keeps', () => {
  const { week } = cases[0]!
  expect(dayEndOf(week.last)).toEqual({
    day: week.last.day,
    block: week.last.block,
    base: week.last.base!.address,
    sharePrice: valueDay(week.last).result.sharePrice,
    isPaused: false,
  })
})

function valuesOf<Name extends string>(
  of: Readonly<Record<Name, Known<string>>>,
  names: readonly Name[],
): Readonly<Record<string, string | null>> {
  return Object.fromEntries(names.map((name) => [name, of[name].value]))
}

function rowOf({
  chain,
  protocol,
  allocation,
  apy,
}: ProtocolResult | PerformanceResult['maturities'][number]): Row {
  return [chain, protocol, allocation, apy.value]
}
