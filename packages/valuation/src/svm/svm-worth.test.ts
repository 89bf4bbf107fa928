import fc from 'fast-check'
import { expect, test } from 'vitest'
import { shiftDay } from '../day/day.ts'
import { growSvmDay } from './svm-day.ts'
import { performSvm } from './svm-performance.ts'
import { recomputeSvm } from './svm-receipt.ts'
import type { SvmDayState, SvmHeld } from './svm-state.ts'
import { svmBaseDollarOf, svmSnapshotValuesOf } from './svm-worth.ts'

const usdc = 'EPjFWdd5AufqSSqeM2qN1xzybapC8G4wEGGkZwyTDt1v'
const sol = '11111111111111111111111111111111'
const wsol = 'So11111111111111111111111111111111111111112'
const holder = 'CySAYJhRHAZNHRt1mUBVRWCRwn2g9nEgTCK6c8RHv8fU'
/** Two mints that differ in the case of a letter. */
const [upper, lower] = [`A${'2'.repeat(43)}`, `a${'2'.repeat(43)}`]
const day = '2026-11-20'

const quote = { confidence: null, atUnix: '1795219205', source: 'fixed' } as const
const noHoldings: SvmHeld = { baseSymbol: 'USDC', holdings: [], quotes: [], failures: [] }

function stateOf(held: Partial<SvmHeld>, change: Partial<SvmDayState> = {}): SvmDayState {
  return {
    vault: 'FUJ5F5NogHqivFWTSAAiLtVQzBtjUDx3Aoqg46Whu9za',
    day,
    slot: '400000000',
    atUnix: '1795219205',
    base: { mint: usdc, decimals: 6 },
    share: { mint: 'y3Sjbo9K9pxTQWMcqDVhvYG98H6u77Y521n68H2Ne1Y', decimals: 6, supply: '5000000' },
    exchangeRate: '1000000',
    highWaterMark: '1000000',
    feesOwed: '0',
    isPaused: false,
    updatedAtUnix: '1795200000',
    bounds: { upperBps: 10_050, lowerBps: 9_950, minimumDelaySeconds: 3_600 },
    platformFeeBps: 100,
    performanceFeeBps: 0,
    held: { ...noHoldings, ...held },
    ...change,
  }
}

const worthOf = (state: SvmDayState) => growSvmDay({ today: state, before: null }).result.worth!
const amount = fc.bigInt(-(2n ** 70n), 2n ** 70n).filter((value) => value !== 0n)
const owed = fc.bigInt(0n, 2n ** 64n - 1n)

/** A token worth so many millionths of the base asset. */
const token = fc.record({
  decimals: fc.integer({ min: 0, max: 18 }),
  price: fc.bigInt(1n, 10n ** 12n),
  amounts: fc.array(amount, { minLength: 1, maxLength: 3 }),
  hasPrice: fc.boolean(),
})
const mintOf = (index: number) => `${'BCDEFG'[index]}${'2'.repeat(43)}`
const decimalOf = (millionths: bigint) =>
  `${millionths / 1_000_000n}.${String(millionths % 1_000_000n).padStart(6, '0')}`

test('law: the worth is the sum of the positions that have a price, less fees owed; the others are left out', () => {
  fc.assert(
    fc.property(fc.array(token, { maxLength: 6 }), owed, (tokens, feesOwed) => {
      const state = stateOf(
        {
          holdings: tokens.flatMap(({ decimals, amounts }, index) =>
            amounts.map((units) => ({
              protocol: 'idle',
              holder,
              asset: { address: mintOf(index), symbol: `T${index}`, decimals },
              amount: String(units),
            })),
          ),
          quotes: tokens.flatMap(({ price, hasPrice }, index) =>
            hasPrice
              ? [
                  {
                    ...quote,
                    asset: mintOf(index),
                    per: usdc,
                    price: decimalOf(price),
                    kind: 'market' as const,
                  },
                ]
              : [],
          ),
        },
        { feesOwed: String(feesOwed) },
      )
      const valued = tokens.filter(({ hasPrice }) => hasPrice)
      const units = valued.flatMap(({ decimals, price, amounts }) =>
        amounts.map((one) => (one * price) / 10n ** BigInt(decimals)),
      )
      const sum = units.reduce((total, one) => total + one, 0n)
      const { netAssets, heldAssets, navGap, leftOut, positions } = worthOf(state)
      const without = tokens.filter(({ hasPrice }) => !hasPrice)
      expect(leftOut).toBe(without.flatMap(({ amounts }) => amounts).length)
      if (valued.length === 0 && without.length > 0) {
        expect([heldAssets.value, netAssets.value, navGap.value]).toEqual([null, null, null])
        return
      }
      const unitsIn = (text: string | null) => {
        const [head, places = ''] = text!.split('.')
        return BigInt(head + places.padEnd(6, '0'))
      }
      expect(unitsIn(heldAssets.value)).toBe(sum)
      expect(unitsIn(netAssets.value)).toBe(sum - feesOwed)
      expect(unitsIn(navGap.value)).toBe(sum - feesOwed - 5_000_000n)
      const ofPositions = positions
        .map(({ value }) => value.value)
        .filter((value) => value !== null)
      expect(ofPositions.map(unitsIn).reduce((total, one) => total + one, 0n)).toBe(sum)
    }),
  )
})

test('law: a receipt with holdings is recomputed from its JSON, digit by digit; a week has none in it', () => {
  fc.assert(
    fc.property(fc.array(amount, { maxLength: 4 }), owed, (amounts, feesOwed) => {
      const asset = { address: usdc, symbol: 'USDC', decimals: 6 }
      const holdings = amounts.map((units) => ({
        protocol: 'idle',
        holder,
        asset,
        amount: String(units),
      }))
      const today = stateOf({ holdings }, { feesOwed: String(feesOwed) })
      const before = stateOf({ holdings }, { day: shiftDay(day, -1) })
      const receipt = growSvmDay({ today, before })
      expect(receipt.formula).toBe('svm_daily@2')
      expect(receipt.inputs.before).not.toHaveProperty('held')
      const week = performSvm({ last: today, first: null, between: [before] })
      expect(JSON.stringify(week)).not.toContain('holdings')
      for (const inputs of [receipt, week]) {
        const text = JSON.stringify(inputs)
        expect(JSON.stringify(recomputeSvm(JSON.parse(text)))).toBe(text)
      }
    }),
  )
})

test('golden: SOL by wrapped SOL, a debt, dollars, and each position with its price', () => {
  const state = stateOf({
    holdings: [
      {
        protocol: 'idle',
        holder,
        asset: { address: sol, symbol: 'SOL', decimals: 9 },
        amount: '20000000',
      },
      {
        protocol: 'kamino',
        holder,
        asset: { address: usdc, symbol: 'USDC', decimals: 6 },
        amount: '3000000',
      },
      {
        protocol: 'kamino',
        holder,
        asset: { address: wsol, symbol: 'WSOL', decimals: 9 },
        amount: '-5000000',
      },
    ],
    quotes: [
      { ...quote, asset: wsol, per: 'usd', price: '150', kind: 'market' },
      { ...quote, asset: usdc, per: 'usd', price: '0.5', kind: 'fixed' },
      { ...quote, asset: sol, per: wsol, price: '1', kind: 'rate' },
    ],
  })
  const receipt = growSvmDay({ today: state, before: null })
  // 0.02 SOL of 150 dollars are 6 USDC of half a dollar each.
  expect(receipt.result.worth).toMatchObject({
    priceUsd: { value: '0.5' },
    tvlUsd: { value: '2.5' },
    netAssets: { value: '7.5' },
    navGap: { value: '2.5' },
    navGapRelative: { value: '0.5' },
    leftOut: 0,
  })
  expect(svmBaseDollarOf(state)).toBe('0.5')
  expect(svmSnapshotValuesOf(state)).toMatchObject({
    baseAsset: 'USDC',
    tvlUsd: '2.5',
    positions: [
      { protocol: 'idle', asset: 'SOL', balance: '0.02' },
      { protocol: 'kamino', asset: 'USDC', balance: '3' },
      { protocol: 'kamino', asset: 'WSOL', balance: '-0.005' },
    ],
    prices: { solana: { USDC: '1', SOL: '300', WSOL: '300' } },
    nav: { netAssets: '7.5', gapRelative: '0.5', leftOut: 0, reason: null },
  })
})

test('law: mints that differ in the case of a letter have prices and positions of their own', () => {
  const holdings = [upper, lower].map((address) => ({
    protocol: 'idle',
    holder,
    asset: { address, symbol: address, decimals: 0 },
    amount: '1',
  }))
  const quotes = [{ ...quote, asset: lower, per: usdc, price: '7', kind: 'market' as const }]
  const { positions, leftOut, heldAssets } = worthOf(stateOf({ holdings, quotes }))
  expect(positions.map(({ asset, value }) => [asset.address, value.value])).toEqual([
    [upper, null],
    [lower, '7'],
  ])
  expect([leftOut, heldAssets.value]).toEqual([1, '7'])
})

test('golden: a price that failed is part of the reason, an old one and what is left out are flags', () => {
  const asset = { address: wsol, symbol: 'WSOL', decimals: 9 }
  const failures = [
    { what: `price of ${wsol} from http:prices.example`, reason: 'The server cannot be reached.' },
    { what: 'kamino position of sub-account 0 in M', reason: 'It is damaged.' },
  ]
  const quotes = [
    {
      ...quote,
      asset: usdc,
      per: 'usd' as const,
      price: '1',
      kind: 'fixed' as const,
      atUnix: '1794000000',
    },
  ]
  const holdings = [
    { protocol: 'idle', holder, asset, amount: '1' },
    {
      protocol: 'idle',
      holder,
      asset: { address: usdc, symbol: 'USDC', decimals: 6 },
      amount: '1',
    },
  ]
  const { result } = growSvmDay({ today: stateOf({ holdings, quotes, failures }), before: null })
  expect(result.worth!.positions[1]!.value.reason).toContain('The server cannot be reached.')
  expect(result.worth!.leftOut).toBe(2)
  expect(result.flags.map(({ flag }) => flag)).toEqual(['stale_price', 'partial'])
})

test('refuses: a version that is not of these inputs, and holdings of another shape', () => {
  const receipt = growSvmDay({ today: stateOf({}), before: null })
  const { held: _, ...bare } = receipt.inputs.today
  expect(recomputeSvm({ ...receipt, formula: 'svm_daily@1' })).toBeNull()
  expect(recomputeSvm({ ...receipt, inputs: { today: bare, before: null } })).toBeNull()
  const wrong = { ...receipt.inputs.today, held: { ...noHoldings, holdings: [{ amount: '1.5' }] } }
  expect(recomputeSvm({ ...receipt, inputs: { today: wrong, before: null } })).toBeNull()
})
