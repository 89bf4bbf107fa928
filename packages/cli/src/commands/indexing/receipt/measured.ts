import { printUnits } from '@vaultwright/base'
import type {
  AccountantEvent,
  AccountantReading,
  Quote,
  ReadFailure,
  VaultState,
} from '@vaultwright/valuation'
import type { TextStyle } from '../../../terminal/style.ts'
import { printPairs, printTable, printTime } from '../../../terminal/table.ts'
import { printPercent } from './step.ts'

/** A day as it was read, with or without what its growth does not ask for. */
export type MeasuredPart = Omit<VaultState, 'holdings' | 'failures'> &
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
export function unitsText(amount: string, decimals: number | null): string {
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
