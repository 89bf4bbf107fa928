import type { IndexEvent, Indexer } from '@vaultwright/indexer'
import {
  type FailedWork,
  type Filled,
  fillGaps,
  type RunCounts,
  startRunSummary,
} from '@vaultwright/operations'
import { withStore } from '../../admin/open.ts'
import { withoutUrl } from '../../admin/option.ts'
import { type ArgumentsOf, defineCommand } from '../../command/command.ts'
import { openProgressReporter } from '../../print/index-progress.ts'
import type { Context, Json } from '../../terminal/context.ts'
import { printDuration } from '../../terminal/progress.ts'
import type { TextStyle } from '../../terminal/style.ts'
import { printPairs, printSafely, printTable, printTime } from '../../terminal/table.ts'
import {
  chainsServed,
  indexNodeOptions,
  indexOptions,
  paceOptions,
  rangeOptions,
  readIndexEnv,
  readPriceFile,
} from './environment.ts'
import { findStatusTarget, type IndexTarget, rangeMeant } from './target.ts'

const backfillOptions = {
  ...indexOptions,
  ...rangeOptions,
  ...paceOptions,
  ...indexNodeOptions,
}

export const command = defineCommand({
  name: 'index backfill',
  summary: 'Index missing days now',
  describe:
    'Indexes missing days in this process, and ends. A day of a vault is read at its last block, all at one block hash; its reading is stored, and values and receipts are computed from it. Indexed days stay as they are. Exits with 1 if something failed or is still missing.',
  positionals: {},
  options: backfillOptions,
  without: withoutUrl,
  examples: [
    ['index backfill', 'All vaults since their first days, with the nodes of the environment'],
    [
      "index backfill --vault 'Local ETH' --from 2026-01-10 --to 2026-01-20 --rpc-url http://127.0.0.1:8545",
      'These days of one vault, by this node',
    ],
  ],
  run: async (args, context) => {
    const summary = await backfill(args, context)
    return {
      json: () => backfilledJsonOf(summary),
      text: (style) => printBackfilled(summary, style),
      exit: () => (isWhole(summary) ? 0 : 1),
    }
  },
})

type BackfillOptions = ArgumentsOf<typeof backfillOptions>

/** The counts of a chain's node: round trips, and questions in them. */
type AskedChain = { readonly chain: string; readonly asks: number; readonly calls: number }

export type Backfilled = RunCounts & {
  readonly target: IndexTarget
  readonly filled: readonly Filled[]
  /** Chains that are meant and have no node. */
  readonly unserved: readonly string[]
  readonly asked: readonly AskedChain[]
  readonly ms: number
}

/** The work with an indexer before the missing days. */
type Preparation = (
  indexer: Indexer,
  target: IndexTarget,
  chains: readonly string[],
) => Promise<void>

/** Indexes days that are missing, now and in this process. */
export async function backfill(
  options: BackfillOptions,
  context: Context,
  prepare: Preparation = async () => {},
): Promise<Backfilled> {
  const range = rangeMeant(options)
  const meant = await withStore(options, context, (store) => findStatusTarget(store, options))
  const target = meant.target ?? { vaults: [], chains: [] }
  const env = await readIndexEnv({ ...options, queue: 'inline' }, target.chains, context)
  const slugs = env.chains.map(({ slug }) => slug)
  const hasSolana = meant.svmVaults.length > 0
  const chains =
    hasSolana && env.solana !== null
      ? target.chains.filter((chain) => slugs.includes(chain))
      : chainsServed(hasSolana ? [...target.chains, 'solana'] : target.chains, slugs)
  const { openIndexer } = await import('@vaultwright/indexer')
  const reporter = await openProgressReporter(
    { quiet: options.quiet, context },
    env.logLevel,
    namesOf(target),
  )
  const summary = startRunSummary()
  const observe = (event: IndexEvent) => {
    summary.observe(event)
    reporter.observe(event)
  }
  const begun = context.now()
  const prices = await readPriceFile(env)
  const indexer = await openIndexer(env, { observe, warn: reporter.warn, prices })
  try {
    await prepare(indexer, target, chains)
    const { tenantId, vault } = target
    const filter = {
      ...range,
      order: env.settings.order,
      ...(tenantId === undefined ? {} : { tenantId }),
      ...(vault === undefined ? {} : { vault }),
    }
    // Of Solana only the day that ended last can be read.
    if (hasSolana && env.solana !== null) {
      await indexer.queue.add([[{ kind: 'gaps.scan', chain: 'solana' }]])
    }
    const filled = await fillGaps(indexer, { chains, filter, signal: context.signal })
    return {
      ...summary.counts(),
      target,
      filled,
      unserved: [
        ...target.chains.filter((chain) => !chains.includes(chain)),
        ...(hasSolana && env.solana === null ? ['solana'] : []),
      ],
      asked: indexer
        .reports()
        .map(({ chain, counts: { asks, calls } }) => ({ chain, asks, calls })),
      ms: context.now() - begun,
    }
  } finally {
    reporter.end()
    await indexer.close()
  }
}

/** Names vaults as their tenants do. */
export function namesOf({ vaults }: Pick<IndexTarget, 'vaults'>): (vault: string) => string {
  const names = new Map(vaults.map(({ address, name }) => [address as string, name]))
  return (vault) => names.get(vault) ?? vault
}

/** Tells whether everything that was to be done was. */
export function isWhole({ failed, waits, filled }: Backfilled): boolean {
  const isOpen = ({ report }: Filled) => report.behind !== null || report.missing + report.stale > 0
  return failed.length + waits.length === 0 && !filled.some(isOpen)
}

const few = 20

export function backfilledJsonOf(result: Backfilled): Json {
  const { indexed, kept: unchanged, revised, failed, waits, unknownRoots, unserved, ms } = result
  return {
    ok: isWhole(result),
    indexed,
    kept: unchanged,
    revised,
    ms,
    chains: result.filled.map(({ chain, report }) => ({
      chain,
      head: { number: report.head.number, at: printTime(report.head.timestamp) },
      behind: report.behind === null ? null : report.behind.number,
      vaults: report.vaults,
      missing: report.missing,
      stale: report.stale,
      ...askedOf(result, chain),
    })),
    unserved,
    failures: failed.map(failureJsonOf),
    waits: waits.map(({ task, reason }) => ({ kind: task.kind, chain: chainIn(task), reason })),
    rootsWithoutTree: unknownRoots.map(({ vaultRef, root, strategist, isActive }) => ({
      chain: vaultRef.chain,
      vault: vaultRef.vault,
      root,
      strategist,
      isActive,
    })),
  }
}

export function failureJsonOf({ vaultRef, chain, kind, day, code, message }: FailedWork): Json {
  return { kind, chain, vault: vaultRef?.vault ?? null, day, code, message }
}

/** Prints what indexing did for a person: a sentence, how the nodes were asked, and what is left. */
export function* printBackfilled(result: Backfilled, style: TextStyle): Iterable<string> {
  const { indexed, kept: unchanged, revised, failed, waits, unserved, ms } = result
  const nameOf = namesOf(result.target)
  const verdict = isWhole(result) ? style.green('whole') : style.red('not whole')
  const spent = ms < 1_000 ? `${ms} ms` : printDuration(Math.round(ms / 1_000))
  yield `${verdict}  ${daysText(indexed)} indexed${unchanged === 0 ? '' : `, ${unchanged} kept`}${revised === 0 ? '' : `, ${revised} values revised`} in ${spent}\n`
  const titles = ['chain', 'final head', 'of', 'missing', 'stale', 'round trips', 'a day']
  const rows = result.filled.map(({ chain, report }) => {
    const { asks } = askedOf(result, chain)
    const head = `block ${report.head.number}`
    return [
      chain,
      head,
      printTime(report.head.timestamp),
      String(report.missing),
      String(report.stale),
      String(asks),
      indexed === 0 ? '' : (asks / indexed).toFixed(2),
    ]
  })
  yield '\n'
  yield* printTable(
    titles.map((title, at) => (at > 2 ? { title, align: 'right' } : { title })),
    rows,
    style,
  )
  for (const { chain, report } of result.filled) {
    if (report.behind === null) continue
    yield `${style.yellow('note')}  The node of ${chain} is at block ${report.head.number}, and block ${report.behind.number} was seen before: nothing was looked at. Wait for it, or ask another.\n`
  }
  for (const chain of unserved) {
    yield `${style.yellow('note')}  ${chain} has no node, and was left out.\n`
  }
  for (const { task, reason } of waits.slice(0, few)) {
    yield `${style.yellow('waits')}  ${task.kind}${chainIn(task) === null ? '' : ` on ${chainIn(task)}`}: ${printSafely(reason)}\n`
  }
  for (const { vaultRef, root, strategist } of result.unknownRoots) {
    yield `${style.yellow('root without tree')}  ${printSafely(nameOf(vaultRef.vault))} on ${vaultRef.chain}: ${root} of ${strategist}. Push its tree: vaultwright tree push\n`
  }
  if (failed.length === 0) return
  yield `\n${style.red('failed')}\n`
  yield* printFailures(failed, nameOf, style)
  yield `\n${style.dim('What was given up is taken up again by: vaultwright index repair')}\n`
}

function* printFailures(
  failed: readonly FailedWork[],
  nameOf: (vault: string) => string,
  style: TextStyle,
): Iterable<string> {
  for (const { vaultRef, chain, kind, day, code, message } of failed.slice(0, few)) {
    const whose =
      vaultRef === null ? (chain ?? '') : `${nameOf(vaultRef.vault)} on ${vaultRef.chain}`
    const what = [kind, whose, day ?? ''].filter((text) => text !== '').join(', ')
    yield* printPairs([[printSafely(what), `${message} [${code}]`]], style)
  }
  if (failed.length > few) yield `and ${failed.length - few} more; --json prints them\n`
}

function askedOf({ asked: chainCounts }: Backfilled, chain: string) {
  const { asks, calls } = chainCounts.find((one) => one.chain === chain) ?? { asks: 0, calls: 0 }
  return { asks, calls }
}

function chainIn(task: Backfilled['waits'][number]['task']): string | null {
  return 'chain' in task ? task.chain : null
}

function daysText(count: number): string {
  return count === 1 ? '1 day' : `${count} days`
}
