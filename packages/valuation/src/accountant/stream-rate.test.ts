import fc from 'fast-check'
import { expect, test } from 'vitest'
import { annualRateOf } from '../growth/growth-yield.ts'
import { defaultStreamBounds, forwardRateOf, openStream, totalAssetsOf } from './stream.ts'
import { vestYield } from './stream-gain.ts'
import { enterStream } from './stream-supply.ts'

const start = 1_700_000_000n
const day = 86_400n
const terms = {
  ...defaultStreamBounds,
  shareDecimals: 6,
  platformFeeBps: 0n,
  performanceFeeBps: 0n,
  minimumUpdateDelay: 0n,
}
const entered = enterStream(openStream(terms, 1_000_000n, start), 1_000_000_000n)

test('default: a tenth of a percent in a day', () => {
  const stream = vestedIn(1_000_000n, day)
  expect(forwardRateOf(stream, start + day)).toBe('0.365')
  expect(forwardRateOf(stream, start + 2n * day - 1n)).toBe('0.365')
})

test('behavior: it is what the assets grow by until the end, in a year', () => {
  fc.assert(
    fc.property(fc.bigInt(1n, 10n ** 7n), fc.bigInt(day, 7n * day), (amount, duration) => {
      const stream = vestedIn(amount, duration)
      const ends = start + day + duration
      const [from, to] = [totalAssetsOf(stream, start + day), totalAssetsOf(stream, ends)]
      expect(forwardRateOf(stream, start + day)).toBe(annualRateOf({ from, to, seconds: duration }))
    }),
  )
})

test('behavior: nothing vests before, after, and where nothing was given', () => {
  const stream = vestedIn(1_000_000n, day)
  expect(forwardRateOf(stream, start + 2n * day)).toBe('0')
  expect(forwardRateOf(stream, start + day - 1n)).toBe('0')
  expect(forwardRateOf(entered, start + day)).toBe('0')
})

test('error: null where there is nothing that it could be given on', () => {
  const stream = { ...vestedIn(1_000_000n, day), totalShares: 0n }
  expect(forwardRateOf(stream, start + day)).toBeNull()
})

function vestedIn(amount: bigint, duration: bigint) {
  const step = vestYield(entered, { amount, duration }, start + day)
  if (!step.ok) throw new Error(step.reason)
  return step.stream
}
