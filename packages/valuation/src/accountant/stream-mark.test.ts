import fc from 'fast-check'
import { expect, test } from 'vitest'
import {
  defaultStreamBounds,
  openStream,
  type Stream,
  type StreamTerms,
  shareRateOf,
  vestedGainsOf,
} from './stream.ts'
import { postLoss, vestYield } from './stream-gain.ts'
import { pauseStream, resetStreamMark, type StreamStep } from './stream-step.ts'
import { enterStream } from './stream-supply.ts'

const day = 86_400n
const start = 1_700_000_000n
const terms: StreamTerms = {
  ...defaultStreamBounds,
  shareDecimals: 6,
  platformFeeBps: 100n,
  performanceFeeBps: 1000n,
  minimumUpdateDelay: 3600n,
}
const opened = enterStream(openStream(terms, 1_000_000n, start), 1_000_000_000n)
const gain = fc.record({
  amount: fc.bigInt({ min: 1n, max: 40_000_000n }),
  duration: fc.bigInt({ min: day, max: 7n * day }),
})
const seconds = fc.bigInt({ min: 0n, max: 8n * day })

test('law: a mark that comes down moves neither the rate nor what vests, and takes no performance fee', () => {
  fc.assert(
    fc.property(gain, seconds, fc.boolean(), (given, after, isPaused) => {
      const lost = streamOf(postLoss(opened, 5_000_000n, start + 3600n))
      const gaining = streamOf(vestYield(lost, given, start + day))
      const before = { ...gaining, isPaused, terms: { ...terms, platformFeeBps: 0n } }
      const time = start + day + after
      expect(streamOf(resetStreamMark(before, time))).toEqual({
        ...before,
        highwaterMark: before.exchangeRate,
        sharesAtLastUpdate: before.totalShares,
        updatedAtUnix: time,
      })
    }),
  )
})

test('golden: the mark comes down to the booked rate while gains vest, paused or not', () => {
  const lost = streamOf(postLoss(opened, 5_000_000n, start + day))
  const vesting = { amount: 1_000_000n, duration: day }
  const gaining = streamOf(vestYield(lost, vesting, start + 2n * day))
  const time = start + 2n * day + day / 2n
  for (const before of [gaining, pauseStream(gaining)]) {
    const reset = streamOf(resetStreamMark(before, time))
    expect(before.highwaterMark).toBe(1_000_000n)
    expect(reset.highwaterMark).toBe(995_000n)
    expect(shareRateOf(reset, time)).toBe(995_500n)
    expect(vestedGainsOf(reset, time)).toBe(500_000n)
    expect(reset.isPaused).toBe(before.isPaused)
  }
})

test('refuses: a mark below the booked rate', () => {
  const below = { ...opened, highwaterMark: opened.exchangeRate - 1n }
  expect(resetStreamMark(below, start + day)).toEqual({
    ok: false,
    reason: 'AccountantWithRateProviders__ExchangeRateAboveHighwaterMark',
  })
})

function streamOf(step: StreamStep): Stream {
  if (!step.ok) throw new Error(step.reason)
  return step.stream
}
