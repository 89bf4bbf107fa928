import { readFileSync } from 'node:fs'
import { expect, test } from 'vitest'
import type { StreamRefusal } from './stream-step.ts'

const root = new URL('../../../', import.meta.url)
const committed = readFileSync(new URL('fixtures/vectors/streaming.json', root), 'utf8')

type Script = { readonly makeStreamingVectors: () => string }
type Vectors = {
  readonly sequences: readonly {
    readonly shareDecimals: string
    readonly baseDecimals: string
    readonly steps: readonly { readonly op: string; readonly reverts: string }[]
  }[]
}

const { sequences }: Vectors = JSON.parse(committed)

test('default: the committed file is what the model writes', async () => {
  const script: Script = await import(new URL('scripts/make-streaming-vectors.mjs', root).href)
  expect(script.makeStreamingVectors() === committed).toBe(true)
})

test('behavior: every refusal that an accountant knows is in it', () => {
  const refusals: Record<Exclude<StreamRefusal, 'InsufficientBalance'>, true> = {
    AccountantWithRateProviders__Paused: true,
    AccountantWithRateProviders__ZeroFeesOwed: true,
    AccountantWithYieldStreaming__DurationUnderMinimum: true,
    AccountantWithYieldStreaming__DurationExceedsMaximum: true,
    AccountantWithYieldStreaming__ZeroYieldUpdate: true,
    AccountantWithYieldStreaming__NotEnoughTimePassed: true,
    AccountantWithYieldStreaming__MaxDeviationYieldExceeded: true,
    'Panic(0x11)': true,
    'Panic(0x12)': true,
  }
  const seen = new Set(sequences.flatMap(({ steps }) => steps.map(({ reverts }) => reverts)))
  seen.delete('')
  expect([...seen].sort()).toEqual(Object.keys(refusals).sort())
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
