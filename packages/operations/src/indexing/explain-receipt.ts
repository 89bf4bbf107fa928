import type { AnyReceipt, DailyReceipt, PerformanceReceipt } from '@vaultwright/valuation'
import { dailyGrowthOf, navFields, performanceOf } from '@vaultwright/wire'
import {
  checkOf,
  checkReceipt,
  openCheck,
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
  if (entry !== null && 'net_assets' in entry) checks.push(openCheck('holdings', ofHoldings))
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

const ofHoldings =
  'They follow from what the vault held, which this receipt does not hold. Run: vaultwright index explain <vault> <day> --kind snapshot'

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
    return checkOf('answer', dailyGrowthOf(dailyValuesOf(inputs.today, result)), grown(shown))
  }
  return checkOf('answer', performanceOf(performanceValuesOf(again as PerformanceReceipt)), shown)
}

/** Net assets follow from the holdings of the day, which its growth does not ask for. */
function grown(shown: Readonly<Record<string, unknown>>): Readonly<Record<string, unknown>> {
  return Object.fromEntries(Object.entries(shown).filter(([key]) => !(key in navFields)))
}

function kindOf({ formula }: AnyReceipt): ValueKind {
  if (formula.startsWith('daily@')) return 'daily'
  return formula.startsWith('performance@') ? 'performance' : 'snapshot'
}
