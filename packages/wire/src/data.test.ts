import { readFileSync } from 'node:fs'
import { type Address, type Hex, printUnits } from '@vaultwright/base'
import fc from 'fast-check'
import type { TSchema } from 'typebox'
import { Check, Errors } from 'typebox/value'
import { expect, test } from 'vitest'
import { runsOf } from '../../../test/support/runs.ts'
import { apiKeyDataOf, auditDataOf, userDataOf } from './admin/admin.ts'
import { dailyEntryOf } from './data/daily.ts'
import { performanceOf } from './data/performance.ts'
import { rootEntryOf } from './data/root.ts'
import { metricsSnapshotOf } from './data/snapshot.ts'
import { rustTreeOf, solidityTreeOf, treePushedOf } from './data/tree.ts'
import { vaultDetailOf, vaultSummaryOf } from './data/vault.ts'
import { navDataOf } from './field/nav.ts'
import { receipt } from './field/receipt.ts'
import { operations } from './operation-list.ts'

const runs = { numRuns: runsOf(2) }

const addresses = fc.stringMatching(/^[0-9a-fA-F]{40}$/).map((digits): Address => `0x${digits}`)
const hexWords = fc.stringMatching(/^[0-9a-f]{64}$/).map((digits): Hex => `0x${digits}`)
const slugs = fc.stringMatching(/^[a-z0-9][a-z0-9-]{0,39}$/)
const decimals = fc.oneof(
  fc.stringMatching(/^-?(0|[1-9][0-9]{0,60})(\.[0-9]{1,40})?$/),
  fc.constantFrom('0', '-0.000', '9'.repeat(400), `-${'9'.repeat(400)}`, `0.${'0'.repeat(400)}1`),
)
const unix = fc.bigInt({ min: 0n, max: 253_402_300_799n })
const days = unix.map((at) => new Date(Number(at) * 1000).toISOString().slice(0, 10))
const maybe = <Value>(value: fc.Arbitrary<Value>) => fc.option(value, { nil: null })
const words40 = fc.string({ maxLength: 40 })
const counts = fc.nat()
const blocks = fc.bigInt({ min: 0n, max: 1n << 40n })
const json = fc.dictionary(words40, fc.jsonValue(), { noNullPrototype: true })

const vaults = fc.record({
  address: addresses,
  name: words40,
  status: fc.constantFrom('active', 'paused', 'retired'),
  deployedAtUnix: maybe(unix),
  deployments: fc.uniqueArray(
    fc.record({
      chain: slugs,
      manager: addresses,
      accountant: maybe(addresses),
      teller: maybe(addresses),
      deployedAtUnix: maybe(unix),
      strategists: fc.array(fc.record({ name: words40, address: addresses }), { maxLength: 3 }),
    }),
    { minLength: 1, maxLength: 5, selector: ({ chain }) => chain },
  ),
})
const navs = maybe(
  fc.record({
    feesOwed: maybe(decimals),
    netAssets: maybe(decimals),
    gap: maybe(decimals),
    gapRelative: maybe(decimals),
    reason: maybe(words40),
    leftOut: fc.nat(9),
  }),
)
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
const points = fc.record({
  chain: slugs,
  vault: addresses,
  day: days,
  atUnix: unix,
  blockNumber: blocks,
  dailyApy: maybe(decimals),
  priceUsd: maybe(decimals),
  sharePrice: maybe(decimals),
  totalAssets: maybe(decimals),
  tvlUsd: maybe(decimals),
  nav: navs,
})
const receipts = maybe(fc.record({ formula: words40, inputs: json, result: json }))
const roots = fc.record({
  root: hexWords,
  strategist: addresses,
  isActive: fc.boolean(),
  setAtUnix: maybe(unix),
  setTxHash: maybe(hexWords),
  leafCount: maybe(counts),
  setBlock: maybe(blocks),
  setLogIndex: maybe(counts),
  replacedAtUnix: maybe(unix),
})
const heads = { root: hexWords, leafCount: counts, depth: counts }
const users = fc.record({
  id: fc.constant('user_1'),
  name: words40,
  isActive: fc.boolean(),
  createdAtUnix: unix,
  role: fc.constantFrom('viewer', 'strategist', 'curator', 'admin'),
  deactivatedAtUnix: maybe(unix),
})
const keys = fc.record({
  id: fc.constant('key_1'),
  userId: fc.constant('user_1'),
  description: words40,
  prefix: words40,
  lastFour: words40,
  ratePerMinute: maybe(counts),
  createdAtUnix: unix,
  lastUsedAtUnix: maybe(unix),
  revokedAtUnix: maybe(unix),
})
const acts = fc.record({
  id: words40,
  atUnix: unix,
  actor: words40,
  act: words40,
  subject: words40,
  details: json.map((value) => JSON.stringify(value)),
})
const differences = fc.array(
  fc.record({ place: words40, field: words40, kept: maybe(words40), given: maybe(words40) }),
)
const page = { next_cursor: null, page_size: 20, has_more: false }

/** Every conversion: what it is called, its inputs, what it makes of them, and the schema of that. */
const laws: readonly (readonly [string, fc.Arbitrary<unknown>, TSchema])[] = [
  [
    '2.9 vaults',
    vaults.map((one) => listOf(vaultSummaryOf(one, 'acme'))),
    operations.listVaults.response,
  ],
  [
    '4.15 a vault',
    vaults.map((one) => ({ data: vaultDetailOf(one, 'acme') })),
    operations.getVault.response,
  ],
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
  ['2.11 roots', roots.map((one) => listOf(rootEntryOf(one))), operations.listRoots.response],
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
  [
    '2.12 a solidity tree',
    fc.record({ ...heads, format: fc.constant('solidity' as const) }).chain((head) =>
      fc
        .record({
          metadata: json,
          leafs: fc.array(json),
          MerkleTree: fc.dictionary(fc.stringMatching(/^\d{1,2}$/), fc.array(hexWords), {
            noNullPrototype: true,
          }),
        })
        .map((file) => ({ data: solidityTreeOf(head, file) })),
    ),
    operations.getTree.response,
  ],
  [
    '2.12 a rust tree',
    fc
      .record({ ...heads, format: fc.constant('rust' as const) })
      .chain((head) =>
        fc
          .record({ leaves: fc.array(json), root: hexWords, layers: fc.array(fc.array(hexWords)) })
          .map((file) => ({ data: rustTreeOf(head, file) })),
      ),
    operations.getPendingTree.response,
  ],
  [
    'a push',
    fc
      .record({
        root: hexWords,
        state: fc.constantFrom('pending', 'onchain'),
        isNewTree: fc.boolean(),
        isNewRoot: fc.boolean(),
        differences,
      })
      .map((one) => ({ data: treePushedOf(one) })),
    operations.pushTree.response,
  ],
  ['users', users.map((one) => ({ data: [userDataOf(one)] })), operations.listUsers.response],
  ['keys', keys.map((one) => ({ data: [apiKeyDataOf(one)] })), operations.listKeys.response],
  [
    'a key that was made',
    keys.map((one) => ({ data: { ...apiKeyDataOf(one), key: 'vw_live_x' } })),
    operations.createKey.response,
  ],
  ['acts', acts.map((one) => listOf(auditDataOf(one))), operations.listAudit.response],
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

test('behavior: 2.9 chains are in order, and links by chain are without the version', () => {
  fc.assert(
    fc.property(vaults, (vault) => {
      const { chains, links } = vaultSummaryOf(vault, 'acme')
      expect(chains).toEqual(vault.deployments.map(({ chain }) => chain).sort())
      expect(Object.keys(links).sort()).toEqual(chains)
      for (const chain of chains) {
        const self = `/vaults/${chain}/${vault.address}`
        expect(links[chain]).toEqual({ self, roots: `${self}/roots` })
      }
      const { deployments, ...summary } = vaultDetailOf(vault, 'acme')
      expect(summary).toEqual(vaultSummaryOf(vault, 'acme'))
      expect(deployments.map(({ chain }) => chain)).toEqual(chains)
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
  const nav = { feesOwed: '0', netAssets: '1', gap: '0', reason: null, leftOut: 0 }
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
  expect(nav).toEqual({
    net_assets: null,
    fees_owed: null,
    nav_gap: null,
    nav_gap_relative: null,
    nav_gap_bound: '0.005',
    nav_reason: 'It was not computed yet: an older formula computed the day.',
    nav_left_out: null,
    flags: [],
  })
  const held = { positions: [], prices: {}, yieldStreaming: null, nav: null, allowances: null }
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
const otherAddress: Address = '0x5154E7D283ca50923e35Eb01D9c29ff049dc41B2'
const root: Hex = `0x${'ab'.repeat(32)}`

test('behavior: 2.9 a vault, word by word', () => {
  const deployment = {
    manager: otherAddress,
    accountant: null,
    teller: null,
    deployedAtUnix: null,
    strategists: [{ name: 'main', address: otherAddress }],
  } as const
  const input = {
    address: vault,
    name: 'Liquid',
    status: 'active',
    deployedAtUnix: 1_700_000_000n,
    deployments: [
      { chain: 'mainnet', ...deployment },
      { chain: 'base', ...deployment },
    ],
  } as const
  expect(vaultSummaryOf(input, 'acme')).toEqual({
    vault_address: vault,
    name: 'Liquid',
    chains: ['base', 'mainnet'],
    tenant: 'acme',
    deployed_at: '2023-11-14T22:13:20Z',
    status: 'active',
    links: {
      base: { self: `/vaults/base/${vault}`, roots: `/vaults/base/${vault}/roots` },
      mainnet: { self: `/vaults/mainnet/${vault}`, roots: `/vaults/mainnet/${vault}/roots` },
    },
  })
})

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

test('behavior: 2.11 a root, word by word', () => {
  const input = {
    root,
    strategist: otherAddress,
    isActive: true,
    setAtUnix: 0n,
    setTxHash: null,
    leafCount: null,
    setBlock: 7n,
    setLogIndex: 2,
    replacedAtUnix: 1n,
  } as const
  expect(rootEntryOf(input)).toEqual({
    root_hash: root,
    strategist: otherAddress,
    active: true,
    set_at: '1970-01-01T00:00:00Z',
    set_tx_hash: null,
    leaf_count: null,
    block_number: 7,
    log_index: 2,
    replaced_at: '1970-01-01T00:00:01Z',
    links: { tree: `/trees/${root}` },
  })
})

function listOf(entry: unknown) {
  return { data: [entry], page }
}
