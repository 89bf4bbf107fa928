import { readFileSync } from 'node:fs'
import { printUnits } from '@vaultwright/base'
import { expect, test } from 'vitest'
import type { DayValue } from '../base/result.ts'
import type { Holding, Quote, VaultState } from '../base/vault-state.ts'
import { valueDay } from './day-value.ts'

type Vector = { readonly cases: readonly { readonly week: { readonly last: VaultState } }[] }

const file = new URL('../../../../fixtures/vectors/valuation.json', import.meta.url)
const { cases }: Vector = JSON.parse(readFileSync(file, 'utf8'))
const sample = cases[0]!.week.last
const decimals = sample.base!.decimals!
const time = BigInt(sample.block.atUnix)
const valued = (change: Partial<VaultState>): DayValue => valueDay({ ...sample, ...change }).result
const withAccountant = (change: object) =>
  valued({ accountant: { ...sample.accountant!, ...change } })
const flagsOf = ({ flags }: DayValue) => flags.map(({ flag }) => flag)

test('default: a day as it should be has none', () => {
  expect(flagsOf(valued({ failures: [] }))).toEqual([])
})

test('behavior: paused at the end, or in the course of the day', () => {
  expect(flagsOf(withAccountant({ isPaused: true }))).toEqual(['paused'])
  for (const event of ['paused', 'unpaused'] as const) {
    expect(flagsOf(valued({ events: [{ event, block: '7', logIndex: 1 }] }))).toEqual(['paused'])
  }
  expect(flagsOf(valued({ events: [{ event: 'mark_reset', block: '7', logIndex: 1 }] }))).toEqual(
    [],
  )
})

test('behavior: reports the end of a pause, and not its beginning', () => {
  const events = (['paused', 'unpaused'] as const).map((event, at) => ({
    event,
    block: String(7 + 2 * at),
    logIndex: 1,
  }))
  expect(valued({ events, failures: [] }).flags.map(({ reason }) => reason)).toEqual([
    'The accountant was paused until block 9.',
  ])
})

test('behavior: late after three days, but not while gains vest', () => {
  const limit = time - 3n * 86_400n
  expect(flagsOf(withAccountant({ updatedAtUnix: String(limit) }))).toEqual([])
  expect(flagsOf(withAccountant({ updatedAtUnix: String(limit - 1n) }))).toEqual(['late'])
  const stream = {
    lastSharePrice: '1',
    gains: '5',
    updatedAtUnix: '1',
    startUnix: '1',
    endUnix: String(time + 1n),
    totalAssets: '9',
  }
  const old = { kind: 'yield_streaming', updatedAtUnix: String(limit - 1n) }
  expect(flagsOf(withAccountant({ ...old, stream }))).toEqual([])
  expect(flagsOf(withAccountant({ ...old, stream: { ...stream, endUnix: String(time) } }))).toEqual(
    ['late'],
  )
  expect(flagsOf(withAccountant({ ...old, stream: { ...stream, gains: '0' } }))).toEqual(['late'])
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
  expect(flagsOf(withAccountant({ rate: '0' }))).toEqual(['zero'])
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
        quoteOf({ asset, per, price: '1', kind: 'pegged', source: 'another' }),
        quoteOf({ asset, price: '7', kind: 'fixed' }),
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
  const old = { atUnix: String(time - 3n * 86_400n - 1n) }
  const quotes = sample.quotes.map((quote) => ({ ...quote, ...old }))
  expect(new Set(flagsOf(valued({ quotes })))).toEqual(new Set(['stale_price']))
  const dearer = quoteOf({
    asset: '0x00000000000000000000000000000000000000AA',
    price: '3',
    ...old,
  })
  expect(flagsOf(valued({ quotes: [...sample.quotes, dearer] }))).toEqual([])
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
