import type { Json } from '../answer.ts'
import { type Backfilled, isWhole, namesOf } from '../indexing/backfill.ts'
import type { FailedWork } from '../indexing/tally.ts'
import { printDuration } from '../progress.ts'
import type { Ink } from './ink.ts'
import { printPairs, printSafely, printTable } from './table.ts'
import { printTime } from './time.ts'

/** Failures that are shown one by one. */
const few = 20

/** Turns what indexing did into what `--json` shows. */
export function backfilledJsonOf(found: Backfilled): Json {
  const { indexed, kept, revised, failed, waits, strangers, unserved, ms } = found
  return {
    ok: isWhole(found),
    ...{ indexed, kept, revised, ms },
    chains: found.filled.map(({ chain, report }) => ({
      chain,
      head: { number: report.head.number, at: printTime(report.head.timestamp) },
      behind: report.behind === null ? null : report.behind.number,
      ...{ vaults: report.vaults, missing: report.missing, stale: report.stale },
      ...askedOf(found, chain),
    })),
    unserved,
    failures: failed.map(failureJsonOf),
    waits: waits.map(({ task, reason }) => ({ kind: task.kind, chain: chainIn(task), reason })),
    rootsWithoutTree: strangers.map(({ place, root, strategist, isActive }) => ({
      ...{ chain: place.chain, vault: place.vault, root, strategist, isActive },
    })),
  }
}

/** Turns work that failed into what `--json` shows. */
export function failureJsonOf({ place, chain, kind, day, code, message }: FailedWork): Json {
  return { kind, chain, vault: place?.vault ?? null, day, code, message }
}

/**
 * Prints what indexing did for a person: a sentence, how the nodes were asked, and what is left.
 */
export function* printBackfilled(found: Backfilled, ink: Ink): Iterable<string> {
  const { indexed, kept, revised, failed, waits, unserved, ms } = found
  const nameOf = namesOf(found.target)
  const verdict = isWhole(found) ? ink.green('whole') : ink.red('not whole')
  const spent = ms < 1_000 ? `${ms} ms` : printDuration(Math.round(ms / 1_000))
  yield `${verdict}  ${daysText(indexed)} indexed${kept === 0 ? '' : `, ${kept} kept`}${revised === 0 ? '' : `, ${revised} values revised`} in ${spent}\n`
  const titles = ['chain', 'final head', 'of', 'missing', 'stale', 'round trips', 'a day']
  const rows = found.filled.map(({ chain, report }) => {
    const { asks } = askedOf(found, chain)
    const head = `block ${report.head.number}`
    return [
      ...[chain, head, printTime(report.head.timestamp), String(report.missing)],
      ...[String(report.stale), String(asks), indexed === 0 ? '' : (asks / indexed).toFixed(2)],
    ]
  })
  yield '\n'
  yield* printTable(
    titles.map((title, at) => (at > 2 ? { title, align: 'right' } : { title })),
    rows,
    ink,
  )
  for (const { chain, report } of found.filled) {
    if (report.behind === null) continue
    yield `${ink.yellow('note')}  The node of ${chain} is at block ${report.head.number}, and block ${report.behind.number} was seen before: nothing was looked at. Wait for it, or ask another.\n`
  }
  for (const chain of unserved) {
    yield `${ink.yellow('note')}  ${chain} has no node, and was left out.\n`
  }
  for (const { task, reason } of waits.slice(0, few)) {
    yield `${ink.yellow('waits')}  ${task.kind}${chainIn(task) === null ? '' : ` on ${chainIn(task)}`}: ${printSafely(reason)}\n`
  }
  for (const { place, root, strategist } of found.strangers) {
    yield `${ink.yellow('root without tree')}  ${printSafely(nameOf(place.vault))} on ${place.chain}: ${root} of ${strategist}. Push its tree: vaultwright tree push\n`
  }
  if (failed.length === 0) return
  yield `\n${ink.red('failed')}\n`
  yield* printFailures(failed, nameOf, ink)
  yield `\n${ink.dim('What was given up is taken up again by: vaultwright index repair')}\n`
}

function* printFailures(
  failed: readonly FailedWork[],
  nameOf: (vault: string) => string,
  ink: Ink,
): Iterable<string> {
  for (const { place, chain, kind, day, code, message } of failed.slice(0, few)) {
    const whose = place === null ? (chain ?? '') : `${nameOf(place.vault)} on ${place.chain}`
    const what = [kind, whose, day ?? ''].filter((text) => text !== '').join(', ')
    yield* printPairs([[printSafely(what), `${message} [${code}]`]], ink)
  }
  if (failed.length > few) yield `and ${failed.length - few} more; --json prints them\n`
}

function askedOf({ asked }: Backfilled, chain: string) {
  const { asks, calls } = asked.find((one) => one.chain === chain) ?? { asks: 0, calls: 0 }
  return { asks, calls }
}

function chainIn(task: Backfilled['waits'][number]['task']): string | null {
  return 'chain' in task ? task.chain : null
}

function daysText(count: number): string {
  return count === 1 ? '1 day' : `${count} days`
}
