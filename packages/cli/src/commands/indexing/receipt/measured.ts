import { printUnits } from '@vaultwright/base'
import type {
  AccountantEvent,
  AccountantReading,
  Known,
  Quote,
  ReadFailure,
  VaultState,
} from '@vaultwright/valuation'
import type { TextStyle } from '../../../terminal/style.ts'
import { printPairs, printTable, printTime } from '../../../terminal/table.ts'

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

function printUnknown(reason: string): string {
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

/** A day as it was read, with or without what its growth does not ask for. */
type MeasuredPart = Omit<VaultState, 'holdings' | 'failures'> &
  Partial<Pick<VaultState, 'holdings' | 'failures'>>

/** Prints what was read at the end of a day: block, accountant, fees, reports, prices. */
export function* printMeasured(measured: MeasuredPart, style: TextStyle): Iterable<string> {
  const { block, share, base, accountant, events, quotes, failures = [] } = measured
  yield* printPairs(
    [
      ['block', `${block.number}, ${timeOf(block.atUnix)}, ${block.hash}`],
      ['base asset', base === null ? 'not known' : `${base.symbol} ${base.address}`],
      ['shares', share.supply === null ? 'not known' : unitsText(share.supply, share.decimals)],
      ...(accountant === null
        ? [['accountant', 'none that could be read'] as const]
        : accountantPairs(accountant, base?.decimals ?? null)),
    ],
    style,
  )
  yield* eventLines(events, style)
  yield* quoteLines(quotes, namesIn(measured), style)
  yield* failureLines(failures, style)
}

/** Prints base units with what they are in whole units. */
function unitsText(amount: string, decimals: number | null): string {
  const whole = decimals === null ? '' : `, ${printUnits(BigInt(amount), decimals)}`
  return `${amount} base units${whole}`
}

type Pairs = readonly (readonly [name: string, value: string])[]

function accountantPairs(accountant: AccountantReading, decimals: number | null): Pairs {
  const { address, kind, layout, rate, highwaterMark, stream, bounds } = accountant
  const { platformFeeBps, performanceFeeBps, feesOwed } = accountant
  const old = layout === 'legacy' ? ', legacy layout' : ''
  const performance =
    performanceFeeBps === null ? 'none' : `${percentOf(performanceFeeBps)} of what exceeds the mark`
  return [
    ['accountant', `${address}, ${kind}${old}${accountant.isPaused ? ', PAUSED' : ''}`],
    ['rate', rate === null ? 'not known: getRate() reverted' : unitsText(rate, decimals)],
    ['updated', timeOf(accountant.updatedAtUnix)],
    ['high-water mark', highwaterMark === null ? 'none' : unitsText(highwaterMark, decimals)],
    ['fees', `platform ${percentOf(platformFeeBps)} a year, performance ${performance}`],
    ['fees owed', unitsText(feesOwed, decimals)],
    [
      'bounds',
      `${bounds.lowerBps} to ${bounds.upperBps} bps, ${bounds.minimumDelaySeconds} s apart`,
    ],
    ...(stream === null
      ? []
      : ([
          ['stream', `${unitsText(stream.gains, decimals)}, until ${timeOf(stream.endUnix)}`],
        ] as const)),
  ]
}

function* eventLines(
  events: readonly AccountantEvent[] | null,
  style: TextStyle,
): Iterable<string> {
  if (events === null) return yield 'What the accountant reported that day could not be read.\n'
  if (events.length === 0) return
  yield `\n${style.cyan('reported that day')}\n`
  const rows = events.map((one) => [one.block, one.event.replaceAll('_', ' '), wordsOf(one)])
  yield* printTable(
    [{ title: 'block', align: 'right' }, { title: 'what' }, { title: '' }],
    rows,
    style,
  )
}

function wordsOf(one: AccountantEvent): string {
  if (one.event === 'rate') return `${one.oldRate ?? 'not known'} → ${one.newRate}`
  if (one.event === 'yield') return `${one.amount} base units until ${timeOf(one.endUnix)}`
  if (one.event === 'loss') return `${one.amount} base units`
  return one.event === 'fees_claimed' ? `${one.amount} base units of ${one.asset}` : ''
}

function* quoteLines(
  quotes: readonly Quote[],
  nameOf: (address: string) => string,
  style: TextStyle,
): Iterable<string> {
  yield `\n${style.cyan('prices, in the order of trust')}\n`
  if (quotes.length === 0) return yield 'none\n'
  const titles = ['asset', 'per', 'price', 'kind', 'source', 'time', 'confidence']
  yield* printTable(
    titles.map((title) => ({ title })),
    quotes.map(({ asset, per, price, kind, source, atUnix, confidence }) => [
      nameOf(asset),
      nameOf(per),
      price,
      kind,
      source,
      timeOf(atUnix),
      confidence ?? 'not said',
    ]),
    style,
  )
}

/** Symbols where the day names them; two tokens of one symbol go by their addresses. */
function namesIn({ base, holdings = [] }: MeasuredPart): (address: string) => string {
  const assets = [...(base === null ? [] : [base]), ...holdings.map(({ asset }) => asset)]
  const names = new Map(assets.map(({ address, symbol }) => [address.toLowerCase(), symbol]))
  const bearers = [...names.values()]
  return (address) => {
    const name = names.get(address.toLowerCase())
    const isOnly = bearers.filter((one) => one === name).length === 1
    return name !== undefined && isOnly ? name : address
  }
}

function* failureLines(failures: readonly ReadFailure[], style: TextStyle): Iterable<string> {
  if (failures.length === 0) return
  yield `\n${style.cyan('could not be read')}\n`
  yield* printPairs(
    failures.map(({ what, reason }) => [what, reason] as const),
    style,
  )
}

function percentOf(bps: number): string {
  return printPercent(printUnits(BigInt(bps), 4))
}

function timeOf(unix: string): string {
  return printTime(BigInt(unix))
}
