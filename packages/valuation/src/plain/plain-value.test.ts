import type { Address } from '@vaultwright/base'
import {
  type Asset,
  type DayValue,
  knownValue,
  unknownValue,
  type VaultState,
} from '@vaultwright/valuation'
import { expect, test } from 'vitest'
import { snapshotValuesOf } from './plain-value.ts'

const asset = (digit: string, symbol: string): Asset => ({
  address: `0x${digit.repeat(40)}` as Address,
  symbol,
  decimals: 6,
})
const [base, twin, different, dumb] = [
  asset('1', 'USD'),
  asset('2', 'USD'),
  asset('3', 'ETH'),
  { ...asset('4', 'ODD'), decimals: null },
] as const

const measured = {
  chain: 'local',
  vault: base.address,
  day: '2026-01-02',
  base,
  accountant: null,
  share: { decimals: 6, supply: null },
  holdings: [],
  quotes: [],
  failures: [],
  block: { number: '7', hash: `0x${'5'.repeat(64)}`, atUnix: '70' },
} as unknown as VaultState

const none = unknownValue<string>('Nobody knows.')
const position = (protocol: string, of: Asset, price = knownValue('2')) => ({
  protocol,
  asset: of,
  balance: knownValue('3'),
  price,
  value: knownValue('6'),
})
const value: DayValue = {
  sharePrice: knownValue('1.5'),
  totalAssets: none,
  totalSupply: none,
  priceUsd: none,
  tvlUsd: none,
  heldAssets: none,
  netAssets: none,
  feesOwed: knownValue('0.5'),
  navGap: unknownValue('No gap.'),
  navGapRelative: none,
  leftOut: 2,
  flags: [],
  stream: null,
  positions: [
    position('idle', base, knownValue('1')),
    position('idle', twin),
    position('aave_v3', different),
    position('idle', different, none),
    { ...position('idle', dumb, none), balance: none },
  ],
}

test('default: what is not known is null or left out, and never a number', () => {
  expect(snapshotValuesOf(measured, value)).toEqual({
    chain: 'local',
    vault: base.address,
    day: '2026-01-02',
    blockNumber: 7n,
    atUnix: 70n,
    blockHash: measured.block.hash,
    type: 'unknown',
    baseAsset: 'USD',
    sharePrice: '1.5',
    totalAssets: null,
    totalSupply: null,
    yieldStreaming: null,
    positions: [
      { protocol: 'idle', asset: 'USD', balance: '3' },
      { protocol: 'idle', asset: twin.address, balance: '3' },
      { protocol: 'aave_v3', asset: 'ETH', balance: '3' },
      { protocol: 'idle', asset: 'ETH', balance: '3' },
    ],
    prices: { local: { USD: '1', [twin.address]: '2', ETH: '2' } },
    nav: {
      feesOwed: '0.5',
      netAssets: null,
      gap: null,
      gapRelative: null,
      reason: 'Nobody knows.',
      leftOut: 2,
    },
    worthBounds: {
      lower: null,
      upper: null,
      gapLower: null,
      gapUpper: null,
      open: ['lower', 'upper'].map((side) => ({
        side,
        reason: 'The vault had no accountant that could be read.',
      })),
      nextRate: null,
      nextRateReason: 'The vault had no accountant that could be read.',
    },
    allowances: null,
  })
})

test('behavior: two tokens of one name go by their address, but for the base asset', () => {
  const both = [
    position('idle', different),
    position('idle', { ...different, address: twin.address }),
  ]
  const { positions } = snapshotValuesOf(measured, { ...value, positions: both })
  expect(positions.map((one) => one.asset)).toEqual([different.address, twin.address])
  expect(snapshotValuesOf({ ...measured, base: null }, value)).toMatchObject({
    baseAsset: 'unknown',
  })
})

test('behavior: a token that calls itself by the address of another goes by its own', () => {
  const liar = asset('7', different.address)
  const positions = [
    position('idle', { ...different, symbol: different.address }),
    position('idle', liar),
  ]
  const named = snapshotValuesOf(measured, { ...value, positions }).positions.map(
    (one) => one.asset,
  )
  expect(named).toEqual([different.address, liar.address])
})

test('behavior: a token whose name every object has already goes by its address', () => {
  for (const symbol of ['__proto__', 'constructor']) {
    const odd = asset('6', symbol)
    const { prices } = snapshotValuesOf(measured, { ...value, positions: [position('idle', odd)] })
    expect(prices.local).toEqual({ USD: '1', [odd.address]: '2' })
  }
})
