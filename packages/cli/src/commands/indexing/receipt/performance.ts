import {
  type DayEnd,
  dayEndOf,
  type PerformanceInputs,
  type PerformanceReceipt,
  type PerformanceResult,
} from '@vaultwright/valuation'
import type { TextStyle } from '../../../terminal/style.ts'
import { printTable } from '../../../terminal/table.ts'
import { printMeasured } from './measured.ts'
import {
  growthSteps,
  printAmount,
  printPercent,
  printSteps,
  printYield,
  type Step,
} from './step.ts'

/** Prints how a vault did in seven days, and from what it was computed. */
export function* printPerformanceReceipt(
  { formula, inputs, result }: PerformanceReceipt,
  style: TextStyle,
): Iterable<string> {
  yield* printMeasured(inputs.last, style)
  yield* dayLines(inputs, style)
  yield* partLines(result, style)
  const [first, last] = [
    inputs.first === null ? null : dayEndOf(inputs.first),
    dayEndOf(inputs.last),
  ]
  const from = first === null ? 'not measured' : printAmount(first.sharePrice, '')
  yield* printSteps(
    formula,
    [
      ...growthSteps({
        from,
        to: printAmount(last.sharePrice, ''),
        days: 7,
        apr: result.apr,
        apy: result.apy,
      }),
      ...partSteps(inputs, result),
    ],
    style,
  )
  yield* chainLines(result.acrossChains, style)
}

function* dayLines(
  { first, between, last }: PerformanceInputs,
  style: TextStyle,
): Iterable<string> {
  yield `\n${style.cyan('days')}\n`
  const ends: readonly (DayEnd | null)[] = [
    first === null ? null : dayEndOf(first),
    ...between,
    dayEndOf(last),
  ]
  const titles = ['day', 'block', 'share price', 'paused'].map((title) => ({ title }))
  const rows = ends.map((end) =>
    end === null
      ? ['not measured']
      : [end.day, end.block.number, printAmount(end.sharePrice, ''), end.isPaused ? 'YES' : 'no'],
  )
  yield* printTable(titles, rows, style)
}

function* partLines({ real, maturities }: PerformanceResult, style: TextStyle): Iterable<string> {
  if (real.length + maturities.length === 0) return
  yield `\n${style.cyan('what it is made of')}\n`
  const titles = ['chain', 'protocol', 'share', 'APY', 'until'].map((title) => ({ title }))
  const rows = [
    ...real.map((one) => [one, ''] as const),
    ...maturities.map((one) => [one, `${one.asset}, ${dayOf(one.maturityUnix)}`] as const),
  ].map(([{ chain, protocol, allocation, apy }, until]) => [
    chain,
    protocol,
    printPercent(allocation),
    printYield(apy),
    until,
  ])
  yield* printTable(titles, rows, style)
}

function partSteps({ first, last }: PerformanceInputs, result: PerformanceResult): readonly Step[] {
  const [before, after] = [first?.accountant ?? null, last.accountant]
  const mark = `${before?.highwaterMark ?? '?'} → ${after?.highwaterMark ?? '?'}`
  const bps = after?.performanceFeeBps ?? 0
  return [
    [
      'platform fee',
      `${after?.platformFeeBps ?? '?'} bps a year on the rate that each day began with`,
      printAmount(result.platformFee, 'of the assets'),
    ],
    [
      'performance fee',
      bps === 0 ? 'none' : `${bps} bps of what the high-water mark rose by`,
      bps === 0 ? '' : mark,
    ],
    ['APY before fees', 'with both fees added to the last rate', printYield(result.grossApy)],
    ['fee drag', 'APY before fees − APY, not below zero', printYield(result.feeDrag)],
    ['real APY', 'sum of share × APY of what has no maturity', printYield(result.realApy)],
    ['maturity APY', 'sum of share × rate to maturity', printYield(result.maturityApy)],
    ['unexplained', 'APY − (real + maturity − drag)', printYield(result.residual)],
  ]
}

function* chainLines(
  { supply, totalAssets, netAssets, allocation, missing }: PerformanceResult['acrossChains'],
  style: TextStyle,
): Iterable<string> {
  const shares = Object.entries(allocation)
  if (shares.length < 2 && missing.length === 0) return
  yield `\n${style.cyan('over all chains')}\n`
  const rows = [
    ['supply', printAmount(supply, 'shares')],
    ['total assets', printAmount(totalAssets, '')],
    ['net assets', printAmount(netAssets, '')],
    ...shares.map(([chain, share]) => [chain, printPercent(share)]),
    ...missing.map((chain) => [chain, 'not measured']),
  ]
  yield* printTable([{ title: 'what' }, { title: 'value' }], rows, style)
}

function dayOf(unix: string): string {
  return new Date(Number(unix) * 1000).toISOString().slice(0, 10)
}
