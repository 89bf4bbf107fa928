import type { AnyReceipt, DailyReceipt, PerformanceReceipt } from '@vaultwright/valuation'
import { dailyEntryOf, performanceOf } from '@vaultwright/wire'
import type { Context } from '../context.ts'
import { readJson } from '../input.ts'
import { type Fields, fieldsOf, ShapeError } from '../shape.ts'
import { UsageError } from '../usage.ts'
import { checkOf, checkReceipt } from './check.ts'
import { dayMeant } from './day-word.ts'
import type { Check, Explained, ExplainedKind } from './explained.ts'
import { parseReceipt } from './receipt-schema.ts'

/** Whose receipt, and of which day where there are several. */
export type ServedWords = { readonly receipt: string; readonly day: string | undefined }

/** A receipt with what was served beside it; null when it came alone. */
type Served = { readonly receipt: AnyReceipt; readonly entry: Fields | null }

/**
 * Explains a receipt that somebody served: an answer of the API with `explain=true`, an entry of it, or the
 * receipt alone. No database and no chain is asked.
 *
 * @returns the receipt, computed again from its own inputs, and what was served beside it compared.
 * @throws {ShapeError} when there is no receipt in it. {UsageError} when there are several and no day.
 */
export async function explainServed(words: ServedWords, context: Context): Promise<Explained> {
  const day = words.day === undefined ? null : dayMeant(words.day, '<day>')
  const { receipt, entry } = servedOf(await readJson(words.receipt, context), words.receipt, day)
  const { chain, vault, day: of } = subjectOf(receipt)
  const checks = [await checkReceipt(receipt)]
  if (entry !== null) checks.push(await checkAnswer(receipt, entry))
  return {
    ...{ chain, vault, name: null, day: of, kind: kindOf(receipt), asOfUnix: null },
    ...{ receipt, reading: null, checks, earlier: [] },
  }
}

function servedOf(value: unknown, path: string, day: string | null): Served {
  const fields = fieldsOf(value, path)
  if ('formula' in fields) return { receipt: parseReceipt(fields, path), entry: null }
  const { data } = fields
  if (!Array.isArray(data)) return entryOf(fieldsOf(data ?? fields, path), path)
  const all = data.map((one, at) => entryOf(fieldsOf(one, `data[${at}]`), `data[${at}]`))
  const meant = all.filter(({ receipt }) => day === null || subjectOf(receipt).day === day)
  if (meant.length === 1) return meant[0]!
  const days = all.map(({ receipt }) => subjectOf(receipt).day)
  throw new UsageError(
    `${path} has ${all.length} receipts, ${meant.length} of them are meant. Name one day of: ${days.join(', ')}.`,
    { days },
  )
}

function entryOf(entry: Fields, place: string): Served {
  if (entry.receipt === undefined || entry.receipt === null) {
    throw new ShapeError(`${place}.receipt`, 'a receipt, as explain=true adds it,', entry.receipt)
  }
  return { receipt: parseReceipt(entry.receipt, `${place}.receipt`), entry }
}

/** The interface rounds nothing: what it shows follows from the receipt. */
async function checkAnswer(receipt: AnyReceipt, entry: Fields): Promise<Check> {
  const [{ dailyPointOf, performanceRowOf }, { recompute }] = await Promise.all([
    import('@vaultwright/indexer'),
    import('@vaultwright/valuation'),
  ])
  const again = recompute(receipt)
  const { receipt: _, ...shown } = entry
  if (kindOf(receipt) === 'daily') {
    const { inputs, result } = again as DailyReceipt
    const whole = { ...inputs.today, holdings: [], failures: [] }
    return checkOf('answer', dailyEntryOf(dailyPointOf(whole, result)), shown)
  }
  const { inputs } = again as PerformanceReceipt
  const row = performanceRowOf(inputs.last, again as PerformanceReceipt)
  return checkOf('answer', performanceOf(row), shown)
}

function kindOf({ formula }: AnyReceipt): ExplainedKind {
  if (formula.startsWith('daily@')) return 'daily'
  return formula.startsWith('performance@') ? 'performance' : 'snapshot'
}

function subjectOf(receipt: AnyReceipt) {
  const { inputs } = receipt
  if ('today' in inputs) return inputs.today
  return 'last' in inputs ? inputs.last : inputs
}
