import { readFileSync } from 'node:fs'
import type { Address } from '@vaultwright/base'
import fc from 'fast-check'
import { expect, test } from 'vitest'
import { unitsOf } from '../base/ratio.ts'
import type { Holding, Quote, VaultState } from '../base/vault-state.ts'
import { netWorthOf } from './net-worth.ts'
import { worthBoundsOf } from './worth-bounds.ts'

const file = new URL('../../../../fixtures/vectors/valuation.json', import.meta.url)
const { cases }: { readonly cases: readonly { readonly week: { readonly last: VaultState } }[] } =
  JSON.parse(readFileSync(file, 'utf8'))
const sample = cases[0]!.week.last
const base = sample.base!
const usd = 'usd' as const
const tokens = [0xa1, 0xa2, 0xa3].map((number) => `0x${number.toString(16).padStart(40, '0')}`)

const holdingOf = (address: string, amount: string): Holding => ({
  protocol: 'aave_v3',
  holder: sample.vault,
  asset: { address: address as Address, symbol: address.slice(-2), decimals: 6 },
  amount,
  index: null,
  maturityUnix: null,
})
const quoteOf = (asset: string, price: string, kind: Quote['kind'], per: Quote['per']): Quote => ({
  asset: asset as Address,
  per,
  price,
  source: 'test',
  atUnix: sample.block.atUnix,
  confidence: null,
  kind,
})
const accountant = {
  ...sample.accountant!,
  kind: 'rate_providers' as const,
  isPaused: false,
  exchangeRate: '1000000',
  rate: '1000000',
  feesOwed: '0',
  updatedAtUnix: String(BigInt(sample.block.atUnix) - 3_600n),
  bounds: { upperBps: 10_200, lowerBps: 9_900, minimumDelaySeconds: 3_600 },
}
const share = { decimals: 6, supply: '100000000' }
const base6 = { ...base, decimals: 6 }
const stateOf = (holdings: readonly Holding[], quotes: readonly Quote[]): VaultState => ({
  ...sample,
  base: base6,
  accountant,
  share,
  failures: [],
  holdings,
  quotes,
})
const held = (units: string) => holdingOf(base.address, units)
const boundsOf = (holdings: readonly Holding[], quotes: readonly Quote[] = []) =>
  worthBoundsOf(stateOf(holdings, quotes))

const amounts = fc.integer({ min: -1_000_000, max: 1_000_000 }).map(String)
const prices = fc.integer({ min: 1, max: 5_000 }).map((milli) => String(milli / 1_000))
const states = fc
  .array(
    fc.record({
      token: fc.constantFrom(...tokens),
      amount: amounts,
      price: prices,
      market: fc.option(prices, { nil: null }),
    }),
    { minLength: 1, maxLength: 6 },
  )
  .map((rows) => {
    const quotes = rows.flatMap(({ token, price, market }) => [
      quoteOf(token, price, 'pegged', base.address),
      ...(market === null ? [] : [quoteOf(token, market, 'market', base.address)]),
    ])
    return stateOf(
      [held('5'), ...rows.map(({ token, amount }) => holdingOf(token, amount))],
      quotes,
    )
  })
const units = (text: string | null) => (text === null ? null : unitsOf(text, 6))

test('law: the counted worth is between the least and the most', () => {
  fc.assert(
    fc.property(states, (state) => {
      const { lower, upper, open } = worthBoundsOf(state)
      const counted = units(netWorthOf(state).netAssets.value)!
      expect(open).toEqual([])
      expect(units(lower)! <= counted && counted <= units(upper)!).toBe(true)
    }),
  )
})

test('law: a price that goes missing never raises the least, and of a debt opens it', () => {
  fc.assert(
    fc.property(states, fc.constantFrom(...tokens), (state, token) => {
      const before = worthBoundsOf(state)
      const quotes = state.quotes.filter(({ asset }) => asset !== token)
      const after = worthBoundsOf({ ...state, quotes })
      const ofToken = state.holdings.filter(({ asset }) => asset.address === token)
      const hasDebt = ofToken.some(({ amount }) => amount.startsWith('-'))
      const hasHolding = ofToken.some(({ amount }) => !/^-|^0$/.test(amount))
      expect(after.lower === null).toBe(hasDebt)
      expect(after.upper === null).toBe(hasHolding)
      expect((units(after.lower) ?? units(before.lower)!) <= units(before.lower)!).toBe(true)
    }),
  )
})

test('golden: a peg counts at the worse of peg and market below, and the better above', () => {
  const [token] = tokens
  const quotes = [
    quoteOf(token!, '1', 'pegged', base.address),
    quoteOf(token!, '0.9', 'market', usd),
    quoteOf(base.address, '1', 'market', usd),
  ]
  const both = boundsOf([holdingOf(token!, '100000000')], quotes)
  expect([both.lower, both.upper]).toEqual(['90', '100'])
  expect([both.gapLower, both.gapUpper]).toEqual(['-0.1', '0'])
  const owed = boundsOf([held('200000000'), holdingOf(token!, '-100000000')], quotes)
  expect([owed.lower, owed.upper]).toEqual(['100', '110'])
})

test('golden: the next rate has its bounds, the counted rate, and what an update to it would do', () => {
  expect(boundsOf([held('100500000')]).nextRate).toEqual({
    lowest: '0.99',
    highest: '1.02',
    counted: '1.005',
    countedReason: null,
    roomBelow: '1.5',
    roomAbove: '0.75',
    earliestUnix: sample.block.atUnix,
    update: 'passes',
  })
  const beyond = boundsOf([held('98900000')]).nextRate!
  expect([beyond.roomBelow, beyond.update]).toEqual(['-0.1', 'pauses'])
  const early = { ...accountant, bounds: { ...accountant.bounds, minimumDelaySeconds: 3_601 } }
  const state = stateOf([held('100500000')], [])
  expect(worthBoundsOf({ ...state, accountant: early }).nextRate!.update).toBe('pauses')
  const paused = { ...accountant, isPaused: true }
  expect(worthBoundsOf({ ...state, accountant: paused }).nextRate!.update).toBe('refused')
})

test('refuses: an end, or a rate, that is not known', () => {
  const failures = [{ what: 'aave_v3 supply of 0x', reason: 'The call reverted.' }]
  const state = stateOf([held('100500000')], [])
  const unread = worthBoundsOf({ ...state, failures })
  expect([unread.lower, unread.upper]).toEqual([null, null])
  expect(unread.open.map(({ reason }) => reason)).toEqual(
    Array(2).fill('1 part could not be read.'),
  )
  const several = worthBoundsOf({ ...state, otherChains: ['base'] } as VaultState)
  expect([several.gapLower, several.nextRate!.counted, several.nextRate!.update]).toEqual([
    null,
    null,
    null,
  ])
  const stream = { ...accountant, kind: 'yield_streaming' as const }
  const { nextRate, nextRateReason } = worthBoundsOf({ ...state, accountant: stream })
  expect([nextRate, nextRateReason]).toEqual([
    null,
    'Its accountant does not take its rate within bounds around the last one.',
  ])
})
