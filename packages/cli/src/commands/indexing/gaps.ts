import { type Gap, type GapSpan, gapsOf, spansOf } from '@vaultwright/operations'
import { withoutUrl } from '../../admin/option.ts'
import { defineCommand } from '../../command/command.ts'
import type { Json } from '../../terminal/context.ts'
import type { TextStyle } from '../../terminal/style.ts'
import { printTable } from '../../terminal/table.ts'
import { indexOptions } from './environment.ts'
import { readStatus } from './status.ts'

export const command = defineCommand({
  name: 'index gaps',
  summary: 'List days that are missing or old, each with the reason',
  describe:
    'Lists days that are missing, whose values are old, or on which work failed, each with the reason. Reads only the database, up to the last final block on record. Exits with 1 if there are any, so a monitor can call it.',
  positionals: {},
  options: indexOptions,
  without: withoutUrl,
  examples: [
    ['index gaps', 'Of all vaults of the database'],
    ['index gaps --tenant acme --json', 'Of one tenant, day by day for a program'],
  ],
  run: async (args, context) => {
    const gaps = (await readStatus(args, context)).flatMap(gapsOf)
    return {
      json: () => gapsJsonOf(gaps),
      text: (style) => printGaps(gaps, style),
      exit: () => (gaps.length === 0 ? 0 : 1),
    }
  },
})

const most = 100

function gapsJsonOf(gaps: readonly Gap[]): Json {
  return {
    ok: gaps.length === 0,
    gaps: gaps.map(({ name, vault, chain, day, kind, reason }) => ({
      name,
      vault,
      chain,
      day,
      kind,
      reason,
    })),
  }
}

/** Prints days that are not as they should be for a person, days in a row together. */
function* printGaps(gaps: readonly Gap[], style: TextStyle): Iterable<string> {
  if (gaps.length === 0) return yield `${style.green('No gap.')}\n`
  const titles = ['vault', 'chain', 'days', 'what', 'why'].map((title) => ({ title }))
  const spans = spansOf(gaps)
  const rows = spans
    .slice(0, most)
    .map(({ name, chain, from, to, days, kind, reason }) => [
      name,
      chain,
      daysText({ from, to, days }),
      kind,
      reason,
    ])
  yield* printTable(titles, rows, style)
  if (spans.length > most) yield `and ${spans.length - most} more; --json prints them\n`
  yield `\n${style.dim('Filled by vaultwright index run, or now by index backfill; index repair takes up what was given up.')}\n`
}

function daysText({ from, to, days }: Pick<GapSpan, 'from' | 'to' | 'days'>): string {
  if (from === null) return 'not known'
  return days === 1 ? from : `${from} to ${to} (${days})`
}
