import { readFileSync } from 'node:fs'
import fc from 'fast-check'
import { expect, test } from 'vitest'
import { runsOf } from '../../../../test/support/runs.ts'
import type { PerformanceInputs } from '../base/result.ts'
import type { Holding, Quote } from '../base/vault-state.ts'
import { performBy, performOver } from './performance.ts'
import { recompute } from './recompute.ts'

type Vector = { readonly cases: readonly { readonly week: PerformanceInputs }[] }

const file = new URL('../../../../fixtures/vectors/valuation.json', import.meta.url)
const { cases }: Vector = JSON.parse(readFileSync(file, 'utf8'))
const weeks = cases.map((one) => one.week)
const week = weeks[0]!
const base = week.last.base!
const holder = '0x00000000000000000000000000000000000000B1'
const otherDay = {
  address: '0x00000000000000000000000000000000000000DD',
  symbol: 'OTHER',
  decimals: base.decimals,
} as const
const unit = 2n ** 128n
const word = 2n ** 256n
const key = 'uniswap_v3:0x1:position/7'

/** Liquidity of ten units in each token, of which each unit earned so much. */
function liquidity(inside: readonly [bigint, bigint], amount = 10_000_000n): readonly Holding[] {
  return [base, otherDay].map((asset, token) => ({
    protocol: 'uniswap_v3',
    holder,
    asset,
    amount: String(amount),
    index: null,
    maturityUnix: null,
    fees: { key, inside: String(BigInt.asUintN(256, inside[token]!)), liquidity: '1000' },
  }))
}

const priced: readonly Quote[] = [
  {
    asset: otherDay.address,
    per: base.address,
    price: '3',
    kind: 'market',
    source: 'test',
    atUnix: '1',
    confidence: null,
  },
]

function inputsOf(before: readonly Holding[], holdings: readonly Holding[], quotes = priced) {
  const first = { ...week.first!, holdings: before, quotes }
  return { ...week, first, last: { ...week.last, holdings, quotes }, others: [] }
}

const apyOf = (inputs: PerformanceInputs) => performOver(inputs).result.real[0]!.apy

test('golden: fees of both tokens at their prices, on what the position is worth', () => {
  // 1000 and 3000 base units, the second three times as dear, on 40 million: 0.025 % a week.
  const apy = apyOf(inputsOf(liquidity([5n, 0n]), liquidity([unit + 5n, 3n * unit])))
  expect(Number(apy.value)).toBeCloseTo(1.00025 ** (365 / 7) - 1, 12)
  expect(performOver(inputsOf([], liquidity([0n, 0n]))).result.realApy.reason).toContain(key)
})

test('law: counters that wrap say the same, and one that fell says nothing', () => {
  fc.assert(
    fc.property(fc.bigInt(0n, word - 1n), fc.bigInt(0n, 10n ** 6n * unit), (start, grown) => {
      const plain = apyOf(inputsOf(liquidity([0n, 0n]), liquidity([grown, grown])))
      const moved = apyOf(
        inputsOf(liquidity([start, start]), liquidity([start + grown, start + grown])),
      )
      expect(moved).toEqual(plain)
    }),
    { numRuns: runsOf(3) },
  )
  const fallen = apyOf(inputsOf(liquidity([1n, 0n]), liquidity([0n, 0n])))
  expect(fallen.reason).toContain('lower than on')
})

test('behavior: a token without a price is left out of fees and worth, and a position of nothing earns nothing', () => {
  const half = apyOf(inputsOf(liquidity([0n, 0n]), liquidity([unit, 9n * unit]), []))
  expect(Number(half.value)).toBeCloseTo(1.0001 ** (365 / 7) - 1, 12)
  const inputs = inputsOf(liquidity([0n, 0n]), liquidity([unit, unit], 0n))
  expect(performOver(inputs).result.real).toEqual([])
  const idle: Holding = { ...liquidity([0n, 0n])[0]!, protocol: 'idle' }
  const { fees, ...holding } = idle
  expect(fees?.key).toBe(key)
  const both = [...liquidity([unit, unit], 0n), holding]
  const [, empty] = performOver(inputsOf(liquidity([0n, 0n]), both)).result.real
  expect(empty).toMatchObject({ protocol: 'uniswap_v3', allocation: '0', apy: { value: null } })
})

test('behavior: a rate counts up to the first market, which the first version takes for no growth at all', () => {
  const share = {
    ...otherDay,
    address: '0x00000000000000000000000000000000000000EE',
    symbol: 'SHARE',
  }
  const rated = (price: string): readonly Quote[] => [
    ...priced,
    {
      ...priced[0]!,
      asset: share.address as Holding['holder'],
      per: otherDay.address,
      price,
      kind: 'rate',
    },
  ]
  const held = { ...liquidity([0n, 0n])[0]!, asset: share, protocol: 'teller' } as Holding
  const { fees, ...holding } = held
  expect(fees?.key).toBe(key)
  const inputs = {
    ...inputsOf([], [holding], rated('1.001')),
    first: { ...week.first!, holdings: [], quotes: rated('1') },
  }
  expect(apyOf(inputs).value).toBe('0.053498787232679863')
  const old = performBy('performance@1', inputs)
  expect(old.result.real[0]!.apy.reason).toBe('Nothing tells what SHARE in teller earns.')
  expect(recompute(JSON.parse(JSON.stringify(old)))).toEqual(old)
})

test('law: where there are neither fees nor markets behind rates, both versions say the same', () => {
  for (const week of weeks) {
    expect(performBy('performance@1', week).result).toEqual(performOver(week).result)
  }
})
