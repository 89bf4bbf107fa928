import type { Known, PerformanceReceipt } from '@vaultwright/valuation'
import type { PerformanceData } from '@vaultwright/wire'
import { plainText } from '../../part/text/number-text.ts'

/** A term of the yield: `net = real + maturity − drag + residual`. */
export type YieldTerm = {
  readonly name: string
  /** The sign with which it enters the sum. */
  readonly sign: '' | '+' | '−'
  /** Fraction of a year, exact. */
  readonly value: Known<string>
}

/** Lists the terms of the yield of a week, the sum last. */
export function yieldTermsOf(
  served: PerformanceData,
  receipt: PerformanceReceipt | null,
): readonly YieldTerm[] {
  const { apy, global_apy_breakdown: parts } = served
  const result = receipt?.result
  return [
    { name: 'Real yield', sign: '', value: result?.realApy ?? toldValue(parts.real_apy) },
    {
      name: 'Fixed maturities',
      sign: '+',
      value: result?.maturityApy ?? toldValue(parts.maturity_apy),
    },
    { name: 'Fee drag', sign: '−', value: result?.feeDrag ?? toldValue(parts.fee) },
    {
      name: 'Residual',
      sign: '+',
      value: result?.residual ?? { value: null, reason: 'It is in the receipt alone.' },
    },
    { name: 'APY, 7 days, net', sign: '', value: result?.apy ?? toldValue(apy) },
  ]
}

/** A bar of a term between the least and the most of all, in parts of 100. */
export type TermBar = { readonly from: number; readonly size: number; readonly zero: number }

/** Lays the terms on one scale, which has a zero line. */
export function barsOf(terms: readonly YieldTerm[]): readonly (TermBar | null)[] {
  const values = terms.map(({ sign, value }) =>
    value.value === null ? null : Number(value.value) * (sign === '−' ? -1 : 1),
  )
  const numbers = values.filter((value) => value !== null)
  const [minimum, most] = [Math.min(0, ...numbers), Math.max(0, ...numbers)]
  const scale = most === minimum ? 0 : 100 / (most - minimum)
  const zero = (0 - minimum) * scale
  return values.map((value) =>
    value === null
      ? null
      : {
          from: value < 0 ? zero + value * scale : zero,
          size: Math.abs(value) * scale,
          zero,
        },
  )
}

function toldValue(value: number | null): Known<string> {
  if (value === null) return { value: null, reason: 'The service gave no reason.' }
  return { value: plainText(value), reason: null }
}
