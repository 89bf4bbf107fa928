import fc from 'fast-check'
import { expect, test } from 'vitest'
import { shiftDay } from '../day/day.ts'
import { annualYieldOf } from '../growth/annual-yield.ts'
import { growSvmDay, svmDayValueOf } from './svm-day.ts'
import { performSvm } from './svm-performance.ts'
import { recomputeSvm } from './svm-receipt.ts'
import type { SvmDayState } from './svm-state.ts'

const mint = 'EPjFWdd5AufqSSqeM2qN1xzybapC8G4wEGGkZwyTDt1v'
const day = '2026-11-20'

function stateOf(change: Partial<SvmDayState> = {}): SvmDayState {
  return {
    vault: 'FUJ5F5NogHqivFWTSAAiLtVQzBtjUDx3Aoqg46Whu9za',
    day,
    slot: '400000000',
    atUnix: '1795219205',
    base: { mint, decimals: 6 },
    share: { mint: 'y3Sjbo9K9pxTQWMcqDVhvYG98H6u77Y521n68H2Ne1Y', decimals: 6, supply: '5000000' },
    exchangeRate: '1000000',
    highWaterMark: '1000000',
    feesOwed: '0',
    isPaused: false,
    updatedAtUnix: '1795200000',
    bounds: { upperBps: 10_050, lowerBps: 9_950, minimumDelaySeconds: 3_600 },
    platformFeeBps: 100,
    performanceFeeBps: 0,
    ...change,
  }
}

const u64 = fc.bigInt(0n, 2n ** 64n - 1n)
const decimals = fc.integer({ min: 0, max: 18 })
const state = fc
  .record({ rate: u64, supply: u64, base: decimals, share: decimals, isPaused: fc.boolean() })
  .map(({ rate, supply, base, share, isPaused }) =>
    stateOf({
      exchangeRate: String(rate),
      base: { mint, decimals: base },
      share: { mint, decimals: share, supply: String(supply) },
      isPaused,
    }),
  )

/** Base units out of an exact decimal. */
function unitsOf(text: string, places: number): bigint {
  const [whole = '', fraction = ''] = text.split('.')
  expect(fraction.length).toBeLessThanOrEqual(places)
  return BigInt(whole + fraction.padEnd(places, '0'))
}

test('law: price, supply and their product are exact for decimals 0 to 18', () => {
  fc.assert(
    fc.property(state, (one) => {
      const { base, share, exchangeRate } = one
      const value = svmDayValueOf(one)
      expect(unitsOf(value.sharePrice, base.decimals)).toBe(BigInt(exchangeRate))
      expect(unitsOf(value.totalSupply, share.decimals)).toBe(BigInt(share.supply))
      const product = BigInt(exchangeRate) * BigInt(share.supply)
      const remainder =
        product - unitsOf(value.totalAssets, base.decimals) * 10n ** BigInt(share.decimals)
      expect(remainder >= 0n && remainder < 10n ** BigInt(share.decimals)).toBe(true)
    }),
  )
})

test('law: every receipt is recomputed from its JSON, digit by digit', () => {
  const before = fc.option(state.map((one) => ({ ...one, day: shiftDay(day, -1) })))
  const first = fc.option(state.map((one) => ({ ...one, day: shiftDay(day, -7) })))
  fc.assert(
    fc.property(state, before, first, (last, yesterday, weekAgo) => {
      const between = yesterday === null ? [] : [yesterday]
      const receipts = [
        growSvmDay({ today: last, before: yesterday }),
        performSvm({ last, first: weekAgo, between }),
      ]
      for (const receipt of receipts) {
        const text = JSON.stringify(receipt)
        expect(JSON.stringify(recomputeSvm(JSON.parse(text)))).toBe(text)
      }
    }),
  )
})

test('law: a yield is known only between two days that were read and not paused, and never zero for a day that is missing', () => {
  fc.assert(
    fc.property(state, fc.option(state), (today, other) => {
      const before = other === null ? null : { ...other, day: shiftDay(day, -1) }
      const { dailyApy, dailyApr } = growSvmDay({ today, before }).result
      const isKnown =
        before !== null && !before.isPaused && !today.isPaused && before.exchangeRate !== '0'
      expect(dailyApr.value !== null).toBe(isKnown)
      if (!isKnown) expect(dailyApy.reason).toMatch(/\S/)
    }),
  )
})

test('golden: a day of growth is that of the annual yield; a week, too, with fees and what was not read', () => {
  const before = stateOf({ day: shiftDay(day, -1) })
  const today = stateOf({ exchangeRate: '1000100' })
  const { result } = growSvmDay({ today, before })
  const growth = { from: 1_000_000n, to: 1_000_100n }
  expect(result.dailyApy.value).toBe(annualYieldOf({ ...growth, seconds: 86_400n }))
  expect(result).toMatchObject({ sharePrice: '1.0001', totalAssets: '5.0005', totalSupply: '5' })
  expect(result.flags).toEqual([])
  const first = stateOf({ day: shiftDay(day, -7) })
  const week = performSvm({ last: today, first, between: [before] }).result
  expect(week.apy.value).toBe(annualYieldOf({ ...growth, seconds: 7n * 86_400n }))
  expect(week.platformFee.value).toBe('0.01')
  expect(week.performanceFee).toEqual({ value: null, reason: 'none' })
  expect(week.flags.map(({ flag }) => flag)).toEqual(['partial'])
})

test('golden: a rate that left its bounds is flagged while the vault is paused, at its bounds it is not', () => {
  const before = stateOf({ day: shiftDay(day, -1), exchangeRate: '1000001' })
  const flagsOf = (exchangeRate: string, isPaused = true) =>
    growSvmDay({ today: stateOf({ exchangeRate, isPaused }), before }).result.flags.map(
      ({ flag }) => flag,
    )
  expect(flagsOf('1005001')).toEqual(['paused'])
  expect(flagsOf('1005002')).toEqual(['paused', 'out_of_bounds'])
  expect(flagsOf('995000')).toEqual(['paused', 'loss'])
  expect(flagsOf('994999')).toEqual(['paused', 'out_of_bounds', 'loss'])
  expect(flagsOf('1005002', false)).toEqual([])
})

test('refuses: what is not a receipt of a Solana vault, and inputs of another shape', () => {
  const receipt = growSvmDay({ today: stateOf(), before: null })
  const { today } = receipt.inputs
  const wrong = [
    null,
    'receipt',
    { ...receipt, formula: 'daily@1' },
    { ...receipt, inputs: { today } },
    { ...receipt, inputs: { today: { ...today, exchangeRate: '1.5' }, before: null } },
    { ...receipt, inputs: { today: { ...today, vault: '0x12' }, before: null } },
  ]
  for (const inputs of wrong) expect(recomputeSvm(inputs)).toBeNull()
  expect(() => growSvmDay({ today: stateOf({ day: '2026-02-30' }), before: null })).toThrow(
    expect.objectContaining({ code: 'malformed_day' }),
  )
})
