import type { Json } from '../answer.ts'
import { type Check, type EarlierValue, type Explained, isProven } from '../indexing/explained.ts'
import type { Ink } from './ink.ts'
import { printReceipt } from './receipt.ts'
import { printSafely, printTable } from './table.ts'
import { printTime, printTimeOrNull } from './time.ts'

/** Turns an explained value into what `--json` shows. */
export function explainedJsonOf(explained: Explained): Json {
  const { chain, vault, name, day, kind, asOfUnix, receipt, reading, checks, earlier } = explained
  return {
    ok: isProven(explained),
    ...{ chain, vault, name, day, kind, asOf: printTimeOrNull(asOfUnix) },
    reading:
      reading === null
        ? null
        : { ...reading, readAtUnix: undefined, readAt: printTimeOrNull(reading.readAtUnix) },
    checks: checks.map(({ against, differences, open }) => ({
      ...{ against, same: open === null ? differences.length === 0 : null, differences, open },
    })),
    receipt: receipt as unknown as Json,
    earlier: earlier.map(({ kind, sinceUnix, untilUnix, reason, value }) => ({
      ...{ kind, since: printTimeOrNull(sinceUnix), until: printTime(untilUnix), reason },
      value: value as Json,
    })),
  }
}

/**
 * Prints an explained value for a person: what was read, each step, what it was compared with, what stood
 * there before.
 */
export function* printExplained(explained: Explained, ink: Ink): Iterable<string> {
  const { chain, vault, name, day, kind, asOfUnix, receipt, reading, checks, earlier } = explained
  const whose = name === null ? vault : `${printSafely(name)} ${vault}`
  const then = asOfUnix === null ? '' : `, as known at ${printTime(asOfUnix)}`
  yield `${ink.bold(day)}  ${kind} of ${whose} on ${chain}${then}\n`
  if (reading !== null) {
    const read = reading.readAtUnix === null ? '' : `, read at ${printTime(reading.readAtUnix)}`
    yield ink.dim(`from reading ${reading.digest}, ${reading.calls} calls at one block${read}\n`)
  }
  yield `\n${ink.cyan('what was read')}\n`
  yield* printReceipt(receipt, ink)
  yield `\n${ink.cyan('computed again')}\n`
  for (const check of checks) yield* checkLines(check, ink)
  yield* earlierLines(earlier, ink)
}

const comparisons = {
  receipt: "from the receipt's own inputs",
  reading: "from the kept answers of the chain: the receipt's inputs and its result",
  value: 'from the kept answers of the chain: the value that is stored',
  answer: "from the receipt's own inputs: what was served beside it",
} as const satisfies Readonly<Record<Check['against'], string>>

function* checkLines({ against, differences, open }: Check, ink: Ink): Iterable<string> {
  const how = comparisons[against]
  if (open !== null) return yield `${ink.yellow('open     ')}  ${how}. ${printSafely(open)}\n`
  if (differences.length === 0) return yield `${ink.green('the same ')}  ${how}, bit for bit\n`
  yield `${ink.red('DIFFERENT')}  ${how}; first at:\n`
  for (const place of differences) yield `             ${printSafely(place)}\n`
}

function* earlierLines(earlier: readonly EarlierValue[], ink: Ink): Iterable<string> {
  if (earlier.length === 0) return
  yield `\n${ink.cyan('what stood there before')}\n`
  const titles = ['what', 'since', 'until', 'why it went'].map((title) => ({ title }))
  const rows = earlier.map(({ kind, sinceUnix, untilUnix, reason }) => [
    ...[kind, printTimeOrNull(sinceUnix) ?? 'not noted', printTime(untilUnix), reason],
  ])
  yield* printTable(titles, rows, ink)
}
