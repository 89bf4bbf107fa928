import { BaseError } from '@vaultwright/base'
import {
  type AnyReceipt,
  type DailyReceipt,
  type JsonDifference,
  jsonDifferencesOf,
  type PerformanceReceipt,
  readReceipt,
  recompute,
} from '@vaultwright/valuation'
import {
  type AnswerReason,
  type AnswerVerdict,
  reasonOf,
  valueText,
  verdictOf,
} from '../verdict/verdict.ts'

/** A comparison that a value must stand. */
export type Comparison = {
  /** The comparison, as a sentence that holds if nothing differs. */
  readonly title: string
  /** Left is what the service says, right what this page has computed. */
  readonly differences: readonly JsonDifference[]
  /** Why nothing could be compared; null when it was. */
  readonly open: string | null
}

/** The judgement of a value that was computed again. */
export type Judgement = {
  /** No by one difference, open by what could not be compared, else yes. */
  readonly verdict: AnswerVerdict
  readonly comparisons: readonly Comparison[]
}

/** Compares what the service says with what this page computed. */
export function comparisonOf(title: string, served: unknown, computed: unknown): Comparison {
  return { title, differences: jsonDifferencesOf(plainOf(served), plainOf(computed)), open: null }
}

/** Says that nothing could be compared. */
export function openComparison(title: string, open: string): Comparison {
  return { title, differences: [], open }
}

/** Sums comparisons up: one difference is enough, and without any comparison nothing is the same. */
export function checkOf(comparisons: readonly Comparison[]): Judgement {
  const nothing = reasonOf('open', 'not_given', 'The service has no value to compare.')
  const reasons = comparisons.length === 0 ? [nothing] : comparisonReasons(comparisons)
  return { verdict: verdictOf(reasons), comparisons }
}

/** Gives a reason for each difference, and for each comparison that could not be made. */
function comparisonReasons(comparisons: readonly Comparison[]): readonly AnswerReason[] {
  return comparisons.flatMap(({ title, differences, open }) => [
    ...differences.map(({ place, left, right }) =>
      reasonOf(
        'no',
        'not_followed',
        `${title}: ${place === '' ? 'it' : place} is ${valueText(left)}, and ${valueText(right)} follows.`,
      ),
    ),
    ...(open === null ? [] : [reasonOf('open', 'not_given', `${title}: ${open}`)]),
  ])
}

/** A receipt that was computed again, or what stopped it. */
export type Recomputed<Receipt> =
  | { readonly ok: true; readonly again: Receipt; readonly comparison: Comparison }
  | { readonly ok: false; readonly comparison: Comparison }

type ReceiptKinds = { readonly day: DailyReceipt; readonly week: PerformanceReceipt }

/** The input that only a receipt of the kind has, and its formula. */
const kinds = {
  day: { input: 'today', formula: 'daily@1' },
  week: { input: 'last', formula: 'performance@1' },
} as const

const title = 'The formula gives the result that the receipt states'

/** Computes a receipt again from nothing but its inputs, and compares all of it; of another kind it is refused. */
export function recomputeReceipt<Kind extends keyof ReceiptKinds>(
  receipt: unknown,
  kind: Kind,
): Recomputed<ReceiptKinds[Kind]> {
  const recomputed = recomputeAny(receipt)
  if (!recomputed.ok) return recomputed
  const { input, formula } = kinds[kind]
  if (input in recomputed.again.inputs)
    return recomputed as Recomputed<AnyReceipt> & Recomputed<ReceiptKinds[Kind]>
  const stated = recomputed.again.formula
  return { ok: false, comparison: comparisonOf(`The receipt is one of a ${kind}`, stated, formula) }
}

function recomputeAny(receipt: unknown): Recomputed<AnyReceipt> {
  if (receipt === null || receipt === undefined)
    return {
      ok: false,
      comparison: openComparison(
        title,
        'The value came without a receipt, or is being replaced at this moment. Read the page again.',
      ),
    }
  try {
    const parsed = readReceipt(receipt)
    if (!parsed.ok) return { ok: false, comparison: damagedComparison(parsed.issue) }
    const again = recompute(parsed.receipt)
    return { ok: true, again, comparison: comparisonOf(title, receipt, again) }
  } catch (error) {
    const reason = error instanceof BaseError ? error.shortMessage : String(error)
    if (error instanceof BaseError && error.code === 'unknown_formula')
      return { ok: false, comparison: openComparison(title, reason) }
    const difference = { place: 'inputs', left: reason, right: 'inputs that the formula can use' }
    return { ok: false, comparison: { title, differences: [difference], open: null } }
  }
}

function damagedComparison(issue: {
  readonly path: readonly (string | number)[]
  readonly wanted: string
  readonly found: unknown
}): Comparison {
  const difference = { place: issue.path.join('.'), left: issue.found, right: issue.wanted }
  return { title, differences: [difference], open: null }
}

function plainOf(value: unknown): unknown {
  const text = JSON.stringify(value)
  return text === undefined ? undefined : JSON.parse(text)
}
