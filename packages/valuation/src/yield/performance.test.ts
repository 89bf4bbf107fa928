import { readFileSync } from 'node:fs'
import fc from 'fast-check'
import { expect, test } from 'vitest'
import { unitsOf } from '../base/ratio.ts'
import type { DayEnd, PerformanceInputs } from '../base/result.ts'
import type { VaultState } from '../base/vault-state.ts'
import { shiftDay } from '../day/day.ts'
import { performOver } from './performance.ts'

type Vector = { readonly cases: readonly { readonly week: PerformanceInputs }[] }

const file = new URL('../../../../fixtures/vectors/valuation.json', import.meta.url)
const { cases }: Vector = JSON.parse(readFileSync(file, 'utf8'))
const weeks = cases.map(({ week }) => week)
const week = weeks[0]!
const first = week.first!
const between = week.between as readonly DayEnd[]
const over = (change: Partial<PerformanceInputs>) => performOver({ ...week, ...change }).result
const accounted = (state: VaultState, change: object): VaultState => ({
  ...state,
  accountant: { ...state.accountant!, ...change },
})

test('behavior: the parts and what they leave are the whole', () => {
  let wholeCount = 0
  for (const week of weeks) {
    const { apy, realApy, maturityApy, feeDrag, residual } = performOver(week).result
    if (residual.value === null) continue
    wholeCount++
    const [net, real, fixed, drag, residue] = [apy, realApy, maturityApy, feeDrag, residual].map(
      ({ value }) => unitsOf(value!, 18),
    )
    expect(real! + fixed! - drag! + residue!).toBe(net)
  }
  expect(wholeCount).toBeGreaterThan(0)
})

test('behavior: shares of the net assets are one, but for their last digit', () => {
  for (const week of weeks) {
    const { real, maturities, acrossChains, flags } = performOver(week).result
    const rows = [...real, ...maturities]
    const sum = rows.reduce((all, { allocation }) => all + unitsOf(allocation, 18), 0n)
    const off = sum - 10n ** 18n
    expect(off < 0n ? -off : off).toBeLessThanOrEqual(BigInt(rows.length))
    const chains = Object.values(acrossChains.allocation)
    expect(chains.reduce((all, share) => all + Number(share), 0)).toBeCloseTo(1, 15)
    for (const chain of acrossChains.missing) {
      expect(flags.some(({ reason }) => reason.includes(chain))).toBe(true)
    }
  }
})

test('behavior: the order of holdings changes nothing', () => {
  for (const week of weeks) {
    const turned = (state: VaultState) => ({
      ...state,
      holdings: [...state.holdings].reverse(),
    })
    const inputs = { ...week, last: turned(week.last), first: turned(week.first!) }
    expect(performOver(inputs).result).toEqual(performOver(week).result)
  }
})

test('behavior: more fees are more gross and more drag, never another net', () => {
  fc.assert(
    fc.property(fc.nat(2000), fc.nat(2000), (one, other) => {
      const [less, more] = [Math.min(one, other), Math.max(one, other)].map((platformFeeBps) =>
        over({ last: accounted(week.last, { platformFeeBps }) }),
      )
      expect(more!.apy).toEqual(less!.apy)
      expect(unitsOf(more!.feeDrag.value!, 18)).toBeGreaterThanOrEqual(
        unitsOf(less!.feeDrag.value!, 18),
      )
    }),
  )
})

test('behavior: a fall of the mark charges nothing, a rise its part', () => {
  const flat = { platformFeeBps: 0, performanceFeeBps: 1000, rate: '1000000' }
  const gross = (from: string, to: string) =>
    over({
      first: accounted(first, { ...flat, highwaterMark: from }),
      last: accounted(week.last, { ...flat, highwaterMark: to }),
    }).grossApy.value
  expect(gross('1000000', '900000')).toBe('0')
  expect(gross('1000000', '1000009')).toBe('0')
  expect(gross('1000000', '1000010')).toBe('0.000052144190532491')
})

test('behavior: a missing day between counts as the one before it', () => {
  const shifted = between.map((end, index) =>
    index === 3 ? { ...end, sharePrice: between[2]!.sharePrice } : end,
  )
  const without = between.map((end, index) => (index === 3 ? null : end))
  expect(over({ between: without }).grossApy).toEqual(over({ between: shifted }).grossApy)
})

test('error: no fee is none, not zero', () => {
  const fees = (change: object) => over({ last: accounted(week.last, change) })
  expect(fees({ performanceFeeBps: 0 }).performanceFee).toEqual({ value: null, reason: 'none' })
  expect(fees({ performanceFeeBps: null }).performanceFee.reason).toBe('none')
  expect(fees({ performanceFeeBps: 1250 }).performanceFee.value).toBe('0.125')
  expect(fees({ platformFeeBps: 0 }).platformFee.value).toBe('0')
  const legacy = over({
    first: accounted(first, { highwaterMark: null }),
    last: accounted(week.last, { performanceFeeBps: 1000 }),
  })
  expect(legacy.grossApy.value).toBeNull()
  expect(over({ last: { ...week.last, accountant: null } }).platformFee.value).toBeNull()
})

test('error: a first day that is missing, or another, or paused gives no yield', () => {
  const shifted = { ...first, day: shiftDay(first.day, 1) }
  for (const end of [null, shifted, accounted(first, { isPaused: true })]) {
    const result = over({ first: end })
    for (const name of ['apy', 'apr', 'grossApy', 'feeDrag', 'residual'] as const) {
      expect(result[name].value, name).toBeNull()
      expect(result[name].reason, name).toContain(first.day)
    }
    expect(result.acrossChains.netAssets.value).not.toBeNull()
  }
})

test('behavior: a pause on the way is flagged, and the yield stands', () => {
  const result = over({ between: [{ ...between[0]!, isPaused: true }, ...between.slice(1)] })
  expect(result.apy.value).not.toBeNull()
  expect(result.flags).toContainEqual({
    flag: 'paused',
    reason: `The accountant was paused at the end of ${between[0]!.day}.`,
  })
})

const two = weeks.find(({ others }) => others.some(({ last }) => last !== null))!
const otherChain = two.others[0]!

test('error: another chain of unknown worth, or other decimals of shares, makes no sum', () => {
  const against = (last: VaultState) =>
    performOver({ ...two, others: [{ ...otherChain, last }] }).result.acrossChains
  const lost = against({ ...otherChain.last!, base: null })
  expect([lost.netAssets.value, lost.allocation]).toEqual([null, {}])
  expect(lost.netAssets.reason).toContain(`${otherChain.chain}: `)
  const odd = against({ ...otherChain.last!, share: { decimals: 6, supply: '1' } })
  expect(odd.supply.value).toBeNull()
  expect(odd.netAssets.value).not.toBeNull()
  expect(performOver(two).result.acrossChains.missing).toEqual(['scroll'])
})

test('behavior: a residual beyond 0.01 either way is flagged', () => {
  const kinds = new Set<string>()
  for (const week of weeks) {
    const { residual, flags } = performOver(week).result
    const size = Number(residual.value)
    const isFlagged = flags.some(({ flag }) => flag === 'unexplained')
    expect(isFlagged).toBe(residual.value !== null && Math.abs(size) > 0.01)
    if (isFlagged) kinds.add(size < 0 ? 'below' : 'above')
  }
  const idle = { ...week.last, holdings: week.last.holdings.filter(({ index }) => index === null) }
  const none = { ...idle, quotes: [], holdings: idle.holdings.slice(0, 0) }
  expect(performOver({ ...week, last: none }).result.residual.value).toBeNull()
  expect(kinds).toContain('below')
})
