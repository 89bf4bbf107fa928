import { readFileSync } from 'node:fs'
import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { dayEndOf, growDay } from './daily.ts'
import { shiftDay } from './day.ts'
import { valueDay } from './day-value.ts'
import type { Flag } from './known.ts'
import type { Holding, Measured } from './measured.ts'
import { performOver } from './performance.ts'
import { unitsOf } from './ratio.ts'
import { type AnyReceipt, recompute, UnknownFormulaError } from './recompute.ts'
import type { DayEnd, PerformanceInputs } from './result.ts'

type Vector = { readonly cases: readonly { readonly week: PerformanceInputs }[] }

const runs = { numRuns: Number(process.env.FUZZ_RUNS ?? 100) }
const file = new URL('../../../fixtures/vectors/valuation.json', import.meta.url)
const { cases }: Vector = JSON.parse(readFileSync(file, 'utf8'))
const weeks = cases.map(({ week }) => week)
const week = weeks[0]!
const first = week.first!
const between = week.between as readonly DayEnd[]
const base = week.last.base!
const decimals = base.decimals!
const over = (change: Partial<PerformanceInputs>) => performOver({ ...week, ...change }).result
const flagsOf = ({ flags }: { readonly flags: readonly Flag[] }) => flags.map(({ flag }) => flag)
const accounted = (measured: Measured, change: object): Measured => ({
  ...measured,
  accountant: { ...measured.accountant!, ...change },
})

describe('receipts', () => {
  const receipts: readonly AnyReceipt[] = weeks.flatMap((one) => [
    valueDay(one.last),
    growDay({ today: one.last, before: one.between.at(-1) ?? null }),
    performOver(one),
  ])

  test('behavior: each is computed again from its own JSON, to the last character', () => {
    for (const receipt of receipts) {
      const text = JSON.stringify(receipt)
      expect(JSON.stringify(recompute(JSON.parse(text)))).toBe(text)
    }
  })

  test('behavior: a changed input, or a changed result, is seen', () => {
    for (const receipt of receipts) {
      const text = JSON.stringify(receipt)
      const raised = text.replace(/"(supply|totalAssets)":"(\d)/g, '"$1":"1$2')
      const { result } = recompute(JSON.parse(raised))
      expect(JSON.stringify(result)).not.toBe(JSON.stringify(receipt.result))
      const cooked = { ...receipt, result: { ...receipt.result, flags: [] as Flag[], more: 1 } }
      expect(recompute(cooked)).toEqual(receipt)
    }
  })

  test('behavior: a daily receipt keeps what growth asks for, and no more', () => {
    const { inputs } = growDay({ today: week.last, before: null })
    expect(Object.keys(inputs.today)).not.toContain('holdings')
    expect(Object.keys(inputs.today)).not.toContain('failures')
  })

  test('error: UnknownFormulaError', () => {
    expect(() => recompute({ formula: 'daily@0', inputs: {} })).toThrow(UnknownFormulaError)
    expect(() => recompute({ formula: '', inputs: null })).toThrow(
      expect.objectContaining({ code: 'unknown_formula' }),
    )
  })
})

describe('a day', () => {
  const today = week.last
  const before = between.at(-1)!

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
      runs,
    )
  })

  test('error: a day before that is missing, or is another, gives no growth and all else', () => {
    for (const one of [null, { ...before, day: shiftDay(before.day, -1) }]) {
      const { result } = growDay({ today, before: one })
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

  test('behavior: a fall is told although the pause keeps its yield from being told', () => {
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
})

describe('a week', () => {
  test('behavior: the parts and what they leave are the whole', () => {
    for (const one of weeks) {
      const { apy, realApy, maturityApy, feeDrag, residual } = performOver(one).result
      if (residual.value === null) continue
      const [net, real, fixed, drag, rest] = [apy, realApy, maturityApy, feeDrag, residual].map(
        ({ value }) => unitsOf(value!, 18),
      )
      expect(real! + fixed! - drag! + rest!).toBe(net)
    }
  })

  test('behavior: shares of the net assets are one, but for their last digit', () => {
    for (const one of weeks) {
      const { real, maturities, acrossChains, flags } = performOver(one).result
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
    for (const one of weeks) {
      const turned = (measured: Measured) => ({
        ...measured,
        holdings: [...measured.holdings].reverse(),
      })
      const given = { ...one, last: turned(one.last), first: turned(one.first!) }
      expect(performOver(given).result).toEqual(performOver(one).result)
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
      runs,
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
    const other = between.map((end, index) =>
      index === 3 ? { ...end, sharePrice: between[2]!.sharePrice } : end,
    )
    const without = between.map((end, index) => (index === 3 ? null : end))
    expect(over({ between: without }).grossApy).toEqual(over({ between: other }).grossApy)
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
    const other = { ...first, day: shiftDay(first.day, 1) }
    for (const one of [null, other, accounted(first, { isPaused: true })]) {
      const result = over({ first: one })
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
})

describe('what holdings earn', () => {
  const index = (value: string) => ({ key: 'test:0x1:supply:0x2', value })
  const lent = (change: Partial<Holding>) => held({ protocol: 'lender', ...change })

  test('default: interest of a lender and of a debt', () => {
    const from = lent({ index: index('1000000') })
    const result = earned([from], [lent({ index: index('1001000') })])
    expect(result.real[0]!.apy.value).toBe('0.053498787232679863')
    const debt = [
      lent({ index: index('1001000') }),
      held({ protocol: 'loan', index: index('1001000'), amount: '-5000000' }),
    ]
    const both = earned([from], debt)
    expect(both.real.map(({ allocation }) => allocation)).toEqual(['2', '-1'])
    expect(both.real[1]!.apy.value).toBeNull()
    expect(both.realApy.value).toBe('0.053498787232679863')
  })

  test('error: what nobody tells is unknown beyond 1 %, and left out by name up to it', () => {
    const told = (amount: string) =>
      earned([], [held({ amount: '99000000' }), held({ protocol: 'pool', amount })])
    expect(told('1000000').realApy.value).toBe('0')
    expect(flagsOf(told('1000000'))).toContain('partial')
    expect(told('1000001').realApy.value).toBeNull()
    expect(told('1000001').realApy.reason).toContain('pool')
    const dark = {
      address: '0x00000000000000000000000000000000000000AA',
      symbol: 'T',
      decimals: 6,
    } as const
    const unpriced = earned([], [held({}), held({ asset: dark })])
    expect(unpriced.realApy.value).toBeNull()
    expect(unpriced.real).toHaveLength(1)
    expect(unpriced.real[0]!.apy.value).toBeNull()
  })

  test('error: an index that was not there a week before is unknown', () => {
    const result = earned([], [lent({ index: index('1001000') })])
    expect(result.real[0]!.apy.value).toBeNull()
    expect(result.real[0]!.apy.reason).toContain(first.day)
  })

  test('behavior: to a maturity the discount is earned, after it nothing', () => {
    const asset = {
      address: '0x00000000000000000000000000000000000000CC',
      symbol: 'PT',
      decimals: 6,
    } as const
    const at = BigInt(week.last.block.atUnix)
    const fixed = (maturity: bigint, kind: 'market' | 'pegged') => {
      const quote = { asset: asset.address, per: base.address, price: '0.8', source: 'test' }
      const quotes = [{ ...quote, atUnix: String(at), confidence: null, kind }]
      const holdings = [held({ asset, protocol: 'pt', maturityUnix: String(maturity) })]
      return over({ first: { ...first, holdings: [] }, last: { ...week.last, holdings, quotes } })
    }
    const year = fixed(at + 31_536_000n, 'market')
    expect(year.maturityApy.value).toBe('0.25')
    expect(year.maturities).toMatchObject([{ asset: 'PT', allocation: '1', protocol: 'pt' }])
    expect([year.real, year.realApy.value]).toEqual([[], '0'])
    expect(fixed(at, 'market').maturityApy.value).toBe('0')
    expect(fixed(at + 1n, 'pegged').maturityApy.value).toBeNull()
  })

  test('error: no net assets have no shares', () => {
    const result = earned([], [held({ amount: '5' }), held({ amount: '-5' })])
    expect([result.real, result.acrossChains.allocation]).toEqual([[], {}])
    expect(result.realApy.reason).toContain('not above zero')
  })

  function earned(before: readonly Holding[], holdings: readonly Holding[]) {
    return over({ first: { ...first, holdings: before }, last: { ...week.last, holdings } })
  }

  function held(change: Partial<Holding>): Holding {
    const holder = '0x00000000000000000000000000000000000000B1'
    const plain = { protocol: 'idle', holder, asset: base, amount: '10000000' } as const
    return { ...plain, index: null, maturityUnix: null, ...change }
  }
})

describe('chains', () => {
  const two = weeks.find(({ others }) => others.some(({ last }) => last !== null))!
  const other = two.others[0]!

  test('error: another chain of unknown worth, or other decimals of shares, makes no sum', () => {
    const against = (last: Measured) =>
      performOver({ ...two, others: [{ ...other, last }] }).result.acrossChains
    const lost = against({ ...other.last!, base: null })
    expect([lost.netAssets.value, lost.allocation]).toEqual([null, {}])
    expect(lost.netAssets.reason).toContain(`${other.chain}: `)
    const odd = against({ ...other.last!, share: { decimals: 6, supply: '1' } })
    expect(odd.supply.value).toBeNull()
    expect(odd.netAssets.value).not.toBeNull()
    expect(performOver(two).result.acrossChains.missing).toEqual(['scroll'])
  })
})
