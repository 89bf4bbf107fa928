import type { DayReceipt, PositionValue } from '@vaultwright/valuation'
import { printAmount } from './fraction.ts'
import type { Ink } from './ink.ts'
import { printMeasured } from './measured.ts'
import { assetsStep, dollarStep, priceStep } from './share-step.ts'
import { printSteps, type Step } from './step.ts'
import { printTable } from './table.ts'

/** Prints what a day was, and from what it was computed. */
export function* printDayReceipt(
  { formula, inputs, result }: DayReceipt,
  ink: Ink,
): Iterable<string> {
  yield* printMeasured(inputs, ink)
  const base = inputs.base?.symbol ?? ''
  yield `\n${ink.cyan('holdings')}\n`
  yield* positionLines(result.positions, { base, ink })
  const known = result.positions.filter(({ value }) => value.value !== null)
  const steps: readonly Step[] = [
    priceStep(inputs, result.sharePrice),
    ['supply', 'totalSupply() in whole shares', printAmount(result.totalSupply, 'shares')],
    assetsStep(inputs, result.totalAssets),
    dollarStep('price in USD', 'share price', { measured: inputs, value: result.priceUsd }),
    dollarStep('TVL in USD', 'total assets', { measured: inputs, value: result.tvlUsd }),
    [
      'net assets',
      `sum of ${known.length} of ${result.positions.length} holdings`,
      printAmount(result.netAssets, base),
    ],
    ['fees owed', 'as the accountant says', printAmount(result.feesOwed, base)],
    ...(result.stream === null ? [] : [streamStep(result.stream, base)]),
  ]
  yield* printSteps(formula, steps, ink)
}

function* positionLines(
  positions: readonly PositionValue[],
  { base, ink }: { readonly base: string; readonly ink: Ink },
): Iterable<string> {
  if (positions.length === 0) return yield 'none\n'
  const rows = positions.map(({ protocol, asset, balance, price, value }) => [
    ...[protocol, asset.symbol, printAmount(balance, '')],
    ...[printAmount(price, ''), printAmount(value, base)],
  ])
  const titles = ['protocol', 'asset', 'balance', `price in ${base || 'the base asset'}`, 'value']
  yield* printTable(
    titles.map((title) => ({ title })),
    rows,
    ink,
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
