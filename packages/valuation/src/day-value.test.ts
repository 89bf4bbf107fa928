import { readFileSync } from 'node:fs'
import { printUnits } from '@vaultwright/base'
import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { assetDollarsOf } from './asset-dollar.ts'
import { valueDay } from './day-value.ts'
import type { Holding, Measured, Quote } from './measured.ts'
import { unitsOf } from './ratio.ts'
import type { DayValue } from './result.ts'

type Vector = { readonly cases: readonly { readonly week: { readonly last: Measured } }[] }

const runs = { numRuns: Number(process.env.FUZZ_RUNS ?? 100) }
const file = new URL('../../../fixtures/vectors/valuation.json', import.meta.url)
const { cases }: Vector = JSON.parse(readFileSync(file, 'utf8'))
const sample = cases[0]!.week.last
const decimals = sample.base!.decimals!
const at = BigInt(sample.block.atUnix)
const any = fc.constantFrom(...cases.map(({ week }) => week.last))
const valued = (change: Partial<Measured>): DayValue => valueDay({ ...sample, ...change }).result
const told = (change: object) => valued({ accountant: { ...sample.accountant!, ...change } })
const flagsOf = ({ flags }: DayValue) => flags.map(({ flag }) => flag)

describe('laws', () => {
  test('behavior: net assets are the sum of the values that are known', () => {
    fc.assert(
      fc.property(any, (measured) => {
        const { netAssets, positions } = valueDay(measured).result
        const places = measured.base!.decimals!
        const sum = positions.reduce(
          (all, { value }) => all + unitsOf(value.value ?? '0', places),
          0n,
        )
        expect(netAssets.value).toBe(printUnits(sum, places))
      }),
      runs,
    )
  })

  test('behavior: the order of holdings changes nothing', () => {
    const shuffled = any.chain((measured) =>
      fc.tuple(
        fc.constant(measured),
        fc.shuffledSubarray([...measured.holdings], {
          minLength: measured.holdings.length,
        }),
      ),
    )
    fc.assert(
      fc.property(shuffled, ([measured, holdings]) => {
        expect(valueDay({ ...measured, holdings }).result).toEqual(valueDay(measured).result)
      }),
      runs,
    )
  })

  test('behavior: a base asset of twice the dollars makes twice the dollars, and the same shares', () => {
    const priced = (usd: string) => {
      const quotes = sample.quotes.filter(({ per }) => per !== 'usd')
      return valued({ quotes: [...quotes, quoteOf({ asset: sample.base!.address, price: usd })] })
    }
    fc.assert(
      fc.property(fc.bigInt(1n, 10n ** 12n), fc.bigInt(2n, 9n), (price, times) => {
        const [one, more] = [priced(printUnits(price, 6)), priced(printUnits(price * times, 6))]
        for (const name of ['priceUsd', 'tvlUsd'] as const) {
          expect(unitsOf(more[name].value!, 60)).toBe(unitsOf(one[name].value!, 60) * times)
        }
        expect(more.sharePrice).toEqual(one.sharePrice)
        expect(more.netAssets.value).toBe(one.netAssets.value)
      }),
      runs,
    )
  })

  test('behavior: all prices in the base asset times ten are all values times ten', () => {
    const [asset, per] = [
      '0x00000000000000000000000000000000000000AA',
      sample.base!.address,
    ] as const
    fc.assert(
      fc.property(
        fc.bigInt(1n, 10n ** 20n),
        fc.bigInt(-(10n ** 24n), 10n ** 24n),
        (price, amount) => {
          fc.pre(amount !== 0n)
          const holding = holdingOf({
            asset: { address: asset, symbol: 'T', decimals },
            amount: String(amount),
          })
          const worth = (scaled: bigint) => {
            const quotes = [quoteOf({ asset, per, price: String(scaled) })]
            return unitsOf(valued({ holdings: [holding], quotes }).netAssets.value!, decimals)
          }
          expect(worth(price)).toBe(price * amount)
          expect(worth(price * 10n)).toBe(worth(price) * 10n)
        },
      ),
      runs,
    )
  })

  test('behavior: what could not be read makes nothing known, and is told', () => {
    const places = ['aave_v3 supply of 0x1', 'tree of root 0x2']
    fc.assert(
      fc.property(any, fc.constantFrom(...places), (measured, what) => {
        const failures = [...measured.failures, { what, reason: 'It reverted.' }]
        const [before, after] = [
          valueDay(measured).result,
          valueDay({ ...measured, failures }).result,
        ]
        expect(knownNamesOf(before)).toEqual(expect.arrayContaining([...knownNamesOf(after)]))
        const partial = after.flags.find(({ flag }) => flag === 'partial')
        expect(partial?.reason).toContain(`${what}: It reverted.`)
      }),
      runs,
    )
  })

  test('behavior: every value has either a value or a reason', () => {
    for (const { week } of cases) {
      for (const change of [{}, { base: null }, { accountant: null }, { quotes: [] }]) {
        expect(looseOf(valueDay({ ...week.last, ...change }))).toEqual([])
      }
    }
    expect(looseOf({ value: null, reason: null })).toHaveLength(1)
    expect(looseOf([{ value: '1', reason: 'no' }])).toHaveLength(1)
  })
})

describe('positions', () => {
  test('default: those of several holders are one, what is owed is another', () => {
    const holdings = [
      holdingOf({ amount: '1500000000' }),
      holdingOf({ amount: '500000000', holder: '0x00000000000000000000000000000000000000B2' }),
      holdingOf({ amount: '-700000000' }),
      holdingOf({ amount: '900000000', protocol: 'lender' }),
    ]
    const { positions } = valued({ holdings })
    const units = (amount: bigint) => printUnits(amount, decimals)
    expect(positions.map(({ protocol, balance }) => [protocol, balance.value])).toEqual([
      ['idle', units(2_000_000_000n)],
      ['idle', units(-700_000_000n)],
      ['lender', units(900_000_000n)],
    ])
  })

  test('behavior: debts above all that is held are flagged', () => {
    const result = valued({ holdings: [holdingOf({ amount: '-5' })] })
    expect(result.netAssets.value).toBe(printUnits(-5n, decimals))
    expect(flagsOf(result)).toEqual(['negative'])
  })
})

describe('refusals', () => {
  test('error: no accountant, no rate, no base, no decimals', () => {
    const without = valued({ accountant: null })
    expect([without.sharePrice.value, without.totalAssets.value]).toEqual([null, null])
    expect(without.feesOwed.value).toBeNull()
    expect(told({ rate: null }).sharePrice.reason).toContain('getRate()')
    const lost = valued({ base: null })
    for (const name of ['sharePrice', 'totalAssets', 'priceUsd', 'tvlUsd', 'netAssets'] as const) {
      expect(lost[name].reason, name).toContain('base asset is not known')
    }
    expect(lost.totalSupply.value).not.toBeNull()
    const mute = valued({ base: { ...sample.base!, decimals: null } })
    expect([mute.sharePrice.value, mute.netAssets.value]).toEqual([null, null])
  })

  test('error: a supply that is not known leaves the price, and no total', () => {
    const result = valued({
      share: { ...sample.share, supply: null },
      accountant: { ...sample.accountant!, kind: 'rate_providers', stream: null },
    })
    expect(result.sharePrice.value).not.toBeNull()
    expect([result.totalSupply.value, result.totalAssets.value, result.tvlUsd.value]).toEqual([
      null,
      null,
      null,
    ])
  })

  test('error: a price that is missing, zero or too small is no zero', () => {
    const asset = {
      address: '0x00000000000000000000000000000000000000AA',
      symbol: 'T',
      decimals: 18,
    } as const
    const holdings = [holdingOf({ asset, amount: '7' }), holdingOf({ amount: '3' })]
    const per = sample.base!.address
    const failures = [{ what: `price of ${asset.address}`, reason: 'The feed is stale.' }]
    for (const price of ['0', '0.0000000000000000000000001', null]) {
      const quotes = price === null ? [] : [quoteOf({ asset: asset.address, per, price })]
      const result = valued({ holdings, quotes, failures })
      const found = result.positions.find((one) => one.asset.symbol === 'T')!
      expect([found.price.value, found.value.value]).toEqual([null, null])
      expect(found.balance.value).toBe('0.000000000000000007')
      expect(result.netAssets.value).toBe(printUnits(3n, decimals))
      expect(flagsOf(result)).toContain('partial')
      if (price === null) expect(found.price.reason).toContain('The feed is stale.')
    }
    expect(valued({ holdings: [holdings[0]!], quotes: [] }).netAssets.value).toBeNull()
  })

  test('error: a token without decimals has a price and no balance', () => {
    const asset = { ...sample.base!, decimals: null }
    const { positions } = valued({ holdings: [holdingOf({ asset, amount: '7' })] })
    expect(positions[0]!.balance.value).toBeNull()
    expect(positions[0]!.value.value).toBeNull()
    expect(positions[0]!.price.value).toBe('1')
  })
})

describe('flags', () => {
  test('default: a day as it should be has none', () => {
    expect(flagsOf(valued({ failures: [] }))).toEqual([])
  })

  test('behavior: paused at the end, or in the course of the day', () => {
    expect(flagsOf(told({ isPaused: true }))).toEqual(['paused'])
    const event = { event: 'unpaused', block: '7', logIndex: 1 } as const
    expect(flagsOf(valued({ events: [event] }))).toEqual(['paused'])
  })

  test('behavior: late after three days, but not while gains vest', () => {
    const limit = at - 3n * 86_400n
    expect(flagsOf(told({ updatedAtUnix: String(limit) }))).toEqual([])
    expect(flagsOf(told({ updatedAtUnix: String(limit - 1n) }))).toEqual(['late'])
    const stream = {
      ...{ lastSharePrice: '1', gains: '5', updatedAtUnix: '1', startUnix: '1' },
      ...{ endUnix: String(at + 1n), totalAssets: '9' },
    }
    const old = { kind: 'yield_streaming', updatedAtUnix: String(limit - 1n) }
    expect(flagsOf(told({ ...old, stream }))).toEqual([])
    expect(flagsOf(told({ ...old, stream: { ...stream, endUnix: String(at) } }))).toEqual(['late'])
    expect(flagsOf(told({ ...old, stream: { ...stream, gains: '0' } }))).toEqual(['late'])
  })

  test('behavior: a rate event at its bounds is within, beyond them it is not', () => {
    const moved = (newRate: string) =>
      flagsOf(
        valued({
          events: [{ event: 'rate', oldRate: '1000001', newRate, block: '7', logIndex: 0 }],
        }),
      )
    expect(moved('1005001')).toEqual([])
    expect(moved('1005002')).toEqual(['out_of_bounds'])
    expect(moved('995000')).toEqual(['loss'])
    expect(moved('994999')).toEqual(['loss', 'out_of_bounds'])
  })

  test('behavior: a loss, no shares, no rate, no logs', () => {
    const loss = { event: 'loss', amount: '5', block: '7', logIndex: 0 } as const
    expect(flagsOf(valued({ events: [loss] }))).toEqual(['loss'])
    expect(flagsOf(valued({ share: { decimals: 18, supply: '0' } }))).toEqual(['zero'])
    expect(flagsOf(told({ rate: '0' }))).toEqual(['zero'])
    expect(flagsOf(valued({ events: null }))).toEqual(['partial'])
  })

  test('behavior: a peg that markets do not keep counts, and is flagged beyond 2 %', () => {
    const asset = '0x00000000000000000000000000000000000000AA'
    const per = sample.base!.address
    const pegged = (price: string) =>
      valued({
        holdings: [holdingOf({ asset: { address: asset, symbol: 'T', decimals }, amount: '500' })],
        quotes: [
          quoteOf({ asset, per, price: '1', kind: 'pegged' }),
          quoteOf({ asset, price }),
          quoteOf({ asset: per, price: '1' }),
        ],
      })
    expect(flagsOf(pegged('0.98'))).toEqual([])
    expect(flagsOf(pegged('1.02'))).toEqual([])
    expect(flagsOf(pegged('1.0201'))).toEqual(['depegged'])
    expect(flagsOf(pegged('0.9799'))).toEqual(['depegged'])
    expect(pegged('0.5').netAssets.value).toBe(printUnits(500n, decimals))
  })

  test('behavior: a price that was old when it was used is flagged, one that was not used is not', () => {
    const old = { atUnix: String(at - 3n * 86_400n - 1n) }
    const quotes = sample.quotes.map((quote) => ({ ...quote, ...old }))
    expect(new Set(flagsOf(valued({ quotes })))).toEqual(new Set(['stale_price']))
    const other = quoteOf({
      asset: '0x00000000000000000000000000000000000000AA',
      price: '3',
      ...old,
    })
    expect(flagsOf(valued({ quotes: [...sample.quotes, other] }))).toEqual([])
  })
})

test('behavior: what a stream has promised, and over how long', () => {
  const stream = {
    ...{ lastSharePrice: '1', gains: '5', updatedAtUnix: '250', startUnix: '100' },
    ...{ endUnix: '700', totalAssets: '9' },
  }
  const result = told({ kind: 'yield_streaming', stream })
  expect(result.stream).toEqual({ vestedAmount: printUnits(5n, decimals), vestingSeconds: '600' })
  expect(result.totalAssets.value).toBe(printUnits(9n, decimals))
  const reverted = told({ kind: 'yield_streaming', stream: { ...stream, totalAssets: null } })
  expect(reverted.totalAssets.reason).toContain('totalAssets()')
})

test('behavior: dollars of assets follow the same prices', () => {
  const [base] = assetDollarsOf(sample)
  expect(base?.asset).toBe(sample.base!.address)
  expect(assetDollarsOf({ ...sample, quotes: [] })).toEqual([])
})

function quoteOf(change: Partial<Quote> & Pick<Quote, 'asset' | 'price'>): Quote {
  const plain = { per: 'usd', source: 'test', confidence: null, kind: 'market' } as const
  return { ...plain, atUnix: String(at), ...change }
}

function holdingOf(change: Partial<Holding>): Holding {
  const holder = '0x00000000000000000000000000000000000000B1'
  const plain = { protocol: 'idle', holder, asset: sample.base!, amount: '1' } as const
  return { ...plain, index: null, maturityUnix: null, ...change }
}

/** Names of the values of a day that are known. */
function knownNamesOf(value: DayValue): readonly string[] {
  return Object.entries(value).flatMap(([name, one]) =>
    one !== null && typeof one === 'object' && 'value' in one && one.value !== null ? [name] : [],
  )
}

/** Everything that has a value and a reason, or neither. */
function looseOf(json: unknown): readonly unknown[] {
  if (json === null || typeof json !== 'object') return []
  const inner = Object.values(json).flatMap(looseOf)
  if (!('value' in json && 'reason' in json)) return inner
  return (json.value === null) === (typeof json.reason === 'string') ? inner : [json, ...inner]
}
