import { readFileSync } from 'node:fs'
import { expect, test } from 'vitest'
import type { Flag } from '../base/known-value.ts'
import type { PerformanceInputs } from '../base/result.ts'
import type { Holding, Quote } from '../base/vault-state.ts'
import { performOver } from './performance.ts'

type Vector = { readonly cases: readonly { readonly week: PerformanceInputs }[] }

const file = new URL('../../../../fixtures/vectors/valuation.json', import.meta.url)
const { cases }: Vector = JSON.parse(readFileSync(file, 'utf8'))
const weeks = cases.map(({ week }) => week)
const week = weeks[0]!
const first = week.first!
const base = week.last.base!
const over = (change: Partial<PerformanceInputs>) => performOver({ ...week, ...change }).result
const flagsOf = ({ flags }: { readonly flags: readonly Flag[] }) => flags.map(({ flag }) => flag)
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

test('error: a holding without growth is unknown beyond 1 %, and left out by name up to it', () => {
  const earnedWith = (amount: string) =>
    earned([], [held({ amount: '99000000' }), held({ protocol: 'pool', amount })])
  expect(earnedWith('1000000').realApy.value).toBe('0')
  expect(flagsOf(earnedWith('1000000'))).toContain('partial')
  expect(earnedWith('1000001').realApy.value).toBeNull()
  expect(earnedWith('1000001').realApy.reason).toContain('pool')
})

test('behavior: a holding without a price is in no yield, whatever it is, and named', () => {
  const dark = {
    address: '0x00000000000000000000000000000000000000AA',
    symbol: 'DARK',
    decimals: 6,
  } as const
  const end = String(BigInt(week.last.block.atUnix) + 1000n)
  const junk = [
    held({ asset: dark, amount: '99999999999999' }),
    held({ asset: dark, protocol: 'lender', amount: '-1' }),
    held({ asset: dark, protocol: 'hidden' }),
    held({ asset: dark, protocol: 'fixed', maturityUnix: end }),
  ]
  for (const week of weeks) {
    const holdings = [...week.last.holdings, ...junk]
    const plain = performOver(week).result
    const { flags, ...breakdown } = performOver({
      ...week,
      last: { ...week.last, holdings },
    }).result
    expect({ ...breakdown, flags: [] }).toEqual({ ...plain, flags: [] })
    const leftOut = flags.filter(({ reason }) => reason.startsWith('The yields leave out: '))
    expect(leftOut.map(({ flag }) => flag)).toEqual(['partial'])
    for (const protocol of ['idle', 'lender', 'hidden', 'fixed']) {
      expect(leftOut[0]!.reason).toContain(`mainnet: ${protocol} DARK: No price of DARK`)
    }
  }
  const alone = earned([], [junk[0]!])
  expect([alone.real, alone.realApy.value, alone.maturityApy.value]).toEqual([[], null, '0'])
  expect(earned([], [held({}), junk[3]!]).maturityApy.value).toBe('0')
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
  const time = BigInt(week.last.block.atUnix)
  const fixed = (maturity: bigint, kind: Quote['kind']) => {
    const quote = { asset: asset.address, per: base.address, price: '0.8', source: 'test' }
    const quotes = [{ ...quote, atUnix: String(time), confidence: null, kind }]
    const holdings = [held({ asset, protocol: 'pt', maturityUnix: String(maturity) })]
    return over({ first: { ...first, holdings: [] }, last: { ...week.last, holdings, quotes } })
  }
  const year = fixed(time + 31_536_000n, 'market')
  expect(year.maturityApy.value).toBe('0.25')
  expect(year.maturities).toMatchObject([{ asset: 'PT', allocation: '1', protocol: 'pt' }])
  expect([year.real, year.realApy.value]).toEqual([[], '0'])
  expect(fixed(time, 'market').maturityApy.value).toBe('0')
  expect(fixed(time + 31_536_000n, 'rate').maturityApy.value).toBe('0.25')
  expect(fixed(time + 31_536_000n, 'pegged').maturityApy.value).toBeNull()
  expect(fixed(time + 1n, 'market').maturityApy.value).toBeNull()
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

test('error: of a price in dollars no maturity follows', () => {
  const asset = {
    address: '0x00000000000000000000000000000000000000CC',
    symbol: 'PT',
    decimals: 6,
  } as const
  const time = week.last.block.atUnix
  const quoteBase = { source: 'test', atUnix: time, confidence: null, kind: 'market' } as const
  const quotes: readonly Quote[] = [
    { ...quoteBase, asset: asset.address, per: 'usd', price: '0.8' },
    { ...quoteBase, asset: base.address, per: 'usd', price: '1' },
  ]
  const maturityUnix = String(BigInt(time) + 31_536_000n)
  const holdings = [held({ asset, protocol: 'pt', maturityUnix })]
  const result = over({ last: { ...week.last, holdings, quotes } })
  expect(result.maturityApy.value).toBeNull()
  expect(result.maturities[0]!.allocation).toBe('1')
})

test('error: what a contract converts today and a market priced a week before has not grown', () => {
  const asset = {
    address: '0x00000000000000000000000000000000000000CC',
    symbol: 'W',
    decimals: 6,
  } as const
  const priced = (price: string, kind: Quote['kind']): readonly Quote[] => [
    {
      asset: asset.address,
      per: base.address,
      price,
      kind,
      source: 'test',
      atUnix: '1',
      confidence: null,
    },
  ]
  const grown = (before: Quote['kind'], now: Quote['kind']) =>
    over({
      first: { ...first, quotes: priced('1', before) },
      last: {
        ...week.last,
        quotes: priced('1.001', now),
        holdings: [held({ asset, protocol: 'pool' })],
      },
    }).real[0]!.apy
  expect(grown('rate', 'rate').value).toBe('0.053498787232679863')
  expect(grown('market', 'rate').value).toBeNull()
  expect(grown('pegged', 'pegged').value).toBeNull()
})

test('error: a protocol that owes as much as it holds has no yield of its own', () => {
  const index = { key: 'test:0x1:supply:0x2', value: '1' }
  const pair = [
    held({ protocol: 'loop', index }),
    held({ protocol: 'loop', index, amount: '-10000000' }),
  ]
  const before = { ...first, holdings: [held({ index })] }
  const result = over({ first: before, last: { ...week.last, holdings: [...pair, held({})] } })
  expect(result.real.map(({ protocol, apy }) => [protocol, apy.value])).toEqual([
    ['idle', '0'],
    ['loop', null],
  ])
  expect(result.realApy.value).toBe('0')
})

test('behavior: what is owed and unknown counts in the 1 % like what is held', () => {
  const owed = held({ protocol: 'loan', amount: '-9000000' })
  const result = over({ last: { ...week.last, holdings: [held({ amount: '99000000' }), owed] } })
  expect(result.realApy.value).toBeNull()
})
