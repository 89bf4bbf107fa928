import type { DailyReceipt, DayEnd } from '@vaultwright/valuation'
import { printAmount } from './fraction.ts'
import type { Ink } from './ink.ts'
import { printMeasured } from './measured.ts'
import { assetsStep, dollarStep, priceStep } from './share-step.ts'
import { growthSteps, printSteps } from './step.ts'
import { printPairs } from './table.ts'

/** Prints what a share grew by in a day, and from what it was computed. */
export function* printDailyReceipt(
  { formula, inputs, result }: DailyReceipt,
  ink: Ink,
): Iterable<string> {
  const { today, before } = inputs
  yield* printMeasured(today, ink)
  yield `\n${ink.cyan('the day before')}\n`
  if (before === null) yield 'was not measured\n'
  else yield* printPairs(endPairs(before), ink)
  const from = before === null ? 'not measured' : printAmount(before.sharePrice, '')
  const steps = [
    priceStep(today, result.sharePrice),
    assetsStep(today, result.totalAssets),
    ...growthSteps({
      ...{ from, to: printAmount(result.sharePrice, ''), days: 1 },
      ...{ apr: result.dailyApr, apy: result.dailyApy },
    }),
    dollarStep('price in USD', 'share price', { measured: today, value: result.priceUsd }),
    dollarStep('TVL in USD', 'total assets', { measured: today, value: result.tvlUsd }),
  ]
  yield* printSteps(formula, steps, ink)
}

/** Names what is known of an end of a day. */
export function endPairs(end: DayEnd): readonly (readonly [name: string, value: string])[] {
  return [
    ['day', end.day],
    ['block', `${end.block.number}, ${end.block.hash}`],
    ['share price', printAmount(end.sharePrice, '')],
    ['paused', end.isPaused ? 'YES' : 'no'],
  ]
}
