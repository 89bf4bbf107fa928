import type { Known, VaultState } from '@vaultwright/valuation'
import type { TextStyle } from '../../../terminal/style.ts'
import { printTable } from '../../../terminal/table.ts'

/** Prints a fraction in hundreds, as people speak of yield. */
export function printPercent(fraction: string): string {
  const sign = fraction.startsWith('-') ? '-' : ''
  const [whole = '0', part = ''] = fraction.replace('-', '').split('.')
  const digits = `${whole}${part.padEnd(2, '0').slice(0, 2)}`.replace(/^0+(?=\d)/, '')
  const places = part.slice(2, 6).replace(/0+$/, '')
  const shown = places === '' ? digits : `${digits}.${places}`
  return `${/[1-9]/.test(shown) ? sign : ''}${shown} %`
}

/** Prints a fraction of a year, or why there is none. */
export function printYield({ value, reason }: Known<string>): string {
  return value === null ? printUnknown(reason) : `${printPercent(value)}  (${value})`
}

export function printAmount({ value, reason }: Known<string>, unit: string): string {
  return value === null ? printUnknown(reason) : `${value} ${unit}`.trimEnd()
}

export function printUnknown(reason: string): string {
  return `not known: ${reason}`
}

/** A step from what was read to a value: its name, how it is made, and what came out. */
export type Step = readonly [name: string, how: string, result: string]

/** Prints steps below the name of their formula. */
export function* printSteps(
  formula: string,
  steps: readonly Step[],
  style: TextStyle,
): Iterable<string> {
  yield `\n${style.cyan(`how it is computed, by ${formula}`)}\n`
  yield* printTable([{ title: 'value' }, { title: 'how' }, { title: 'result' }], steps, style)
}

/** Names the growth of a share between two ends, as both yields are made of it. */
export function growthSteps(ends: {
  readonly from: string
  readonly to: string
  readonly days: number
  readonly apr: Parameters<typeof printYield>[0]
  readonly apy: Parameters<typeof printYield>[0]
}): readonly Step[] {
  const { from, to, days, apr, apy } = ends
  const [times, power] = days === 1 ? ['365', '365'] : [`365 / ${days}`, `(365 / ${days})`]
  return [
    ['growth', `share price after ${days} × 86,400 s`, `${from} → ${to}`],
    ['APR', `(to / from − 1) × ${times}`, printYield(apr)],
    ['APY', `(to / from) ^ ${power} − 1`, printYield(apy)],
  ]
}

/** The values that the steps of a share's worth are printed from. */
type Share = Omit<VaultState, 'holdings' | 'failures'>

/** Tells how the price of a share is made. */
export function priceStep({ accountant, base }: Share, sharePrice: Known<string>): Step {
  const rate = accountant?.rate ?? null
  const how = rate === null ? 'getRate()' : `getRate() = ${rate} / 10^${base?.decimals ?? '?'}`
  return ['share price', how, printAmount(sharePrice, base?.symbol ?? '')]
}

/** Tells how the worth of all shares is made. */
export function assetsStep({ accountant, base, share }: Share, totalAssets: Known<string>): Step {
  const isStream = accountant?.kind === 'yield_streaming'
  const shown = accountant?.stream?.totalAssets ?? '?'
  const how = isStream
    ? `totalAssets() = ${shown} / 10^${base?.decimals ?? '?'}`
    : `${accountant?.rate ?? '?'} × ${share.supply ?? '?'} / 10^${share.decimals ?? '?'}, rounded down`
  return ['total assets', how, printAmount(totalAssets, base?.symbol ?? '')]
}

/** Tells how something in the base asset becomes US dollars. */
export function dollarStep(
  name: string,
  of: string,
  { measured, value }: { readonly measured: Share; readonly value: Known<string> },
): Step {
  const { base, quotes } = measured
  const quote = quotes.find(({ asset, per }) => per === 'usd' && asset === base?.address)
  const price = quote === undefined ? 'by the prices above' : `${quote.price} (${quote.source})`
  return [
    name,
    `${of} × USD price of ${base?.symbol ?? 'the base asset'}: ${price}`,
    printAmount(value, 'USD'),
  ]
}
