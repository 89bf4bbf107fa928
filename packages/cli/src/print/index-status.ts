import type { IndexingFailure } from '@vaultwright/store'
import type { Json } from '../answer.ts'
import { failureText } from '../indexing/gap.ts'
import { type IndexRow, isCurrent } from '../indexing/status.ts'
import { printDuration } from '../progress.ts'
import type { Ink } from './ink.ts'
import { printSafely, printTable } from './table.ts'
import { printTime, printTimeOrNull } from './time.ts'

/** Turns how far vaults are indexed into what `--json` shows. */
export function indexStatusJsonOf(rows: readonly IndexRow[]): Json {
  return {
    ok: rows.every(isCurrent),
    vaults: rows.map((row) => ({
      ...{ name: row.name, vault: row.vault, chain: row.chain, tenantId: row.tenantId },
      ok: isCurrent(row),
      head: row.head === null ? null : { number: row.head.number, at: printTime(row.head.atUnix) },
      due: row.due === null ? null : { from: row.due.from, to: row.due.to },
      ...{ lastDay: row.lastDay, lagSeconds: row.lagSeconds },
      ...{ missing: row.missingDays, stale: row.staleDays },
      rootsWithoutTree: row.unknownRoots,
      failures: row.failures.map(failureJsonOf),
    })),
  }
}

/** Prints how far vaults are indexed for a person. */
export function* printIndexStatus(rows: readonly IndexRow[], ink: Ink): Iterable<string> {
  const behind = rows.filter((row) => !isCurrent(row)).length
  yield behind === 0
    ? `${ink.green('current')}\n\n`
    : `${ink.red('not current')}  ${behind} of ${rows.length}\n\n`
  const left = ['vault', 'chain', 'last day'].map((title) => ({ title }))
  const right = ['behind head', 'missing', 'stale', 'failing', 'given up', 'roots without tree']
  yield* printTable(
    [...left, ...right.map((title) => ({ title, align: 'right' }) as const)],
    rows.map((row) => [
      ...[row.name, row.chain, row.lastDay ?? 'none'],
      row.lagSeconds === null ? 'not known' : printDuration(row.lagSeconds),
      ...[row.missingDays.length, row.staleDays.length].map(String),
      ...[countOf(row, 'retrying'), countOf(row, 'parked'), row.unknownRoots].map(String),
    ]),
    ink,
  )
  for (const { name, chain, head, failures } of rows) {
    if (head === null) {
      yield `${ink.yellow('note')}  Nobody looked at ${chain} yet: vaultwright index run, or index backfill\n`
    }
    const [last] = failures
    if (last === undefined) continue
    const what = `${last.kind}${last.day === null ? '' : ` of ${last.day}`}`
    yield `${ink.red('last error')}  ${printSafely(name)} on ${chain}, ${what}, ${printTime(last.lastAtUnix)}: ${printSafely(failureText(last))}\n`
  }
}

function countOf({ failures }: IndexRow, state: IndexingFailure['state']): number {
  return failures.filter((failure) => failure.state === state).length
}

function failureJsonOf(failure: IndexingFailure): Json {
  const { kind, day, state, attempts, code, message } = failure
  return {
    ...{ kind, day, state, attempts, code, message },
    firstAt: printTime(failure.firstAtUnix),
    lastAt: printTime(failure.lastAtUnix),
    retryAt: printTimeOrNull(failure.retryAtUnix),
  }
}
