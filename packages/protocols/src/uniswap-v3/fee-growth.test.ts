import fc from 'fast-check'
import { expect, test } from 'vitest'
import { runsOf } from '../../../../test/support/runs.ts'
import { collectableOf, feesInsideOf } from './fee-growth.ts'

const word = 2n ** 256n
const range = { tickLower: -60n, tickUpper: 120n, liquidity: 10n ** 18n }
const wordsOf = (...words: readonly bigint[]) =>
  `0x${words.map((one) => BigInt.asUintN(256, one).toString(16).padStart(64, '0')).join('')}` as const
const slotAt = (tick: bigint) => wordsOf(2n ** 96n, tick, 0n, 1n, 1n, 0n, 1n)
const tickOf = (first: bigint, second: bigint) => wordsOf(0n, 0n, first, second)
const amounts = fc.bigInt({ min: 0n, max: word - 1n })

/** Growth as a pool with three stretches has it: what each earned, and what of it is outside of the ends. */
const earnedAt = (tick: bigint, [below, inside, above]: readonly bigint[]) => {
  const all = BigInt.asUintN(256, below! + inside! + above!)
  const isAboveLower = tick >= range.tickLower
  const isAboveUpper = tick >= range.tickUpper
  const lower = isAboveLower ? below! : all - below!
  const upper = isAboveUpper ? all - above! : above!
  return { all, lower: BigInt.asUintN(256, lower), upper: BigInt.asUintN(256, upper) }
}

test('law: what was earned inside is found whatever the price is, and though all counters wrap', () => {
  const stretches = fc.tuple(amounts, amounts, amounts)
  fc.assert(
    fc.property(stretches, stretches, fc.integer({ min: -200, max: 200 }), (one, other, at) => {
      const tick = BigInt(at)
      const [first, second] = [earnedAt(tick, one), earnedAt(tick, other)]
      const answers = {
        slot: slotAt(tick),
        globals: [wordsOf(first.all), wordsOf(second.all)],
        lower: tickOf(first.lower, second.lower),
        upper: tickOf(first.upper, second.upper),
      }
      expect(feesInsideOf(range, answers)).toEqual([one[1], other[1]])
    }),
    { numRuns: runsOf(3) },
  )
})

test('refuses: a pool that does not tell all of it', () => {
  const zero = wordsOf(0n)
  const whole = { slot: slotAt(0n), globals: [zero, zero], lower: tickOf(0n, 0n) }
  expect(feesInsideOf(range, { ...whole, upper: tickOf(0n, 0n) })).toEqual([0n, 0n])
  expect(feesInsideOf(range, { ...whole, upper: null })).toBeNull()
  expect(feesInsideOf(range, { ...whole, upper: zero })).toBeNull()
  expect(feesInsideOf(range, { ...whole, upper: zero, slot: undefined })).toBeNull()
})

test('default: a position may collect its part since it was settled, rounded down', () => {
  expect(collectableOf(3n, 2n ** 128n + 5n, 5n)).toBe(3n)
  expect(collectableOf(3n, 2n ** 127n, 0n)).toBe(1n)
  expect(collectableOf(1n, 4n, word - 4n)).toBe(0n)
  expect(collectableOf(2n ** 100n, 2n ** 28n, word - 2n ** 28n)).toBe(2n)
})
