import { availableParallelism } from 'node:os'
import {
  type QueuedReplay,
  type ReplayedVault,
  type ReplayProgress,
  type ReplayRequest,
  replayByQueue,
  replayHere,
  replayVaults,
} from '@vaultwright/operations'
import type { Store } from '@vaultwright/store'
import { withStore } from '../../admin/open.ts'
import { databaseUrlOf, withoutUrl } from '../../admin/option.ts'
import { type ArgumentsOf, count, defineCommand, flag, text } from '../../command/command.ts'
import { UsageError } from '../../command/usage.ts'
import { type Answer, type Context, type Json, yes } from '../../terminal/context.ts'
import { buildProgress, type Progress } from '../../terminal/progress.ts'
import type { TextStyle } from '../../terminal/style.ts'
import { printTable } from '../../terminal/table.ts'
import { indexOptions, rangeOptions, readIndexEnv } from './environment.ts'
import { findTarget, rangeMeant } from './target.ts'

const replayOptions = {
  ...indexOptions,
  ...rangeOptions,
  all: flag(
    'Compute every value, also those that nothing says are stale: after reading code changed',
  ),
  threads: count(
    'Threads of this process, each with its own connection; default: one for each core',
    'threads',
  ),
  queue: text(
    'inline: in this process alone; redis://… or postgres://…: with all workers of that queue; QUEUE_URL, else REDIS_URL, else inline',
    'url',
  ),
  reason: text('Why, one sentence; it is kept with every value that changes', 'text'),
}

export const command = defineCommand({
  name: 'index replay',
  summary: 'Recompute values from stored readings, without a chain',
  describe:
    'Computes snapshots, daily points and performance again from the readings that are kept, without asking any chain: after a formula was corrected, or to see that nothing changes. Only values that are missing, or of other readings or an older formula, are computed; --all computes every value. A value that comes out otherwise takes the place of the one before, which is kept with the time, the reason and its receipt. Vaults are shared out among threads of this process, or, on a shared queue, among all its workers and this process. It may be cut off at any time and run twice.',
  positionals: {},
  options: replayOptions,
  without: withoutUrl,
  examples: [
    ['index replay', 'What is stale, of all vaults'],
    ['index replay --all', 'Every value of all vaults, to see that nothing changes'],
    [
      "index replay --vault 'Local USD' --from 2026-01-20 --reason 'Formula of the fee drag corrected'",
      'One vault, from a day on',
    ],
    ['index replay --queue redis://127.0.0.1:6379', 'With all workers of a queue'],
  ],
  run: (args, context) => replay(args, context),
})

/** The values to compute again, and the reason. */
type ReplayOptions = ArgumentsOf<typeof replayOptions>

/** A command waits for chance to pass, but not for a database that is full. */
const maxAttempts = 4

const usualReason = 'Values were computed again from what was read.'

/** Computes values again from kept readings, without asking any chain. */
export async function replay(options: ReplayOptions, context: Context): Promise<Answer> {
  const { threads = availableParallelism() } = options
  if (threads === 0)
    throw new UsageError('--threads must be at least 1. Leave it out for one a core.')
  const { queueUrl } = await readIndexEnv({ ...options, 'rpc-url': [] }, [], context)
  const run = { options, context, threads, queueUrl }
  return withStore(options, context, async (store) => {
    const request = await requestOf(store, run)
    return withProgress(run, (progress) =>
      queueUrl === null
        ? replayInProcess(store, request, { ...run, progress })
        : replayOnQueue(store, request, { ...run, queueUrl, progress }),
    )
  })
}

type ReplaySettings = {
  readonly options: ReplayOptions
  readonly context: Context
  readonly threads: number
  readonly queueUrl: string | null
}
type ReplayCall = ReplaySettings & { readonly progress: ReplayProgress }

async function requestOf(
  store: Store,
  { options, context }: ReplaySettings,
): Promise<ReplayRequest> {
  const { from = null, to = null } = rangeMeant(options)
  const { vaults, chains } = await findTarget(store, options)
  const { reason = usualReason } = options
  const values = options.all ? 'all' : 'stale'
  return { vaults, chains, from, to, values, reason, signal: context.signal }
}

async function replayInProcess(
  store: Store,
  request: ReplayRequest,
  { options, context, threads, progress }: ReplayCall,
): Promise<Answer> {
  const pool = await openPool(store, request, {
    databaseUrl: databaseUrlOf(options, context.config),
    threads,
  })
  try {
    const replayed = await replayVaults(store, request, { ...pool, progress })
    return replayedAnswer(replayed)
  } finally {
    await pool.close()
  }
}

/** Of a database in memory there is one connection, and a single vault is done sooner without a thread. */
async function openPool(
  store: Store,
  { vaults, chains }: ReplayRequest,
  { databaseUrl, threads }: { readonly databaseUrl: string; readonly threads: number },
) {
  const targets = vaults.flatMap(({ deployments }) =>
    deployments.filter(({ chain }) => chains.includes(chain)),
  )
  const lanes = Math.min(threads, targets.length)
  if (lanes <= 1 || isInMemory(databaseUrl)) {
    return { ...(await replayHere(store)), close: async () => {} }
  }
  const { openReplayPool } = await import('@vaultwright/indexer')
  return { ...openReplayPool({ databaseUrl, threads: lanes }), lanes }
}

function isInMemory(databaseUrl: string): boolean {
  return databaseUrl === ':memory:' || databaseUrl === 'sqlite::memory:'
}

async function replayOnQueue(
  store: Store,
  request: ReplayRequest,
  { options, context, threads, queueUrl, progress }: ReplayCall & { readonly queueUrl: string },
): Promise<Answer> {
  const indexer = await import('@vaultwright/indexer')
  const { openBullQueue, openReplayPool, replayQueue, retryDecisionOf } = indexer
  const queue = await openBullQueue({
    url: queueUrl,
    chains: [],
    only: [replayQueue],
    perMinute: () => null,
    onProblem: (problem) => context.stderr.write(`${problem}\n`),
  })
  const databaseUrl = databaseUrlOf(options, context.config)
  const pool = openReplayPool({ databaseUrl, threads })
  try {
    await queue.work(
      async (task) => {
        if (task.kind === 'vault.replay') {
          const { kind: _, tenantId, chain, vault, ...order } = task
          await pool.run({ tenantId, chain, vault }, order)
        }
        return { kind: 'done' }
      },
      {
        concurrency: threads,
        retryDecisionOf: (_, error, attempt) =>
          attempt < maxAttempts ? retryDecisionOf(error, attempt, Math.random) : { kind: 'park' },
      },
    )
    const queued = await replayByQueue(store, request, { queue, progress })
    return queuedAnswer(queued)
  } finally {
    await queue.close()
    await pool.close()
  }
}

async function withProgress(
  { options, context }: ReplaySettings,
  work: (progress: ReplayProgress) => Promise<Answer>,
): Promise<Answer> {
  let bar: Progress | undefined
  try {
    return await work({
      start: (days) => {
        bar = buildProgress(days, context, options.quiet)
      },
      step: (vault, days) => bar?.step(vault, days),
    })
  } finally {
    bar?.end()
  }
}

function replayedAnswer(replayed: readonly ReplayedVault[]): Answer {
  return {
    json: () => replayedJsonOf(replayed),
    text: (style) => printReplayed(replayed, style),
    exit: yes,
  }
}

function queuedAnswer(queued: readonly QueuedReplay[]): Answer {
  return {
    json: () => queuedJsonOf(queued),
    text: (style) => printQueued(queued, style),
    exit: () => (queued.every(({ left, isParked }) => left === 0 && !isParked) ? 0 : 1),
  }
}

function replayedJsonOf(replayed: readonly ReplayedVault[]): Json {
  return { vaults: replayed.map((one) => ({ ...one })) }
}

function* printReplayed(replayed: readonly ReplayedVault[], style: TextStyle): Iterable<string> {
  const sum = (read: (one: ReplayedVault) => number) =>
    replayed.reduce((total, one) => total + read(one), 0)
  const changed = sum(({ added, completed, revised }) => added + completed + revised)
  const what =
    changed === 0 ? style.green('nothing changed') : style.yellow(`${changed} values changed`)
  const days = sum((one) => one.days)
  const stale = sum((one) => one.stale)
  yield `${what}  ${days} days, ${stale} values computed again from what was read, without a chain\n\n`
  const counts = ['days', 'computed', 'as before', 'added', 'completed', 'changed']
  yield* printTable(
    [
      ...['vault', 'chain'].map((title) => ({ title })),
      ...counts.map((title) => ({ title, align: 'right' }) as const),
    ],
    replayed.map(({ name, chain, ...counts }) => [
      name,
      chain,
      ...[
        counts.days,
        counts.stale,
        counts.unchanged,
        counts.added,
        counts.completed,
        counts.revised,
      ].map(String),
    ]),
    style,
  )
  if (sum(({ revised }) => revised) > 0) {
    yield `\nWhat was there before is kept, with the time and the reason: vaultwright index explain <vault> <day>\n`
  }
}

function queuedJsonOf(queued: readonly QueuedReplay[]): Json {
  return { vaults: queued.map((one) => ({ ...one })) }
}

/** Other workers did some of it: what they wrote is in the store, not here. */
function* printQueued(queued: readonly QueuedReplay[], style: TextStyle): Iterable<string> {
  const sum = (read: (one: QueuedReplay) => number) =>
    queued.reduce((total, one) => total + read(one), 0)
  const [days, stale, left] = [
    sum((one) => one.days),
    sum((one) => one.stale),
    sum((one) => one.left),
  ]
  const what = left === 0 ? style.green('nothing is stale') : style.red(`${left} values are stale`)
  yield `${what}  ${days} days, ${stale} values were to be computed, by all workers of the queue\n\n`
  const counts = ['days', 'computed', 'left']
  yield* printTable(
    [
      ...['vault', 'chain'].map((title) => ({ title })),
      ...counts.map((title) => ({ title, align: 'right' }) as const),
      { title: '' },
    ],
    queued.map(({ name, chain, isParked, ...counts }) => [
      name,
      chain,
      ...[counts.days, counts.stale - counts.left, counts.left].map(String),
      isParked ? style.red('given up: see the board of the queue') : '',
    ]),
    style,
  )
}
