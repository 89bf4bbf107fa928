import { failureText, type IndexRow, isCurrent, readIndexStatus } from '@vaultwright/operations'
import type { IndexingFailure } from '@vaultwright/store'
import { withStore } from '../../admin/open.ts'
import { withoutUrl } from '../../admin/option.ts'
import { defineCommand } from '../../command/command.ts'
import type { Context, Json } from '../../terminal/context.ts'
import { printDuration } from '../../terminal/progress.ts'
import type { TextStyle } from '../../terminal/style.ts'
import { printSafely, printTable, printTime, printTimeOrNull } from '../../terminal/table.ts'
import { indexOptions, type VaultOptions } from './environment.ts'
import { findStatusTarget } from './target.ts'

export const command = defineCommand({
  name: 'index status',
  summary: 'Show the index progress of each vault',
  describe:
    'Shows how far each vault is indexed on each chain: last day, how far behind the last final block on record, days that are missing, values that are old, work that failed, roots on chain without a stored tree. Reads only the database; asks no chain. Exits with 1 if a day is missing or old, work was given up, or the chain was not scanned yet.',
  positionals: {},
  options: indexOptions,
  without: withoutUrl,
  examples: [
    ['index status', 'All vaults of the database'],
    ["index status --vault 'Local ETH' --json", 'One of them, for a program'],
  ],
  run: async (args, context) => {
    const rows = await readStatus(args, context)
    return {
      json: () => indexStatusJsonOf(rows),
      text: (style) => printIndexStatus(rows, style),
      exit: () => (rows.every(isCurrent) ? 0 : 1),
    }
  },
})

/** Tells how far vaults are indexed, from the database alone. */
export function readStatus(options: VaultOptions, context: Context): Promise<readonly IndexRow[]> {
  return withStore(options, context, async (store) => {
    const { target, svmVaults, ...scope } = await findStatusTarget(store, options)
    const nowUnix = () => BigInt(Math.floor(context.now() / 1_000))
    const rows = await readIndexStatus(store, scope, nowUnix)
    return rows.filter(({ chain, vault, tenantId }) => {
      const isMeant = target?.vault === undefined || target.vault === vault
      if (chain !== 'solana') return isMeant && target?.chains.includes(chain) === true
      return svmVaults.some((one) => one.address === vault && one.tenantId === tenantId)
    })
  })
}

function indexStatusJsonOf(rows: readonly IndexRow[]): Json {
  return {
    ok: rows.every(isCurrent),
    vaults: rows.map((row) => ({
      name: row.name,
      vault: row.vault,
      chain: row.chain,
      tenantId: row.tenantId,
      ok: isCurrent(row),
      head: row.head === null ? null : { number: row.head.number, at: printTime(row.head.atUnix) },
      due: row.due === null ? null : { from: row.due.from, to: row.due.to },
      lastDay: row.lastDay,
      lagSeconds: row.lagSeconds,
      missing: row.missingDays,
      lost: row.lostDays,
      stale: row.staleDays,
      rootsWithoutTree: row.unknownRoots,
      failures: row.failures.map(failureJsonOf),
    })),
  }
}

function* printIndexStatus(rows: readonly IndexRow[], style: TextStyle): Iterable<string> {
  const behind = rows.filter((row) => !isCurrent(row)).length
  yield behind === 0
    ? `${style.green('current')}\n\n`
    : `${style.red('not current')}  ${behind} of ${rows.length}\n\n`
  const left = ['vault', 'chain', 'last day'].map((title) => ({ title }))
  const right = ['behind head', 'missing', 'stale', 'failing', 'given up', 'roots without tree']
  yield* printTable(
    [...left, ...right.map((title) => ({ title, align: 'right' }) as const)],
    rows.map((row) => [
      row.name,
      row.chain,
      row.lastDay ?? 'none',
      row.lagSeconds === null ? 'not known' : printDuration(row.lagSeconds),
      ...[row.missingDays.length, row.staleDays.length].map(String),
      ...[countOf(row, 'retrying'), countOf(row, 'parked'), row.unknownRoots].map(String),
    ]),
    style,
  )
  for (const { name, chain, head, failures, lostDays } of rows) {
    if (head === null && chain !== 'solana') {
      yield `${style.yellow('note')}  ${chain} was not scanned yet: run vaultwright index run, or index backfill\n`
    }
    if (lostDays.length > 0) {
      yield `${style.yellow('lost')}  ${printSafely(name)} on ${chain}: ${lostDays.length} days were not read in time, the last ${lostDays.at(-1)}\n`
    }
    const [last] = failures
    if (last === undefined) continue
    const what = `${last.kind}${last.day === null ? '' : ` of ${last.day}`}`
    yield `${style.red('last error')}  ${printSafely(name)} on ${chain}, ${what}, ${printTime(last.lastAtUnix)}: ${printSafely(failureText(last))}\n`
  }
}

function countOf({ failures }: IndexRow, state: IndexingFailure['state']): number {
  return failures.filter((failure) => failure.state === state).length
}

function failureJsonOf(failure: IndexingFailure): Json {
  const { kind, day, state, attempts, code, message } = failure
  return {
    kind,
    day,
    state,
    attempts,
    code,
    message,
    firstAt: printTime(failure.firstAtUnix),
    lastAt: printTime(failure.lastAtUnix),
    retryAt: printTimeOrNull(failure.retryAtUnix),
  }
}
