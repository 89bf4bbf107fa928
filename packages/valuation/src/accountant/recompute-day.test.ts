import { readFileSync } from 'node:fs'
import fc from 'fast-check'
import { expect, test } from 'vitest'
import { runsOf } from '../../../../test/support/runs.ts'
import type { AccountantEvent, AccountantReading, VaultState } from '../base/vault-state.ts'
import { type AccountantDay, type RecomputedFigure, recomputeAccountant } from './recompute-day.ts'

const runs = { numRuns: runsOf(4) }
const address = `0x${'11'.repeat(20)}` as const
const base = { address: `0x${'22'.repeat(20)}`, symbol: 'USDC', decimals: 6 } as const

/** Acts on accountants, with what the contract stored after each. Source: scripts/make-accountant-vectors.mjs. */
const { sequences }: { readonly sequences: readonly Sequence[] } = JSON.parse(
  readFileSync(new URL('../../../../fixtures/vectors/accountant.json', import.meta.url), 'utf8'),
)

/** Acts that happened, one after the other, of every sequence: each run may be the events of a day. */
const runsOfActs = sequences.flatMap((sequence) => {
  const steps = sequence.steps.filter(({ reverts }) => reverts === null)
  return steps.flatMap((_, first) =>
    [0, 1, 2, 3].map((count) => ({ sequence, first, steps: steps.slice(first, first + count) })),
  )
})

test('law: of a day with one update, rate, mark and fees are what the contract stored; of more they are open', () => {
  const verdicts = { same: 0, open: 0 }
  for (const acts of runsOfActs) {
    const { today, before } = daysOf(acts)
    const updates = acts.steps.filter(({ op }) => isUpdate(op)).length
    const figures = recomputeAccountant(today, before)
    for (const { figure, read: state, computed } of figures) {
      if (computed.value === null) verdicts.open += 1
      else expect([figure, computed.value]).toEqual([figure, state])
      if (computed.value !== null) verdicts.same += 1
    }
    if (updates > 1) expect(figures.every(({ computed }) => computed.value === null)).toBe(true)
    else if (acts.sequence.kind !== 'fixed_rate') expect(verdictsOf(figures)).toEqual(['same'])
  }
  expect(verdicts.same).toBeGreaterThan(1_000)
  expect(verdicts.open).toBeGreaterThan(100)
})

test('refuses: an amount that is not the one that the contract stored, by one unit', () => {
  const computable = runsOfActs.filter((acts) => {
    const { today, before } = daysOf(acts)
    return verdictsOf(recomputeAccountant(today, before)).join() === 'same'
  })
  fc.assert(
    fc.property(
      fc.constantFrom(...computable),
      fc.constantFrom('rate', 'feesOwed'),
      fc.boolean(),
      (acts, field, isMore) => {
        const { today, before } = daysOf(acts)
        const accountant = today.state.accountant!
        const amount = String(BigInt(accountant[field]!) + (isMore ? 1n : -1n))
        const state = { ...today.state, accountant: { ...accountant, [field]: amount } }
        const figures = recomputeAccountant({ ...today, state }, before)
        const damaged = field === 'rate' ? 'rate' : 'fees_owed'
        for (const figure of figures)
          expect(verdictsOf([figure])).toEqual([figure.figure === damaged ? 'different' : 'same'])
      },
    ),
    runs,
  )
})

test('default: fees that were paid in the base asset are a figure of their own', () => {
  const acts = runsOfActs.find(
    ({ steps: [update, claim], steps }) =>
      steps.length === 2 &&
      isUpdate(update!.op) &&
      claim!.op === 'claimFees' &&
      update!.after.feesOwed !== '0',
  )!
  const { today, before } = daysOf(acts)
  const figures = recomputeAccountant(today, before)
  const claimed = acts.steps[0]!.after.feesOwed
  expect(figures.map(({ figure, read }) => [figure, read])).toContainEqual([
    'fees_claimed',
    claimed,
  ])
  expect(verdictsOf(figures)).toEqual(['same'])
})

test('behavior: what the stored days do not hold is open, with the reason', () => {
  const { today, before } = daysOf(runsOfActs.find(({ steps }) => steps.length === 1)!)
  const reasonsOf = (day: AccountantDay, earlier: AccountantDay | null) =>
    new Set(recomputeAccountant(day, earlier).map(({ computed }) => computed.reason))
  const withState = (part: Partial<VaultState>) => ({
    ...today,
    state: { ...today.state, ...part },
  })
  expect(reasonsOf(today, null)).toEqual(new Set(['The day before is not stored.']))
  expect(reasonsOf(withState({ events: null }), before)).toEqual(
    new Set(["The day's events are not stored."]),
  )
  expect(reasonsOf({ ...today, sharesAtLastUpdate: null }, before)).toEqual(
    new Set(['The shares at the last update were not read.']),
  )
  const accountant = { ...today.state.accountant!, platformFeeBps: 1 }
  expect(reasonsOf(withState({ accountant }), before)).toEqual(
    new Set(['The terms of the accountant were changed that day.']),
  )
  expect(recomputeAccountant(withState({ accountant: null }), before)).toEqual([])
})

test('golden: a stream of 70 over ten seconds is worth half of it after five', () => {
  const { today, before } = daysOf(runsOfActs.find(({ steps }) => steps.length === 1)!)
  const stream = { lastSharePrice: '1000000', gains: '70', updatedAtUnix: '10', startUnix: '10' }
  const accountant: AccountantReading = {
    ...today.state.accountant!,
    kind: 'yield_streaming',
    rate: '1000003',
    stream: { ...stream, endUnix: '20', totalAssets: null },
  }
  const block = { ...today.state.block, atUnix: '15' }
  const share = { decimals: 6, supply: '10000000' }
  const state = { ...today.state, accountant, block, share }
  const [rate, ...otherFigures] = recomputeAccountant({ ...today, state }, before)
  expect(rate).toEqual({
    figure: 'rate',
    read: '1000003',
    computed: { value: '1000003', reason: null },
  })
  // The day before had an accountant of another kind.
  expect(verdictsOf(otherFigures)).toEqual(['open'])
})

type Stored = {
  readonly highwaterMark: string | null
  readonly feesOwed: string
  readonly sharesAtLastUpdate: string
  readonly exchangeRate: string
  readonly updatedAtUnix: string
  readonly isPaused: boolean
}
type Act = {
  readonly op: string
  readonly reverts: string | null
  readonly after: Stored
}
type Sequence = {
  readonly kind: 'rate_providers' | 'fixed_rate' | 'legacy'
  readonly shareDecimals: number
  readonly platformFeeBps: string
  readonly performanceFeeBps: string
  readonly upperBps: string
  readonly lowerBps: string
  readonly minimumDelay: string
  readonly opened: Stored
  readonly steps: readonly Act[]
}
type Acts = { readonly sequence: Sequence; readonly first: number; readonly steps: readonly Act[] }

function isUpdate(op: string): boolean {
  return op === 'updateExchangeRate' || op === 'resetHighwaterMark'
}

function verdictsOf(figures: readonly RecomputedFigure[]): readonly string[] {
  const verdicts = figures.map(({ read: figure, computed }) => {
    if (computed.value === null) return 'open'
    return computed.value === figure ? 'same' : 'different'
  })
  return [...new Set(verdicts)].sort()
}

/** A day on which these acts happened, and the one before. */
function daysOf({ sequence, first, steps }: Acts) {
  const acts = sequence.steps.filter(({ reverts }) => reverts === null)
  const start = acts[first - 1]?.after ?? sequence.opened
  const stored = [start, ...steps.map(({ after }) => after)]
  const events = steps.map((act, index) => eventOf(act, { before: stored[index]!, index }))
  return {
    before: dayOf(sequence, start, []),
    today: dayOf(sequence, stored.at(-1)!, events),
  }
}

function eventOf(
  { op, after }: Act,
  { before, index }: { readonly before: Stored; readonly index: number },
): AccountantEvent {
  const place = { block: '7', logIndex: index }
  if (op === 'updateExchangeRate')
    return { ...place, event: 'rate', oldRate: before.exchangeRate, newRate: after.exchangeRate }
  if (op === 'claimFees')
    return { ...place, event: 'fees_claimed', asset: base.address, amount: before.feesOwed }
  if (op === 'resetHighwaterMark') return { ...place, event: 'mark_reset' }
  return { ...place, event: op === 'pause' ? 'paused' : 'unpaused' }
}

function dayOf(
  sequence: Sequence,
  stored: Stored,
  events: readonly AccountantEvent[],
): AccountantDay {
  const isLegacy = sequence.kind === 'legacy'
  const accountant: AccountantReading = {
    address,
    kind: isLegacy ? 'rate_providers' : (sequence.kind as 'rate_providers' | 'fixed_rate'),
    layout: isLegacy ? 'legacy' : 'current',
    rate: stored.exchangeRate,
    isPaused: stored.isPaused,
    exchangeRate: stored.exchangeRate,
    highwaterMark: stored.highwaterMark,
    feesOwed: stored.feesOwed,
    platformFeeBps: Number(sequence.platformFeeBps),
    performanceFeeBps: isLegacy ? null : Number(sequence.performanceFeeBps),
    updatedAtUnix: stored.updatedAtUnix,
    bounds: {
      upperBps: Number(sequence.upperBps),
      lowerBps: Number(sequence.lowerBps),
      minimumDelaySeconds: Number(sequence.minimumDelay),
    },
    stream: null,
  }
  const state: VaultState = {
    chain: 'local',
    vault: address,
    day: '2026-01-21',
    block: { number: '9', hash: '0xbc', atUnix: '1768996800' },
    share: { decimals: sequence.shareDecimals, supply: stored.sharesAtLastUpdate },
    base,
    accountant,
    events,
    holdings: [],
    quotes: [],
    failures: [],
  }
  return { state, sharesAtLastUpdate: BigInt(stored.sharesAtLastUpdate) }
}
