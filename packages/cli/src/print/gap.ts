import type { Json } from '../answer.ts'
import { type Gap, type GapSpan, spansOf } from '../indexing/gap.ts'
import type { Ink } from './ink.ts'
import { printTable } from './table.ts'

/** Spans that are shown one by one. */
const most = 100

/** Turns days that are not as they should be into what `--json` shows. */
export function gapsJsonOf(gaps: readonly Gap[]): Json {
  return {
    ok: gaps.length === 0,
    gaps: gaps.map(({ name, vault, chain, day, kind, reason }) => ({
      ...{ name, vault, chain, day, kind, reason },
    })),
  }
}

/** Prints days that are not as they should be for a person, days in a row together. */
export function* printGaps(gaps: readonly Gap[], ink: Ink): Iterable<string> {
  if (gaps.length === 0) return yield `${ink.green('No gap.')}\n`
  const titles = ['vault', 'chain', 'days', 'what', 'why'].map((title) => ({ title }))
  const spans = spansOf(gaps)
  const rows = spans
    .slice(0, most)
    .map(({ name, chain, from, to, days, kind, reason }) => [
      ...[name, chain, daysText({ from, to, days }), kind, reason],
    ])
  yield* printTable(titles, rows, ink)
  if (spans.length > most) yield `and ${spans.length - most} more; --json prints them\n`
  yield `\n${ink.dim('Filled by vaultwright index run, or now by index backfill; index repair takes up what was given up.')}\n`
}

function daysText({ from, to, days }: Pick<GapSpan, 'from' | 'to' | 'days'>): string {
  if (from === null) return 'not known'
  return days === 1 ? from : `${from} to ${to} (${days})`
}
