import {
  type AnyReceipt,
  type DailyReceipt,
  type DayEnd,
  type DayReceipt,
  type DayValue,
  dailyFormula,
  dayEndOf,
  dayFormula,
  type FirstDayReceipt,
  type Flag,
  firstDayFormula,
  isPerformanceFormula,
  type PerformanceInputs,
  type PerformanceReceipt,
  type PerformanceResult,
  type PositionValue,
} from '@vaultwright/valuation'
import type { TextStyle } from '../../../terminal/style.ts'
import { printPairs, printTable } from '../../../terminal/table.ts'
import {
  assetsStep,
  dollarStep,
  growthSteps,
  priceStep,
  printAmount,
  printMeasured,
  printPercent,
  printSteps,
  printYield,
  type Step,
} from './measured.ts'

/** Prints a receipt for a person: what was read, each step with its numbers, and what a reader must know. */
export function* printReceipt(receipt: AnyReceipt, style: TextStyle): Iterable<string> {
  const { formula, result } = receipt
  if (isDaily(receipt)) yield* printDailyReceipt(receipt, style)
  else if (isPerformance(receipt)) yield* printPerformanceReceipt(receipt, style)
  else if (isDay(receipt)) yield* printDayReceipt(receipt, style)
  // Kept by another version: only that one can say what its inputs are.
  else return yield `${JSON.stringify(formula)} is of another version; --json shows the receipt.\n`
  yield* flagLines(result.flags, style)
}

function* flagLines(flags: readonly Flag[], style: TextStyle): Iterable<string> {
  if (flags.length === 0) return
  yield `\n${style.cyan('to be known')}\n`
  const rows = flags.map(({ flag, reason }) => [flag.replaceAll('_', ' '), reason])
  yield* printTable([{ title: 'flag' }, { title: 'why' }], rows, style)
}

function isDay(receipt: AnyReceipt): receipt is DayReceipt | FirstDayReceipt {
  return receipt.formula === dayFormula || receipt.formula === firstDayFormula
}

function isDaily(receipt: AnyReceipt): receipt is DailyReceipt {
  return receipt.formula === dailyFormula
}

function isPerformance(receipt: AnyReceipt): receipt is PerformanceReceipt {
  return isPerformanceFormula(receipt.formula)
}

/** Prints what a share grew by in a day, and from what it was computed. */
function* printDailyReceipt(
  { formula, inputs, result }: DailyReceipt,
  style: TextStyle,
): Iterable<string> {
  const { today, before } = inputs
  yield* printMeasured(today, style)
  yield `\n${style.cyan('the day before')}\n`
  if (before === null) yield 'was not measured\n'
  else yield* printPairs(endPairs(before), style)
  const from = before === null ? 'not measured' : printAmount(before.sharePrice, '')
  const steps = [
    priceStep(today, result.sharePrice),
    assetsStep(today, result.totalAssets),
    ...growthSteps({
      from,
      to: printAmount(result.sharePrice, ''),
      days: 1,
      apr: result.dailyApr,
      apy: result.dailyApy,
    }),
    dollarStep('price in USD', 'share price', { measured: today, value: result.priceUsd }),
    dollarStep('TVL in USD', 'total assets', { measured: today, value: result.tvlUsd }),
  ]
  yield* printSteps(formula, steps, style)
}

/** Names what is known of an end of a day. */
function endPairs(end: DayEnd): readonly (readonly [name: string, value: string])[] {
  return [
    ['day', end.day],
    ['block', `${end.block.number}, ${end.block.hash}`],
    ['share price', printAmount(end.sharePrice, '')],
    ['paused', end.isPaused ? 'YES' : 'no'],
  ]
}

function* printDayReceipt(
  { formula, inputs, result }: DayReceipt | FirstDayReceipt,
  style: TextStyle,
): Iterable<string> {
  yield* printMeasured(inputs, style)
  const base = inputs.base?.symbol ?? ''
  yield `\n${style.cyan('holdings')}\n`
  yield* positionLines(result.positions, { base, style })
  const valued = result.positions.filter(({ value }) => value.value !== null)
  const steps: readonly Step[] = [
    priceStep(inputs, result.sharePrice),
    ['supply', 'totalSupply() in whole shares', printAmount(result.totalSupply, 'shares')],
    assetsStep(inputs, result.totalAssets),
    dollarStep('price in USD', 'share price', { measured: inputs, value: result.priceUsd }),
    dollarStep('TVL in USD', 'total assets', { measured: inputs, value: result.tvlUsd }),
    [
      'held assets',
      `sum of ${valued.length} of ${result.positions.length} holdings`,
      printAmount('heldAssets' in result ? result.heldAssets : result.netAssets, base),
    ],
    ['fees owed', 'as the accountant says', printAmount(result.feesOwed, base)],
    ...('navGap' in result ? navSteps(result, base) : []),
    ...(result.stream === null ? [] : [streamStep(result.stream, base)]),
  ]
  yield* printSteps(formula, steps, style)
}

function navSteps(result: DayValue, base: string): readonly Step[] {
  const { netAssets, navGap, navGapRelative } = result
  return [
    ['net assets', 'held assets − fees owed', printAmount(netAssets, base)],
    ['gap', 'net assets − total assets', printAmount(navGap, base)],
    ['gap, relative', 'gap / total assets', printAmount(navGapRelative, '')],
  ]
}

function* positionLines(
  positions: readonly PositionValue[],
  { base, style }: { readonly base: string; readonly style: TextStyle },
): Iterable<string> {
  if (positions.length === 0) return yield 'none\n'
  const rows = positions.map(({ protocol, asset, balance, price, value }) => [
    protocol,
    asset.symbol,
    printAmount(balance, ''),
    printAmount(price, ''),
    printAmount(value, base),
  ])
  const titles = ['protocol', 'asset', 'balance', `price in ${base || 'the base asset'}`, 'value']
  yield* printTable(
    titles.map((title) => ({ title })),
    rows,
    style,
  )
}

function streamStep(
  {
    vestedAmount,
    vestingSeconds,
  }: { readonly vestedAmount: string; readonly vestingSeconds: string },
  base: string,
): Step {
  return ['gains promised', `over ${vestingSeconds} s`, `${vestedAmount} ${base}`.trimEnd()]
}

/** Prints how a vault did in seven days, and from what it was computed. */
function* printPerformanceReceipt(
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
