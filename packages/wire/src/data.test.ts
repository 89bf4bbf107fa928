import { readFileSync } from 'node:fs'
import { type Address, printUnits } from '@vaultwright/base'
import { unknownNav } from '@vaultwright/valuation'
import fc from 'fast-check'
import type { TSchema } from 'typebox'
import { Check, Errors } from 'typebox/value'
import { expect, test } from 'vitest'
import { runsOf } from '../../../test/support/runs.ts'
import {
  addresses,
  blocks,
  days,
  decimals,
  maybe,
  navs,
  points,
  slugs,
  unix,
  words40,
} from '../../../test/support/service/day-row.ts'
import { dailyEntryOf } from './data/daily.ts'
import { performanceOf } from './data/performance.ts'
import { metricsSnapshotOf } from './data/snapshot.ts'
import { navDataOf } from './field/nav.ts'
import { receipt } from './field/receipt.ts'
import { operations } from './operation-list.ts'

const runs = { numRuns: runsOf(2) }

const json = fc.dictionary(words40, fc.jsonValue(), { noNullPrototype: true })

const snapshots = fc.record({
  chain: slugs,
  vault: addresses,
  day: days,
  blockNumber: blocks,
  atUnix: unix,
  type: fc.constantFrom('fixed_rate', 'variable_rate', 'yield_streaming'),
  baseAsset: words40,
  sharePrice: maybe(decimals),
  totalAssets: maybe(decimals),
  totalSupply: maybe(decimals),
  positions: fc.array(fc.record({ protocol: words40, asset: words40, balance: decimals })),
  prices: fc.dictionary(slugs, fc.dictionary(words40, decimals, { noNullPrototype: true }), {
    noNullPrototype: true,
  }),
  nav: navs,
  worthBounds: maybe(
    fc.record({
      lower: maybe(decimals),
      upper: maybe(decimals),
      gapLower: maybe(decimals),
      gapUpper: maybe(decimals),
      open: fc.array(
        fc.record({ side: fc.constantFrom('lower' as const, 'upper' as const), reason: words40 }),
        { maxLength: 2 },
      ),
      nextRate: maybe(
        fc.record({
          lowest: decimals,
          highest: decimals,
          counted: maybe(decimals),
          countedReason: maybe(words40),
          roomBelow: maybe(decimals),
          roomAbove: maybe(decimals),
          earliestUnix: unix.map(String),
          update: fc.constantFrom('passes' as const, 'pauses' as const, 'refused' as const, null),
        }),
      ),
      nextRateReason: maybe(words40),
    }),
  ),
  allowances: maybe(
    fc.record({
      entries: fc.array(
        fc.record({
          token: addresses,
          owner: addresses,
          spender: addresses,
          amount: maybe(fc.bigInt({ min: 1n, max: 2n ** 256n - 1n }).map(String)),
        }),
        { maxLength: 3 },
      ),
      note: maybe(words40),
    }),
  ),
  yieldStreaming: maybe(
    fc.record({ vestedAmount: decimals, vestingSeconds: fc.bigInt({ min: 0n, max: 1n << 32n }) }),
  ),
})
const yields = { chain: slugs, protocol: words40, allocation: decimals, apy: maybe(decimals) }
const performances = fc.record({
  chain: slugs,
  vault: addresses,
  day: days,
  apy: maybe(decimals),
  fees: maybe(decimals),
  performanceFees: maybe(decimals),
  realApy: maybe(decimals),
  maturityApy: maybe(decimals),
  feeDrag: maybe(decimals),
  real: fc.array(fc.record({ ...yields, apyNet: maybe(decimals) }), { maxLength: 4 }),
  maturities: fc.array(
    fc.record({ ...yields, apyNet: maybe(decimals), asset: words40, maturityUnix: unix }),
    { maxLength: 4 },
  ),
})
const receipts = maybe(fc.record({ formula: words40, inputs: json, result: json }))
const page = { next_cursor: null, page_size: 20, has_more: false }

/** Every conversion: what it is called, its inputs, what it makes of them, and the schema of that. */
const laws: readonly (readonly [string, fc.Arbitrary<unknown>, TSchema])[] = [
  [
    '2.10 a snapshot',
    snapshots.map((one) => ({ data: metricsSnapshotOf(one, 50) })),
    operations.getLatestSnapshot.response,
  ],
  [
    '4.9 snapshots',
    snapshots.map((one) => listOf(metricsSnapshotOf(one, 50))),
    operations.listSnapshots.response,
  ],
  [
    '2.13 days',
    points.map((one) => ({ ...listOf(dailyEntryOf(one, 50)), meta: { from: null, to: null } })),
    operations.listDailyData.response,
  ],
  [
    '2.13 explained days',
    fc.tuple(points, receipts).map(([point, receipt]) => ({
      ...listOf({ ...dailyEntryOf(point, 50), receipt }),
      meta: { from: null, to: null },
    })),
    operations.listDailyData.response,
  ],
  [
    '2.14 performance',
    performances.map((one) => ({ data: performanceOf(one) })),
    operations.getPerformance.response,
  ],
  [
    '2.14 an explained performance',
    fc
      .tuple(performances, receipts)
      .map(([one, receipt]) => ({ data: { ...performanceOf(one), receipt } })),
    operations.getPerformance.response,
  ],
]

test.each(laws)('default: %s are as their schema says, also as JSON', (_, made, schema) => {
  fc.assert(
    fc.property(made, (value) => {
      expect(Errors(schema, value)).toEqual([])
      const json: unknown = JSON.parse(JSON.stringify(value))
      expect(Errors(schema, json)).toEqual([])
      expect(Check(schema, json)).toBe(true)
    }),
    runs,
  )
})

test('behavior: 2.10 streaming is there only where the snapshot is of that type', () => {
  fc.assert(
    fc.property(snapshots, (snapshot) => {
      const wire = metricsSnapshotOf(snapshot, 50)
      const isThere = snapshot.type === 'yield_streaming' && snapshot.yieldStreaming !== null
      expect('yield_streaming' in wire).toBe(isThere)
      expect(wire.total_assets).toBe(snapshot.totalAssets)
    }),
    runs,
  )
})

test('law: the flag nav_gap stands where the gap is beyond its bound, either way, and nowhere else', () => {
  const nav = unknownNav('Nothing is known.')
  fc.assert(
    fc.property(fc.integer({ min: -10_000, max: 10_000 }), fc.nat(10_000), (gap, bound) => {
      const gapRelative = printUnits(BigInt(gap), 4)
      const { flags } = navDataOf({ ...nav, gapRelative }, bound)
      expect(flags.map(({ flag }) => flag)).toEqual(Math.abs(gap) > bound ? ['nav_gap'] : [])
    }),
    runs,
  )
  expect(navDataOf({ ...nav, gapRelative: '-0.00500000000000000001' }, 50).flags).toEqual([])
  expect(navDataOf({ ...nav, gapRelative: '-0.005000000000000001' }, 50).flags).toEqual([
    {
      flag: 'nav_gap',
      reason:
        'What was counted is less than what is reported by 0.005000000000000001 of it, and the bound is 0.005.',
    },
  ])
})

test('behavior: 2.13 and 2.14 numbers are the nearest doubles; what is not known is null and never zero', () => {
  fc.assert(
    fc.property(points, (point) => {
      const wire = dailyEntryOf(point, 50)
      expect(wire.share_price === null).toBe(point.sharePrice === null)
      const nearest = Math.min(Math.abs(Number(point.sharePrice)), Number.MAX_VALUE)
      expect(Math.abs(wire.share_price ?? 0)).toBe(nearest)
      expect(wire.daily_apy === null).toBe(point.dailyApy === null)
      expect(wire.price_usd).toBe(point.priceUsd)
      expect(wire.total_assets).toBe(point.totalAssets)
      expect(wire).not.toHaveProperty('receipt')
    }),
    runs,
  )
  fc.assert(
    fc.property(performances, (given) => {
      const wire = performanceOf(given)
      const isKnown = ({ apy }: { readonly apy: unknown }) => apy !== null
      expect(wire.real_apy_breakdown.map(isKnown)).toEqual(given.real.map(isKnown))
      expect(wire.maturity_apy_breakdown.map(isKnown)).toEqual(given.maturities.map(isKnown))
      expect(wire).not.toHaveProperty('receipt')
    }),
    runs,
  )
})

test('behavior: a vault of which nothing is known is null everywhere, and never zero', () => {
  const none = { sharePrice: null, totalAssets: null }
  const place = { chain: 'mainnet', vault, day: '1970-01-01', atUnix: 0n, blockNumber: 1n }
  const usd = { dailyApy: null, priceUsd: null, tvlUsd: null }
  const nav = navDataOf(null, 50)
  expect(dailyEntryOf({ ...place, ...none, ...usd, nav: null }, 50)).toEqual({
    vault_address: vault,
    chain: 'mainnet',
    as_of: '1970-01-01T00:00:00Z',
    block_number: 1,
    daily_apy: null,
    price_usd: null,
    share_price: null,
    total_assets: null,
    tvl_usd: null,
    ...nav,
  })
  const { nav_gap_bound: bound, nav_reason: reason, flags, ...values } = nav
  expect([bound, reason, flags]).toEqual([
    '0.005',
    'It was not computed yet: an older formula computed the day.',
    [],
  ])
  expect(new Set(Object.values(values))).toEqual(new Set([null]))
  const held = {
    positions: [],
    prices: {},
    yieldStreaming: null,
    nav: null,
    allowances: null,
    worthBounds: null,
  }
  const snapshot = {
    ...place,
    ...none,
    totalSupply: null,
    type: 'fixed_rate',
    baseAsset: 'unknown',
  }
  expect(metricsSnapshotOf({ ...snapshot, ...held }, 50)).toMatchObject({
    share_price: null,
    total_assets: null,
    total_supply: null,
    base_asset: 'unknown',
  })
})

/** Fields of answers that may be null, with their descriptions. */
function nullableIn(schema: TSchema, path: readonly string[] = []): readonly [string, string][] {
  const parts = schema as {
    readonly anyOf?: readonly TSchema[]
    readonly properties?: Readonly<Record<string, TSchema>>
    readonly items?: TSchema
    readonly description?: string
  }
  const { anyOf = [], properties = {}, items, description = '' } = parts
  const isNullable = anyOf.some((one) => (one as { readonly type?: string }).type === 'null')
  return [
    ...(isNullable ? [[path.join('.'), description] as [string, string]] : []),
    ...anyOf.flatMap((one) => nullableIn(one, path)),
    ...Object.entries(properties).flatMap(([key, part]) => nullableIn(part, [...path, key])),
    ...(items === undefined ? [] : nullableIn(items, path)),
  ]
}

const ofInterface = [
  ...(['listVaults', 'getVault', 'getLatestSnapshot', 'listSnapshots', 'listRoots'] as const),
  ...(['listDailyData', 'getPerformance'] as const),
] as const

test('law: a field of a data answer that may be null says when, and the README of the API has it', () => {
  const readme = readFileSync(new URL('../../api/README.md', import.meta.url), 'utf8')
  const section = readme.split('## Null, field by field')[1]!.split('\n## ')[0]!
  const rows = section.split('\n').filter((line) => line.startsWith('| `'))
  const named = new Set(rows.flatMap((row) => row.split('|')[1]!.match(/`\w+`/g) ?? []))
  const names = new Set<string>()
  for (const name of ofInterface)
    for (const [path, description] of nullableIn(operations[name].response)) {
      expect([name, path, description]).toEqual([name, path, expect.stringMatching(/\bnull\b/i)])
      const field = `\`${path.split('.').at(-1)}\``
      expect([path, named.has(field)]).toEqual([path, true])
      names.add(field)
    }
  // What the table names may be null: but for objects that the name stands in.
  const places = ['`self`', '`global_apy_breakdown`', '`meta`']
  expect([...named].filter((field) => !names.has(field) && !places.includes(field))).toEqual([])
  expect(names.size).toBeGreaterThan(25)
})

test('error: what is not a receipt is refused by the schema', () => {
  for (const wrong of [undefined, '', {}, { formula: 'daily@1' }, [], 1, false]) {
    expect(Check(receipt, wrong)).toBe(false)
  }
  const whole = { formula: 'daily@1', inputs: {}, result: {} }
  expect(Check(receipt, whole)).toBe(true)
  for (const key of Object.keys(whole)) {
    expect(Check(receipt, { ...whole, [key]: null })).toBe(false)
  }
})

const vault: Address = '0x1eE8DC89C0Ee0C80Cb42b10E1dD3a7Fe5B0b04F8'

test('behavior: 2.14 a performance, word by word', () => {
  const real = { chain: 'mainnet', protocol: 'aave_v3', allocation: '0.5', apy: '0.05' }
  const input = {
    chain: 'mainnet',
    vault,
    day: '2026-11-20',
    apy: '0.043',
    fees: '0.01',
    performanceFees: null,
    realApy: '0.03',
    maturityApy: '0.023',
    feeDrag: '0.01',
    real: [
      { ...real, apyNet: null },
      { ...real, apyNet: '0.045' },
      { ...real, apy: null, apyNet: null },
    ],
    maturities: [{ ...real, apyNet: null, asset: 'PT', maturityUnix: 1_800_000_000n }],
  } as const
  const entry = { chain: 'mainnet', protocol: 'aave_v3', allocation: 0.5, apy: 0.05 }
  expect(performanceOf(input)).toEqual({
    vault_address: vault,
    chain: 'mainnet',
    as_of: '2026-11-20T00:00:00Z',
    window_days: 7,
    apy: 0.043,
    fees: 0.01,
    performance_fees: null,
    global_apy_breakdown: { real_apy: 0.03, maturity_apy: 0.023, fee: 0.01 },
    maturity_apy_breakdown: [{ ...entry, asset: 'PT', maturity: '2027-01-15T08:00:00Z' }],
    real_apy_breakdown: [entry, { ...entry, apy_net: 0.045 }, { ...entry, apy: null }],
  })
})

function listOf(entry: unknown) {
  return { data: [entry], page }
}
