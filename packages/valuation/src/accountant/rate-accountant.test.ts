import { readFileSync } from 'node:fs'
import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { runsOf } from '../../../../test/support/runs.ts'
import {
  type FixedAccountant,
  fixedYieldOf,
  resetFixedMark,
  updateFixedRate,
} from './fixed-accountant.ts'
import {
  boundVerdictOf,
  feesOfUpdate,
  type RateAccountant,
  type RateUpdate,
} from './rate-accountant.ts'
import { claimRateFees, type RateStep, resetRateMark, updateRate } from './rate-step.ts'

const runs = { numRuns: runsOf(2) }
const file = new URL('../../../../fixtures/vectors/accountant.json', import.meta.url)
const { sequences }: { readonly sequences: readonly Sequence[] } = JSON.parse(
  readFileSync(file, 'utf8'),
)
const opened: RateAccountant = {
  shareDecimals: 18,
  platformFeeBps: 100n,
  performanceFeeBps: 1000n,
  upperBps: 10_050n,
  lowerBps: 9950n,
  minimumDelay: 3600n,
  exchangeRate: 1_000_000n,
  highwaterMark: 1_000_000n,
  feesOwed: 0n,
  sharesAtLastUpdate: 10n ** 24n,
  updatedAtUnix: 1_750_000_000n,
  isPaused: false,
}
/** The outcomes of resetting the mark of a paused accountant: with its rate above the mark, then below it. */
const outcomesWhilePaused = {
  rate_providers: ['AccountantWithRateProviders__ExchangeRateAboveHighwaterMark', null],
  fixed_rate: ['AccountantWithFixedRate__HighWaterMarkCannotChange'],
  legacy: [],
}
const update: RateUpdate = {
  rate: 1_001_000n,
  totalShares: 10n ** 24n,
  atUnix: opened.updatedAtUnix + 31_536_000n,
}

describe('golden', () => {
  test.each(sequences)('default: $kind, $shareDecimals and $baseDecimals decimals', (sequence) => {
    let state = openedLike(sequence)
    for (const [index, step] of sequence.steps.entries()) {
      const next = acted(state, sequence, step)
      if (next.ok) state = next.accountant
      const reverts = next.ok ? null : next.reason
      expect({ index, reverts, ...shown(state) }).toEqual({
        index,
        reverts: step.reverts,
        ...step.after,
      })
    }
  })

  test('behavior: every act and every pause is among them', () => {
    const steps = sequences.flatMap((one) => one.steps)
    const kinds = new Set(sequences.map(({ kind }) => kind))
    expect([...kinds]).toEqual(['rate_providers', 'fixed_rate', 'legacy'])
    const reverts = new Set(steps.flatMap((step) => step.reverts ?? []))
    expect([...reverts].sort()).toEqual([
      'AccountantWithFixedRate__HighWaterMarkCannotChange',
      'AccountantWithRateProviders__ExchangeRateAboveHighwaterMark',
      'AccountantWithRateProviders__Paused',
      'AccountantWithRateProviders__ZeroFeesOwed',
    ])
    const pausing = steps.filter(
      ({ op, reverts: no, after }) =>
        op === 'updateExchangeRate' && no === null && after.isPaused === true,
    )
    expect(pausing.length).toBeGreaterThan(10)
  })

  test('behavior: each mark is reset while paused, above and below its rate', () => {
    for (const { kind, steps } of sequences) {
      const resets = steps.filter(
        ({ op }, index) => op === 'resetHighwaterMark' && steps[index - 1]?.after.isPaused === true,
      )
      const outcomes = new Set(resets.map(({ reverts }) => reverts))
      expect([...outcomes]).toEqual(outcomesWhilePaused[kind])
    }
  })
})

describe('fees', () => {
  test('default: a year at 1 % on the lesser rate, a tenth of the rise', () => {
    expect(feesOfUpdate(opened, update)).toEqual({
      platform: 10_000_000_000n,
      performance: 100_000_000n,
    })
  })

  test('behavior: a rate that comes back is charged once', () => {
    const up = stateOf(updateRate(opened, { ...update, rate: 1_004_000n }))
    const updateAt = (days: bigint, rate: bigint) => ({
      rate,
      totalShares: update.totalShares,
      atUnix: update.atUnix + days * 86_400n,
    })
    const down = stateOf(updateRate(up, updateAt(1n, 1_001_000n)))
    expect(feesOfUpdate(down, updateAt(2n, 1_004_000n)).performance).toBe(0n)
    expect(down.highwaterMark).toBe(1_004_000n)
    const reset = stateOf(resetRateMark(down, updateAt(2n, 0n)))
    expect(feesOfUpdate(reset, updateAt(3n, 1_004_000n)).performance).toBeGreaterThan(0n)
  })

  test('law: a paused mark comes down as one that is not paused does', () => {
    fc.assert(
      fc.property(fc.bigInt(0n, 1_000_000n), (exchangeRate) => {
        const running = { ...opened, exchangeRate }
        const reset = stateOf(resetRateMark(running, update))
        expect(reset.highwaterMark).toBe(exchangeRate)
        const paused = stateOf(resetRateMark({ ...running, isPaused: true }, update))
        expect(paused).toEqual({ ...reset, isPaused: true })
      }),
      runs,
    )
  })

  test('behavior: the legacy layout has no mark and takes no performance fee', () => {
    const legacy = { ...opened, highwaterMark: null, performanceFeeBps: 0n }
    expect(feesOfUpdate(legacy, update)).toEqual({ platform: 10_000_000_000n, performance: 0n })
    expect(stateOf(updateRate(legacy, update)).highwaterMark).toBeNull()
    expect(resetRateMark(legacy, update)).toEqual({ ok: true, accountant: legacy })
  })

  test('behavior: the mark never falls, fees never shrink, fewer shares never pay more', () => {
    fc.assert(
      fc.property(
        fc.bigInt(995_000n, 1_005_000n),
        fc.bigInt(0n, 10n ** 26n),
        fc.bigInt(0n, 10n ** 26n),
        (rate, one, other) => {
          const [few, many] = one < other ? [one, other] : [other, one]
          const less = stateOf(updateRate(opened, { ...update, rate, totalShares: few }))
          const more = stateOf(updateRate(opened, { ...update, rate, totalShares: many }))
          expect(less.highwaterMark! >= opened.highwaterMark!).toBe(true)
          expect(less.feesOwed >= 0n && less.feesOwed <= more.feesOwed).toBe(true)
        },
      ),
      runs,
    )
  })

  test('default: of a fixed rate, a yield that just covers the platform goes to it, less does not', () => {
    const fixed = { ...opened, highwaterMark: 1_000_000n, yieldEarned: 0n, performanceFeeBps: 0n }
    const yieldAt = (rate: bigint) => fixedYieldOf(fixed, { ...update, rate })
    const fees = (platform: bigint) => ({ platform, performance: 0n })
    expect(yieldAt(1_010_000n)).toEqual({ yield: 10n ** 10n, fees: fees(10n ** 10n) })
    expect(yieldAt(1_009_999n)).toEqual({ yield: 9_999_000_000n, fees: fees(0n) })
  })

  test('behavior: of a fixed rate, fees are never more than the yield', () => {
    const fixed: FixedAccountant = { ...opened, highwaterMark: 1_000_000n, yieldEarned: 0n }
    fc.assert(
      fc.property(
        fc.bigInt(900_000n, 1_100_000n),
        fc.bigInt(0n, 10n ** 9n),
        fc.bigInt(0n, 2000n),
        fc.bigInt(0n, 5000n),
        (rate, seconds, platformFeeBps, performanceFeeBps) => {
          const charged = { ...fixed, platformFeeBps, performanceFeeBps }
          const { yield: earned, fees } = fixedYieldOf(charged, {
            ...update,
            rate,
            atUnix: fixed.updatedAtUnix + seconds,
          })
          expect(fees.platform + fees.performance).toBeLessThanOrEqual(earned)
          if (rate <= 1_000_000n) expect(earned).toBe(0n)
        },
      ),
      runs,
    )
  })
})

describe('bounds', () => {
  test('default: at the bounds is within, one unit beyond is not', () => {
    const verdict = (rate: bigint) => boundVerdictOf(opened, { ...update, rate })
    expect(verdict(1_005_000n)).toEqual({ ok: true })
    expect(verdict(995_000n)).toEqual({ ok: true })
    expect(verdict(1_005_001n)).toEqual({ ok: false, reasons: ['above_upper_bound'] })
    expect(verdict(994_999n)).toEqual({ ok: false, reasons: ['below_lower_bound'] })
  })

  test('behavior: too soon and too far are reported together, and the rate is written without fees', () => {
    const wild = { ...update, rate: 2_000_000n, atUnix: opened.updatedAtUnix + 3599n }
    const reasons = ['too_soon', 'above_upper_bound']
    expect(boundVerdictOf(opened, wild)).toEqual({ ok: false, reasons })
    const paused = stateOf(updateRate(opened, wild))
    expect(paused).toMatchObject({ isPaused: true, exchangeRate: 2_000_000n, feesOwed: 0n })
    expect(paused.highwaterMark).toBe(1_000_000n)
    const soonest = { ...wild, rate: 1_000_000n, atUnix: opened.updatedAtUnix + 3600n }
    expect(boundVerdictOf(opened, soonest)).toEqual({ ok: true })
  })
})

test('error: paused, nothing owed, a rate above the mark, a fixed mark', () => {
  const paused = { ...opened, isPaused: true }
  const no = (reason: string) => ({ ok: false, reason })
  expect(updateRate(paused, update)).toEqual(no('AccountantWithRateProviders__Paused'))
  expect(claimRateFees(paused)).toEqual(no('AccountantWithRateProviders__Paused'))
  expect(claimRateFees(opened)).toEqual(no('AccountantWithRateProviders__ZeroFeesOwed'))
  expect(resetRateMark({ ...opened, highwaterMark: 999_999n }, update)).toEqual(
    no('AccountantWithRateProviders__ExchangeRateAboveHighwaterMark'),
  )
  expect(resetFixedMark()).toEqual(no('AccountantWithFixedRate__HighWaterMarkCannotChange'))
})

type Shown = Readonly<Record<string, string | boolean | null>>
type Step = {
  readonly op: string
  readonly rate?: string
  readonly at: string
  readonly totalShares: string
  readonly reverts: string | null
  readonly after: Shown
}
type Sequence = {
  readonly kind: 'rate_providers' | 'fixed_rate' | 'legacy'
  readonly shareDecimals: number
  readonly baseDecimals: number
  readonly platformFeeBps: string
  readonly performanceFeeBps: string
  readonly upperBps: string
  readonly lowerBps: string
  readonly minimumDelay: string
  readonly opened: Shown
  readonly steps: readonly Step[]
}

/** A state that is one of either kind. */
type Either = RateAccountant & { readonly yieldEarned?: bigint }

function openedLike({ opened: first, ...terms }: Sequence): Either {
  const number = (name: string) => BigInt(String(first[name]))
  return {
    shareDecimals: terms.shareDecimals,
    platformFeeBps: BigInt(terms.platformFeeBps),
    performanceFeeBps: BigInt(terms.performanceFeeBps),
    upperBps: BigInt(terms.upperBps),
    lowerBps: BigInt(terms.lowerBps),
    minimumDelay: BigInt(terms.minimumDelay),
    exchangeRate: number('exchangeRate'),
    highwaterMark: terms.kind === 'legacy' ? null : number('highwaterMark'),
    feesOwed: number('feesOwed'),
    sharesAtLastUpdate: number('sharesAtLastUpdate'),
    updatedAtUnix: number('updatedAtUnix'),
    isPaused: false,
    ...(terms.kind === 'fixed_rate' ? { yieldEarned: 0n } : {}),
  }
}

function acted(state: Either, { kind }: Sequence, step: Step): RateStep<Either> {
  const now = { totalShares: BigInt(step.totalShares), atUnix: BigInt(step.at) }
  if (step.op === 'pause') return { ok: true, accountant: { ...state, isPaused: true } }
  if (step.op === 'unpause') return { ok: true, accountant: { ...state, isPaused: false } }
  if (step.op === 'claimFees') return claimRateFees(state)
  const isFixed = kind === 'fixed_rate'
  if (step.op === 'resetHighwaterMark')
    return isFixed ? resetFixedMark() : resetRateMark(state, now)
  const posted = { ...now, rate: BigInt(step.rate!) }
  return isFixed ? updateFixedRate(state as FixedAccountant, posted) : updateRate(state, posted)
}

function shown(state: Either): Shown {
  const text = (value: bigint | null | undefined) => (value == null ? null : String(value))
  return {
    highwaterMark: text(state.highwaterMark),
    feesOwed: text(state.feesOwed),
    sharesAtLastUpdate: text(state.sharesAtLastUpdate),
    exchangeRate: text(state.exchangeRate),
    updatedAtUnix: text(state.updatedAtUnix),
    isPaused: state.isPaused,
    yieldEarned: text(state.yieldEarned),
  }
}

function stateOf<State>(step: RateStep<State>): State {
  if (!step.ok) throw new Error(step.reason)
  return step.accountant
}
