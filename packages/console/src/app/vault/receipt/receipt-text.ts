import type {
  AnyReceipt,
  DailyReceipt,
  Known,
  PerformanceReceipt,
  Quote,
} from '@vaultwright/valuation'
import { unixText } from '../../part/text/moment-text.ts'
import { percentOf } from '../../part/text/number-text.ts'

/** A value of a receipt, in words. */
export type ReceiptLine = {
  readonly name: string
  /** Exact. */
  readonly value: string | null
  readonly reason: string | null
  /** Easier to read than the value; null where the value is easy enough. */
  readonly note: string | null
}

/** Lists the values of a day's receipt. */
export function dayLines({ result, inputs }: DailyReceipt): readonly ReceiptLine[] {
  const base = inputs.today.base?.symbol ?? 'base asset'
  return [
    lineOf(`share price, ${base}`, result.sharePrice),
    percentLine('daily APY', result.dailyApy),
    percentLine('the same without compounding', result.dailyApr),
    lineOf(`total assets, ${base}`, result.totalAssets),
    lineOf('price of a share, USD', result.priceUsd),
    lineOf('TVL, USD', result.tvlUsd),
  ]
}

/** Lists the values of a week's receipt. */
export function weekLines({ result }: PerformanceReceipt): readonly ReceiptLine[] {
  return [
    percentLine('APY, net of fees', result.apy),
    percentLine('the same without compounding', result.apr),
    percentLine('APY before fees', result.grossApy),
    percentLine('real yield', result.realApy),
    percentLine('yield of fixed maturities', result.maturityApy),
    percentLine('fee drag', result.feeDrag),
    percentLine('residual', result.residual),
    percentLine('platform fee', result.platformFee),
    percentLine('performance fee', result.performanceFee),
  ]
}

/** Lists what was read of the chain for a day. */
export function readLines({ inputs }: DailyReceipt): readonly ReceiptLine[] {
  const { today, before } = inputs
  const { accountant, block, share, events } = today
  return [
    plainLine('block', block.number, timeText(block.atUnix)),
    plainLine('hash of the block', block.hash, null),
    {
      name: 'rate that the accountant gives',
      value: accountant?.rate ?? null,
      reason: accountant === null ? 'no accountant could be read' : 'the call reverted',
      note: null,
    },
    {
      name: 'shares, base units',
      value: share.supply,
      reason: 'it could not be read',
      note: share.decimals === null ? null : `${share.decimals} decimals`,
    },
    {
      name: 'reports of the accountant in the day',
      value: events === null ? null : String(events.length),
      reason: 'its logs could not be read',
      note: events === null ? null : eventText(events),
    },
    {
      name: 'share price of the day before',
      value: before?.sharePrice.value ?? null,
      reason: before === null ? 'the day before was not measured' : before.sharePrice.reason,
      note: before === null ? null : `${before.day}, block ${before.block.number}`,
    },
  ]
}

/** The prices that a receipt was computed with. */
export function quotesOf({ inputs }: AnyReceipt): readonly Quote[] {
  if ('today' in inputs) return inputs.today.quotes
  return 'last' in inputs ? inputs.last.quotes : inputs.quotes
}

/** The flags that a receipt states. */
export function flagsOf({ result }: AnyReceipt) {
  return result.flags
}

/** Writes unix seconds as a moment. */
export function timeText(unix: string): string {
  return Number.isFinite(Number(unix)) ? unixText(Number(unix)) : unix
}

function eventText(events: readonly { readonly event: string }[]): string | null {
  const counts = new Map<string, number>()
  for (const { event } of events) counts.set(event, (counts.get(event) ?? 0) + 1)
  const parts = [...counts].map(([event, count]) => `${count} × ${event.replaceAll('_', ' ')}`)
  return parts.length === 0 ? null : parts.join(', ')
}

function lineOf(name: string, { value, reason }: Known<string>): ReceiptLine {
  return { name, value, reason, note: null }
}

function percentLine(name: string, { value, reason }: Known<string>): ReceiptLine {
  return { name, value, reason, note: value === null ? null : percentOf(value) }
}

function plainLine(name: string, value: string, note: string | null): ReceiptLine {
  return { name, value, reason: null, note }
}
