import { readFileSync } from 'node:fs'
import { printUnits } from '@vaultwright/base'
import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { unitsOf } from '../base/ratio.ts'
import type { DayInputs, DayValue } from '../base/result.ts'
import type { Holding, Quote, VaultState } from '../base/vault-state.ts'
import { recompute } from '../yield/recompute.ts'
import { valueDay } from './day-value.ts'

type Vector = { readonly cases: readonly { readonly week: { readonly last: VaultState } }[] }

const file = new URL('../../../../fixtures/vectors/valuation.json', import.meta.url)
const { cases }: Vector = JSON.parse(readFileSync(file, 'utf8'))
const sample = cases[0]!.week.last
const decimals = sample.base!.decimals!
const time = BigInt(sample.block.atUnix)
const any = fc.constantFrom(...cases.map(({ week }) => week.last))
const valued = (change: Partial<DayInputs>): DayValue => valueDay({ ...sample, ...change }).result
const withAccountant = (change: object) =>
  valued({ accountant: { ...sample.accountant!, ...change } })
const flagsOf = ({ flags }: DayValue) => flags.map(({ flag }) => flag)

describe('laws', () => {
  test('behavior: held assets are the sum of the values that are known', () => {
    fc.assert(
      fc.property(any, (state) => {
        const { heldAssets, positions } = valueDay(state).result
        const places = state.base!.decimals!
        const sum = positions.reduce(
          (all, { value }) => all + unitsOf(value.value ?? '0', places),
          0n,
        )
        expect(heldAssets.value).toBe(printUnits(sum, places))
      }),
    )
  })

  test('law: net assets and fees owed are what is held, and the gap is what they lack to the total', () => {
    fc.assert(
      fc.property(any, fc.bigInt(0n, 10n ** 24n), (state, owed) => {
        const accountant = { ...state.accountant!, feesOwed: String(owed) }
        const { result } = valueDay({ ...state, accountant })
        const places = state.base!.decimals!
        const units = (value: { readonly value: string | null }) => unitsOf(value.value!, places)
        expect(units(result.netAssets) + owed).toBe(units(result.heldAssets))
        expect(units(result.navGap) + units(result.totalAssets)).toBe(units(result.netAssets))
        const total = units(result.totalAssets)
        // Rounded to 18 places, half away from zero.
        const scaled = units(result.navGap) * 10n ** 18n
        const error = unitsOf(result.navGapRelative.value!, 18) * total - scaled
        expect(2n * (error < 0n ? -error : error)).toBeLessThanOrEqual(total)
      }),
    )
  })

  test('refuses: a gap where one side is not known, or the shares are worth what other chains hold too', () => {
    const reasonsOf = (change: object) => {
      const { netAssets, navGap, navGapRelative } = valued(change)
      return [netAssets, navGap, navGapRelative].map(({ value, reason }) => value ?? reason)
    }
    const none = 'The vault had no accountant that could be read.'
    expect(reasonsOf({ accountant: null })).toEqual([none, none, none])
    const chains = `The vault is on several chains (${sample.chain}, base): what this one holds is not what its shares here are worth.`
    expect(reasonsOf({ otherChains: ['base'] }).slice(1)).toEqual([chains, chains])
    expect(reasonsOf({ otherChains: ['base'] })[0]).toMatch(/^\d/)
    const empty = {
      share: { ...sample.share, supply: '0' },
      accountant: { ...sample.accountant!, kind: 'rate_providers' },
    }
    expect(reasonsOf(empty)[2]).toBe('The total assets are not above zero.')
    const rateless = { ...sample.accountant!, kind: 'rate_providers', rate: null } as const
    expect(reasonsOf({ accountant: rateless }).slice(1)).toEqual(
      Array(2).fill('The accountant told no rate: getRate() reverted.'),
    )
  })

  test('golden: day@1 is as it was: its net assets are before fees owed, and it has no gap', () => {
    const accountant = { ...sample.accountant!, feesOwed: '7' }
    const state = { ...sample, accountant }
    const { formula, inputs, result } = recompute({ formula: 'day@1', inputs: state })
    expect([formula, inputs]).toEqual(['day@1', state])
    const now = valueDay(state).result
    const keys =
      'sharePrice,totalAssets,totalSupply,priceUsd,tvlUsd,netAssets,positions,feesOwed,stream,flags'
    expect(Object.keys(result).join()).toBe(keys)
    expect(result).toMatchObject({ netAssets: now.heldAssets, feesOwed: now.feesOwed })
    expect(now.netAssets).not.toEqual(now.heldAssets)
  })

  test('behavior: the order of holdings changes nothing', () => {
    const shuffled = any.chain((state) =>
      fc.tuple(
        fc.constant(state),
        fc.shuffledSubarray([...state.holdings], {
          minLength: state.holdings.length,
        }),
      ),
    )
    fc.assert(
      fc.property(shuffled, ([state, holdings]) => {
        expect(valueDay({ ...state, holdings }).result).toEqual(valueDay(state).result)
      }),
    )
  })

  test('behavior: a base asset of twice the dollars makes twice the dollars, and the same shares', () => {
    const priced = (usd: string) => {
      const quotes = sample.quotes.filter(({ per }) => per !== 'usd')
      return valued({ quotes: [...quotes, quoteOf({ asset: sample.base!.address, price: usd })] })
    }
    fc.assert(
      fc.property(fc.bigInt(1n, 10n ** 12n), fc.bigInt(2n, 9n), (price, times) => {
        const [quote, more] = [priced(printUnits(price, 6)), priced(printUnits(price * times, 6))]
        for (const name of ['priceUsd', 'tvlUsd'] as const) {
          expect(unitsOf(more[name].value!, 60)).toBe(unitsOf(quote[name].value!, 60) * times)
        }
        expect(more.sharePrice).toEqual(quote.sharePrice)
        expect(more.netAssets.value).toBe(quote.netAssets.value)
      }),
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
    )
  })

  test('behavior: an unread value is unknown, and is reported', () => {
    const places = ['aave_v3 supply of 0x1', 'tree of root 0x2']
    fc.assert(
      fc.property(any, fc.constantFrom(...places), (state, what) => {
        const failures = [...state.failures, { what, reason: 'It reverted.' }]
        const [before, after] = [valueDay(state).result, valueDay({ ...state, failures }).result]
        expect(knownNamesOf(before)).toEqual(expect.arrayContaining([...knownNamesOf(after)]))
        const partial = after.flags.find(({ flag }) => flag === 'partial')
        expect(partial?.reason).toContain(`${what}: It reverted.`)
      }),
    )
  })

  test('behavior: a failure that no holding speaks of leaves nothing out', () => {
    for (const of of ['price', 'rate', 'supply', 'decimals', 'state', 'base', 'events']) {
      const failures = [{ what: `${of} of 0x1`, reason: 'It reverted.' }]
      expect(flagsOf(valued({ failures }))).toEqual([])
    }
    const failures = [{ what: 'accountant 0x1', reason: 'Nothing stands there.' }]
    expect(flagsOf(valued({ failures }))).toEqual([])
    const lent = [{ what: 'aave_v3 supply of 0x1', reason: 'It reverted.' }]
    expect(flagsOf(valued({ failures: lent }))).toEqual(['partial'])
  })

  test('behavior: the order of what is left out changes nothing', () => {
    const failures = ['one', 'two', 'three'].map((what) => ({ what, reason: 'It reverted.' }))
    const turned = [...failures].reverse()
    expect(valued({ failures: turned })).toEqual(valued({ failures }))
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
      holdingOf({ amount: '800000000', protocol: 'lender', maturityUnix: '9' }),
    ]
    const { positions } = valued({ holdings })
    const units = (amount: bigint) => printUnits(amount, decimals)
    expect(positions.map(({ protocol, balance }) => [protocol, balance.value])).toEqual([
      ['idle', units(2_000_000_000n)],
      ['idle', units(-700_000_000n)],
      ['lender', units(900_000_000n)],
      ['lender', units(800_000_000n)],
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
    expect(withAccountant({ rate: null }).sharePrice.reason).toContain('getRate()')
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

  test('error: a price that is missing, zero or too small is not a zero', () => {
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
      const position = result.positions.find((one) => one.asset.symbol === 'T')!
      expect([position.price.value, position.value.value]).toEqual([null, null])
      expect(position.balance.value).toBe('0.000000000000000007')
      expect(result.netAssets.value).toBe(printUnits(3n, decimals))
      expect(flagsOf(result)).toContain('partial')
      if (price === null) expect(position.price.reason).toContain('The feed is stale.')
      const partial = result.flags.find(({ flag }) => flag === 'partial')!
      const isPriceNamed = price !== '0.0000000000000000000000001'
      expect(partial.reason.split('price of 0x')).toHaveLength(isPriceNamed ? 2 : 1)
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

test('behavior: what a stream has promised, and over how long', () => {
  const stream = {
    lastSharePrice: '1',
    gains: '5',
    updatedAtUnix: '250',
    startUnix: '100',
    endUnix: '700',
    totalAssets: '9',
  }
  const result = withAccountant({ kind: 'yield_streaming', stream })
  expect(result.stream).toEqual({ vestedAmount: printUnits(5n, decimals), vestingSeconds: '600' })
  expect(result.totalAssets.value).toBe(printUnits(9n, decimals))
  const reverted = withAccountant({
    kind: 'yield_streaming',
    stream: { ...stream, totalAssets: null },
  })
  expect(reverted.totalAssets.reason).toContain('totalAssets()')
})

function quoteOf(change: Partial<Quote> & Pick<Quote, 'asset' | 'price'>): Quote {
  const plain = { per: 'usd', source: 'test', confidence: null, kind: 'market' } as const
  return { ...plain, atUnix: String(time), ...change }
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
