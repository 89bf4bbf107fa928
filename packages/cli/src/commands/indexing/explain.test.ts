import { growDay, performOver, recompute, type VaultState, valueDay } from '@vaultwright/valuation'
import fc from 'fast-check'
import { expect, test } from 'vitest'
import { runsOf } from '../../../../../test/support/runs.ts'
import { ShapeError } from '../../input/shape.ts'
import { parseReceipt } from './explain.ts'

const runs = { numRuns: runsOf(4) }
const token = '0x5D0285265a5ad9c4500F9ca511B67b6917F1b7b1'
const day: VaultState = {
  chain: 'local',
  vault: '0x0a469890Ed28F9CeA761D6492d34539E433236AB',
  day: '2026-01-21',
  block: { number: '66', hash: '0xbc', atUnix: '1768996800' },
  share: { decimals: 6, supply: '1349873039677' },
  base: { address: token, symbol: 'USDC', decimals: 6 },
  accountant: {
    address: token,
    kind: 'yield_streaming',
    layout: 'current',
    rate: '1002456',
    isPaused: false,
    exchangeRate: '1003032',
    highwaterMark: '1003032',
    feesOwed: '981',
    platformFeeBps: 100,
    performanceFeeBps: 1000,
    updatedAtUnix: '1768986000',
    bounds: { upperBps: 10_100, lowerBps: 9_900, minimumDelaySeconds: 21_600 },
    stream: {
      lastSharePrice: '1002456000',
      gains: '0',
      updatedAtUnix: '1',
      startUnix: '1',
      endUnix: '2',
      totalAssets: '1353188327862',
    },
  },
  events: [{ event: 'loss', block: '65', logIndex: 1, amount: '1500000000' }],
  holdings: [
    {
      protocol: 'idle',
      holder: token,
      amount: '-5',
      index: { key: 'a', value: '7' },
      asset: { address: token, symbol: 'USDC', decimals: 6 },
      maturityUnix: '1782864000',
    },
  ],
  quotes: [
    {
      asset: token,
      per: 'usd',
      price: '1',
      source: 'fixed',
      atUnix: '1',
      kind: 'fixed',
      confidence: '0.5',
    },
  ],
  failures: [{ what: 'x', reason: 'y' }],
}
const otherChains = [{ chain: 'base', first: null, last: null }]
const performance = {
  chain: 'local',
  day: day.day,
  last: day,
  first: null,
  between: [],
  others: otherChains,
}
const receipts = [
  valueDay(day),
  growDay({ today: day, before: null }),
  performOver(performance),
] as const

test.each(receipts)('default: $formula as it was written is read as it is', (receipt) => {
  const text = JSON.stringify(receipt)
  expect(parseReceipt(JSON.parse(text), 'x')).toEqual(JSON.parse(text))
})

test('law: a receipt that was tampered with is refused, or computed again without a bug', () => {
  const junk = fc.oneof(
    fc.constantFrom(null, '', '-1', '1.5', '0x', [], {}, 'usd', -1, 1e9, '9'.repeat(200), true),
    fc.string(),
  )
  const outcomes = new Set<string>()
  fc.assert(
    fc.property(fc.constantFrom(...receipts), fc.nat(), junk, (receipt, at, value) => {
      const copy = JSON.parse(JSON.stringify(receipt))
      const leaves = leavesOf(copy.inputs)
      const [holder, key] = leaves[at % leaves.length]!
      holder[key] = value
      try {
        expect(recompute(parseReceipt(copy, 'receipt')).formula).toBe(receipt.formula)
        outcomes.add('computed')
      } catch (error) {
        outcomes.add('refused')
        expect(['input_shape', 'malformed_day']).toContain((error as { code: string }).code)
      }
    }),
    runs,
  )
  expect([...outcomes].sort()).toEqual(['computed', 'refused'])
})

test.each([
  ['no object', 5, 'x'],
  ['no formula', { inputs: {}, result: {} }, 'x.formula'],
  ['a rate that is no number', damaged('rate', 'much'), 'x.inputs.today.accountant.rate'],
] as const)('error: ShapeError for %s', (_, value, place) => {
  expect(() => parseReceipt(value, 'x')).toThrowError(ShapeError)
  expect(() => parseReceipt(value, 'x')).toThrowError(place)
})

test('error: UnknownFormulaError for a formula of another version', () => {
  const receipt = { formula: 'daily@9', inputs: { anything: 1 }, result: {} }
  expect(() => parseReceipt(receipt, 'x')).toThrowError(
    expect.objectContaining({ code: 'unknown_formula' }),
  )
})

function damaged(field: string, value: unknown): unknown {
  const copy = JSON.parse(JSON.stringify(receipts[1]))
  copy.inputs.today.accountant[field] = value
  return copy
}

type Holder = Record<string, unknown>

/** Every place in a value that holds something, objects too. */
function leavesOf(value: unknown): readonly (readonly [Holder, string])[] {
  if (typeof value !== 'object' || value === null) return []
  const holder = value as Holder
  return Object.keys(holder).flatMap((key) => [[holder, key] as const, ...leavesOf(holder[key])])
}
