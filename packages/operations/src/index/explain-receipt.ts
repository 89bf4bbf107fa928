import type { AnyReceipt, DailyReceipt, PerformanceReceipt } from '@vaultwright/valuation'
import { dailyEntryOf, performanceOf } from '@vaultwright/wire'
import {
  checkOf,
  checkReceipt,
  type ReceiptCheck,
  type ValueExplanation,
  type ValueKind,
} from './explained.ts'

/** A receipt with the values that were served beside it; null when it came alone. */
export type ServedReceipt = {
  readonly receipt: AnyReceipt
  readonly entry: { readonly [key: string]: unknown } | null
}

/** Explains a receipt that an API served. Neither database nor chain is asked. */
export async function explainReceipt({ receipt, entry }: ServedReceipt): Promise<ValueExplanation> {
  const { chain, vault, day } = subjectOf(receipt)
  const checks = [await checkReceipt(receipt)]
  if (entry !== null) checks.push(await checkAnswer(receipt, entry))
  const kind = kindOf(receipt)
  return {
    chain,
    vault,
    name: null,
    day,
    kind,
    asOfUnix: null,
    receipt,
    reading: null,
    older: null,
    checks,
    earlier: [],
  }
}

/** The vault, chain and day that a receipt is about. */
export function subjectOf(receipt: AnyReceipt) {
  const { inputs } = receipt
  if ('today' in inputs) return inputs.today
  return 'last' in inputs ? inputs.last : inputs
}

/** The interface rounds nothing: what it shows follows from the receipt. */
async function checkAnswer(
  receipt: AnyReceipt,
  entry: NonNullable<ServedReceipt['entry']>,
): Promise<ReceiptCheck> {
  const { dailyValuesOf, performanceValuesOf, recompute } = await import('@vaultwright/valuation')
  const again = recompute(receipt)
  const { receipt: _, ...shown } = entry
  if (kindOf(receipt) === 'daily') {
    const { inputs, result } = again as DailyReceipt
    return checkOf('answer', dailyEntryOf(dailyValuesOf(inputs.today, result)), shown)
  }
  return checkOf('answer', performanceOf(performanceValuesOf(again as PerformanceReceipt)), shown)
}

function kindOf({ formula }: AnyReceipt): ValueKind {
  if (formula.startsWith('daily@')) return 'daily'
  return formula.startsWith('performance@') ? 'performance' : 'snapshot'
}
