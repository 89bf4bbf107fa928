import { readFileSync } from 'node:fs'
import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { isFilePresent } from '../../../../test/support/skip-unless.ts'
import {
  assetsOf,
  bookedAssetsOf,
  defaultStreamBounds,
  openStream,
  type Stream,
  type StreamTerms,
  shareRateOf,
  sharesOf,
  totalAssetsOf,
  unvestedGainsOf,
  vestedGainsOf,
} from './stream.ts'
import { postLoss, vestYield } from './stream-gain.ts'
import {
  claimStreamFees,
  pauseStream,
  type StreamStep,
  unpauseStream,
  updateStream,
} from './stream-step.ts'
import { enterStream, exitStream, markFirstDeposit } from './stream-supply.ts'

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

describe('golden', () => {
  const path = new URL('../../../../../shared/data/yield-streaming.json', import.meta.url)
  const isThere = isFilePresent(path)
  const recorded: readonly Recording[] = isThere ? JSON.parse(readFileSync(path, 'utf8')) : []

  test.skipIf(!isThere)('default: every view after every recorded step', () => {
    expect(recorded.map(({ steps }) => steps.length)).toEqual([160, 160])
    for (const recording of recorded) {
      let stream = openedLike(recording)
      for (const [index, row] of recording.steps.entries()) {
        const step = replayed(stream, row)
        if (step.ok) stream = step.stream
        const reverts = step.ok ? null : step.reason
        expect({ index, reverts, ...viewsOf(stream, BigInt(row.readAt)) }).toEqual({
          index,
          reverts: row.reverts,
          ...recordedViews(row),
        })
      }
    }
  })
})

describe('laws', () => {
  const gain = fc.record({
    amount: fc.bigInt({ min: 1n, max: 40_000_000n }),
    duration: fc.bigInt({ min: day, max: 7n * day }),
  })
  const seconds = fc.bigInt({ min: 0n, max: 8n * day })

  test('behavior: vested and unvested are the gains', () => {
    fc.assert(
      fc.property(gain, seconds, (given, after) => {
        const stream = streamOf(vestYield(opened, given, start + day))
        const time = start + day + after
        expect(vestedGainsOf(stream, time) + unvestedGainsOf(stream, time)).toBe(given.amount)
      }),
    )
  })

  test('behavior: the rate never falls while a yield vests, and ends with all of it', () => {
    fc.assert(
      fc.property(gain, seconds, seconds, (given, left, right) => {
        const stream = streamOf(vestYield(opened, given, start + day))
        const [sooner, later] = left < right ? [left, right] : [right, left]
        expect(shareRateOf(stream, start + day + sooner)).toBeLessThanOrEqual(
          shareRateOf(stream, start + day + later),
        )
        expect(totalAssetsOf(stream, start + 9n * day)).toBe(1_000_000_000n + given.amount)
      }),
    )
  })

  test('behavior: shares times the rate never exceed the assets', () => {
    fc.assert(
      fc.property(gain, seconds, (given, after) => {
        const stream = streamOf(vestYield(opened, given, start + day))
        const time = start + day + after
        expect(assetsOf(stream, stream.totalShares, time)).toBeLessThanOrEqual(
          totalAssetsOf(stream, time),
        )
      }),
    )
  })

  test('behavior: booking moves no value up and fees only grow', () => {
    fc.assert(
      fc.property(gain, seconds, (given, after) => {
        const stream = streamOf(vestYield(opened, given, start + day))
        const time = start + day + after
        const booked = streamOf(updateStream(stream, time))
        expect(shareRateOf(booked, time)).toBeLessThanOrEqual(shareRateOf(stream, time))
        expect(bookedAssetsOf(booked)).toBeLessThanOrEqual(totalAssetsOf(stream, time))
        expect(booked.feesOwed).toBeGreaterThanOrEqual(stream.feesOwed)
      }),
    )
  })

  test('behavior: in and out in the same second never profits', () => {
    const amount = fc.bigInt({ min: 1n, max: 10n ** 15n })
    fc.assert(
      fc.property(gain, seconds, amount, (given, after, deposited) => {
        const time = start + day + after
        const stream = streamOf(updateStream(streamOf(vestYield(opened, given, start + day)), time))
        const shares = sharesOf(stream, deposited, time)
        expect(assetsOf(enterStream(stream, shares), shares, time)).toBeLessThanOrEqual(deposited)
      }),
    )
  })
})

describe('acts', () => {
  test('behavior: a new yield replaces what had not vested', () => {
    const first = streamOf(
      vestYield(opened, { amount: 1_000_000n, duration: 2n * day }, start + day),
    )
    const second = streamOf(
      vestYield(first, { amount: 500_000n, duration: 2n * day }, start + 2n * day),
    )
    expect(bookedAssetsOf(second)).toBe(1_000_500_000n)
    expect(second.vestingGains).toBe(500_000n)
  })

  test('behavior: a loss takes the vesting gains first', () => {
    const gained = streamOf(
      vestYield(opened, { amount: 1_000_000n, duration: 7n * day }, start + day),
    )
    const cut = streamOf(postLoss(gained, 400_000n, start + day + 3600n))
    expect(cut.sharePrice).toBeGreaterThanOrEqual(opened.sharePrice)
    expect(cut.isPaused).toBe(false)
    expect(cut.vestingGains).toBeLessThan(600_001n)
  })

  test('behavior: a loss above the bound pauses, one at the bound does not', () => {
    expect(streamOf(postLoss(opened, 10_000_000n, start + 3600n)).isPaused).toBe(false)
    expect(streamOf(postLoss(opened, 10_100_000n, start + 3600n)).isPaused).toBe(true)
  })

  test('behavior: gains without shares wait for the first deposit', () => {
    const gained = streamOf(vestYield(opened, { amount: 1_000_000n, duration: day }, start + day))
    const empty = streamOf(exitStream(gained, gained.totalShares))
    const waiting = streamOf(updateStream(empty, start + 3n * day))
    expect(waiting.vestingGains).toBe(1_000_000n)
    expect(shareRateOf(waiting, start + 3n * day)).toBe(1_000_000n)
    const entered = enterStream(markFirstDeposit(waiting, start + 3n * day), 1_000_000n)
    expect(shareRateOf(entered, start + 3n * day)).toBe(2_000_000n)
  })

  test('error: every act that books is refused while paused', () => {
    const paused = pauseStream(opened)
    const time = start + day
    for (const step of [
      updateStream(paused, time),
      postLoss(paused, 1n, time),
      vestYield(paused, { amount: 1n, duration: day }, time),
      claimStreamFees(paused),
      postLoss({ ...paused, strategistActedAtUnix: time }, 1n, time),
    ]) {
      expect(step).toEqual({ ok: false, reason: 'AccountantWithRateProviders__Paused' })
    }
    expect(updateStream(unpauseStream(paused), time).ok).toBe(true)
  })

  test('refuses: a yield divided by zero, without data', () => {
    const empty = { ok: false, reason: 'empty' }
    const withoutShares = { ...opened, totalShares: 0n }
    expect(vestYield(withoutShares, { amount: 1n, duration: day }, start + day)).toEqual(empty)
    const atOnce = { ...opened, terms: { ...terms, minimumVestingTime: 0n } }
    expect(vestYield(atOnce, { amount: 1n, duration: 0n }, start + day)).toEqual(empty)
  })

  test('error: more shares than there are', () => {
    expect(exitStream(opened, opened.totalShares + 1n)).toEqual({
      ok: false,
      reason: 'InsufficientBalance',
    })
  })
})

type Row = {
  readonly at: string
  readonly op: string
  readonly args: readonly string[]
  readonly reverts: string | null
  readonly readAt: string
  readonly getRate: string
  readonly totalAssets: string
  readonly pendingVestingGains: string
  readonly totalSupply: string
  readonly lastVirtualSharePrice: string
  readonly vestingState: readonly string[]
  readonly accountantState: readonly string[]
}

type Recording = {
  readonly shareDecimals: number
  readonly startingExchangeRate: string
  readonly platformFeeBps: number
  readonly performanceFeeBps: number
  readonly minimumUpdateDelayInSeconds: number
  readonly deployedAt: string
  readonly steps: readonly Row[]
}

function openedLike(recording: Recording): Stream {
  return openStream(
    {
      ...defaultStreamBounds,
      shareDecimals: recording.shareDecimals,
      platformFeeBps: BigInt(recording.platformFeeBps),
      performanceFeeBps: BigInt(recording.performanceFeeBps),
      minimumUpdateDelay: BigInt(recording.minimumUpdateDelayInSeconds),
    },
    BigInt(recording.startingExchangeRate),
    BigInt(recording.deployedAt),
  )
}

function replayed(stream: Stream, { op, args, at: time }: Row): StreamStep {
  const [first, second] = op === 'enter' || op === 'exit' ? args.slice(4) : args
  const amount = BigInt(first ?? 0)
  if (op === 'enter') return { ok: true, stream: enterStream(stream, amount) }
  if (op === 'exit') return exitStream(stream, amount)
  if (op === 'updateExchangeRate') return updateStream(stream, BigInt(time))
  if (op === 'postLoss') return postLoss(stream, amount, BigInt(time))
  return vestYield(stream, { amount, duration: BigInt(second!) }, BigInt(time))
}

function viewsOf(stream: Stream, at: bigint) {
  return {
    getRate: shareRateOf(stream, at),
    totalAssets: totalAssetsOf(stream, at),
    pending: vestedGainsOf(stream, at),
    totalSupply: stream.totalShares,
    virtual: stream.virtualSharePriceRay,
    vesting: [
      stream.sharePrice,
      stream.vestingGains,
      stream.vestingBookedAtUnix,
      stream.vestingStartsAtUnix,
      stream.vestingEndsAtUnix,
    ],
    accountant: [
      stream.highwaterMark,
      stream.feesOwed,
      stream.sharesAtLastUpdate,
      stream.exchangeRate,
      stream.updatedAtUnix,
    ],
    isPaused: stream.isPaused,
  }
}

function recordedViews(row: Row) {
  const state = row.accountantState
  return {
    getRate: BigInt(row.getRate),
    totalAssets: BigInt(row.totalAssets),
    pending: BigInt(row.pendingVestingGains),
    totalSupply: BigInt(row.totalSupply),
    virtual: BigInt(row.lastVirtualSharePrice),
    vesting: row.vestingState.map(BigInt),
    accountant: [1, 2, 3, 4, 7].map((word) => BigInt(state[word]!)),
    isPaused: state[8] === 'true',
  }
}

function streamOf(step: StreamStep): Stream {
  if (!step.ok) throw new Error(step.reason)
  return step.stream
}
