import { readFileSync } from 'node:fs'
import { expect, test } from 'vitest'
import type { StreamRefusal } from './stream-step.ts'

const root = new URL('../../../../', import.meta.url)
const committed = readFileSync(new URL('fixtures/vectors/streaming.json', root), 'utf8')

type Step = {
  readonly at: string
  readonly op: string
  readonly reverts: string
  readonly pendingVestingGains: string
  readonly lastStrategistUpdateTimestamp: string
  readonly vestingState: readonly string[]
  readonly accountantState: readonly string[]
}
type Vectors = {
  readonly sequences: readonly {
    readonly shareDecimals: string
    readonly baseDecimals: string
    readonly steps: readonly Step[]
  }[]
}

const { sequences }: Vectors = JSON.parse(committed)

test('behavior: every refusal that an accountant knows is in it', () => {
  const refusals: Record<Exclude<StreamRefusal, 'InsufficientBalance'>, true> = {
    AccountantWithRateProviders__Paused: true,
    AccountantWithRateProviders__ZeroFeesOwed: true,
    AccountantWithRateProviders__ExchangeRateAboveHighwaterMark: true,
    AccountantWithYieldStreaming__DurationUnderMinimum: true,
    AccountantWithYieldStreaming__DurationExceedsMaximum: true,
    AccountantWithYieldStreaming__ZeroYieldUpdate: true,
    AccountantWithYieldStreaming__NotEnoughTimePassed: true,
    AccountantWithYieldStreaming__MaxDeviationYieldExceeded: true,
    'Panic(0x11)': true,
    empty: true,
  }
  const errors = new Set(sequences.flatMap(({ steps }) => steps.map(({ reverts }) => reverts)))
  errors.delete('')
  expect([...errors].sort()).toEqual(Object.keys(refusals).sort())
})

test('behavior: a paused loss that comes too soon says Paused, a paused mark comes down unbooked', () => {
  for (const { steps } of sequences) {
    const tooSoon = steps.find(
      ({ op, accountantState, ...step }) =>
        op === 'postLoss' &&
        accountantState[5] === 'true' &&
        BigInt(step.at) < BigInt(step.lastStrategistUpdateTimestamp) + 3600n,
    )
    expect(tooSoon?.reverts).toBe('AccountantWithRateProviders__Paused')
    const mark = steps.findIndex(
      ({ op, accountantState }) => op === 'resetHighwaterMark' && accountantState[5] === 'true',
    )
    expect(mark).toBeGreaterThan(0)
    const [before, after] = [steps[mark - 1]!, steps[mark]!]
    expect(after.reverts).toBe('')
    expect(BigInt(after.pendingVestingGains)).toBeGreaterThan(0n)
    expect(after.vestingState).toEqual(before.vestingState)
    expect(BigInt(after.accountantState[0]!)).toBeLessThan(BigInt(before.accountantState[0]!))
    expect(after.accountantState[0]).toBe(after.accountantState[3])
  }
})

test('behavior: four pairs of decimals, every act in each', () => {
  expect(sequences.map((one) => `${one.shareDecimals},${one.baseDecimals}`)).toEqual([
    '18,18',
    '6,6',
    '18,6',
    '8,8',
  ])
  const acts = ['claimFees', 'enter', 'exit', 'postLoss', 'updateExchangeRate', 'vestYield']
  for (const { steps } of sequences) {
    expect([...new Set(steps.map(({ op }) => op))]).toEqual(expect.arrayContaining(acts))
  }
})
