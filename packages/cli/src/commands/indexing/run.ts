import { redactDatabaseUrl } from '@vaultwright/base'
import type { IndexerEnv, RunningIndexer } from '@vaultwright/indexer'
import { withStore } from '../../admin/open.ts'
import { databaseOptions, withoutUrl } from '../../admin/option.ts'
import {
  type ArgumentsOf,
  choice,
  count,
  defineCommand,
  flag,
  text,
} from '../../command/command.ts'
import {
  announceReady,
  assertNoFile,
  ListenError,
  PortTakenError,
  reportedAnswer,
  untilInterrupted,
} from '../../command/service.ts'
import { UsageError } from '../../command/usage.ts'
import { openProgressReporter } from '../../print/index-progress.ts'
import type { Answer, Context, Json } from '../../terminal/context.ts'
import type { TextStyle } from '../../terminal/style.ts'
import { printPairs } from '../../terminal/table.ts'
import { backfill, backfilledJsonOf, isWhole, namesOf, printBackfilled } from './backfill.ts'
import { paceOptions, readIndexEnv, readPriceFile } from './environment.ts'

const runOptions = {
  once: flag('End when nothing is missing, with a summary'),
  queue: text(
    'inline: in this process; redis://… or postgres://…: shared with other workers; QUEUE_URL, else REDIS_URL, else inline',
    'url',
  ),
  ...databaseOptions,
  ...paceOptions,
  host: text(
    'Address of metrics, health and board; default: INDEX_HOST, else 127.0.0.1',
    'address',
  ),
  port: count(
    'Port of metrics, health and board; default: INDEX_PORT, else 9464; 0 takes a free one',
    'port',
  ),
  'log-level': choice(
    ['debug', 'info', 'warn', 'error', 'silent'],
    'Least severe lines of the log, without a terminal; default: LOG_LEVEL, else info',
  ),
}

export const command = defineCommand({
  name: 'index run',
  summary: 'Index all vaults, until Ctrl-C',
  describe:
    'Indexes all vaults of the database until Ctrl-C: roots, a snapshot a day, growth and performance, and days that were missed. Runs alone, or as one of several workers on a shared queue. On a terminal a bar shows what is missing; elsewhere each event is a line of JSON on standard error. Chains are asked through <CHAIN>_RPC_URL of the environment, as in MAINNET_RPC_URL; every other setting is a variable, too. Ctrl-C or SIGTERM stops it after the days that are being read; the next run does the rest.',
  positionals: {},
  options: runOptions,
  without: withoutUrl,
  examples: [
    ['index run', 'Until Ctrl-C, with a queue in this process'],
    ['index run --once', 'Only what is missing now, for a timer such as cron'],
    ['index run --queue redis://127.0.0.1:6379', 'One of several workers'],
  ],
  run: async (args, context) => {
    if (!args.once) {
      return runIndex({ ...args, 'rpc-url': [] }, context)
    }
    return runOnce(args, context)
  },
})

type RunOptions = ArgumentsOf<typeof runOptions> & { readonly 'rpc-url': readonly string[] }

/** Ctrl-C is the program's own. */
const endings = ['SIGTERM', 'SIGHUP'] as const

/**
 * Runs the indexer until the interrupt: what is missing on every chain that has a node is found and done, again
 * and again.
 */
async function runIndex(options: RunOptions, context: Context): Promise<Answer> {
  assertNoFile(options, 'index run')
  const env = await readIndexEnv(options, [], context)
  const ending = new AbortController()
  const end = () => ending.abort()
  for (const name of endings) process.on(name, end)
  try {
    await runUntil(AbortSignal.any([context.signal, ending.signal]), { options, env, context })
  } finally {
    for (const name of endings) process.off(name, end)
  }
  return reportedAnswer
}

type Run = { readonly options: RunOptions; readonly env: IndexerEnv; readonly context: Context }

async function runUntil(signal: AbortSignal, { options, env, context }: Run): Promise<void> {
  const vaults = await withStore(options, context, (store) => store.vaults.everywhere())
  const settings = { quiet: options.quiet, context }
  const reporter = await openProgressReporter(settings, env.logLevel, namesOf({ vaults }))
  const running = await open(env, reporter)
  try {
    const indexing = indexingOf(running, env, vaults.length)
    const ready = {
      json: () => indexingJsonOf(indexing),
      text: (style: TextStyle) => printIndexing(indexing, style),
    }
    announceReady(ready, options, context)
    reporter.info('started', startedOf(running))
    await untilInterrupted(signal, new Promise<never>(() => {})).catch(() => {})
  } finally {
    reporter.end()
    reporter.info('stopping')
    await running.close()
    reporter.info('stopped')
  }
}

function startedOf({ url, indexer }: RunningIndexer) {
  return { url, queue: indexer.queue.name, chains: indexer.chains }
}

async function open(
  env: IndexerEnv,
  { observe, warn }: Awaited<ReturnType<typeof openProgressReporter>>,
): Promise<RunningIndexer> {
  const { runIndexer } = await import('@vaultwright/indexer')
  const prices = await readPriceFile(env)
  try {
    return await runIndexer(env, { observe, warn, prices })
  } catch (error) {
    const { syscall, code } = error as NodeJS.ErrnoException
    if (syscall !== 'listen' && syscall !== 'getaddrinfo') throw error
    throw code === 'EADDRINUSE'
      ? new PortTakenError(env.host, env.port, error)
      : new ListenError(env.host, env.port, error as NodeJS.ErrnoException)
  }
}

function indexingOf({ url, indexer }: RunningIndexer, env: IndexerEnv, vaults: number): Indexing {
  return {
    url,
    vaults,
    queue: indexer.queue.name,
    chains: indexer.chains,
    database: redactDatabaseUrl(env.databaseUrl),
    scanSeconds: env.scanSeconds,
    hasBoard: indexer.jobs !== null && env.adminKey !== null,
  }
}

/** Indexes all that is missing on every chain that has a node, and tells what was done. */
async function runOnce(options: ArgumentsOf<typeof runOptions>, context: Context): Promise<Answer> {
  if (options.queue !== undefined && options.queue !== 'inline') {
    throw new UsageError(
      '--once works in this process, not on a shared queue. Leave one of them out.',
    )
  }
  if (options.host !== undefined || options.port !== undefined) {
    throw new UsageError('--once listens nowhere. Leave --host and --port out, or --once.')
  }
  const all = {
    tenant: undefined,
    vault: undefined,
    chain: undefined,
    'rpc-url': [],
    agreement: undefined,
  }
  const summary = await backfill({ ...options, ...all, from: undefined, to: undefined }, context)
  return {
    json: () => backfilledJsonOf(summary),
    text: (style) => printBackfilled(summary, style),
    exit: () => (isWhole(summary) ? 0 : 1),
  }
}

type Indexing = {
  /** The URL of metrics, health and board. */
  readonly url: string
  readonly queue: 'inline' | 'redis' | 'postgres'
  /** Without a password. */
  readonly database: string
  /** Slugs of the chains that have a node. */
  readonly chains: readonly string[]
  readonly vaults: number
  readonly scanSeconds: number
  readonly hasBoard: boolean
}

function indexingJsonOf(indexing: Indexing): Json {
  const { url, queue, database, chains, vaults, scanSeconds, hasBoard } = indexing
  return {
    url,
    metrics: `${url}/metrics`,
    health: `${url}/health/ready`,
    board: hasBoard ? `${url}/board` : null,
    queue,
    database,
    chains,
    vaults,
    scanSeconds,
  }
}

function* printIndexing(indexing: Indexing, style: TextStyle): Iterable<string> {
  const { url, queue, database, chains, vaults, scanSeconds, hasBoard } = indexing
  yield `${style.green('indexing')}  ${vaults === 1 ? '1 vault' : `${vaults} vaults`}\n\n`
  const pairs = {
    metrics: `${url}/metrics`,
    health: `${url}/health/ready`,
    ...(hasBoard ? { board: `${url}/board` } : {}),
    database,
    queue: queue === 'inline' ? 'in this process' : `shared with other workers, on ${queue}`,
    chains: chains.join(', ') || 'none: a node is named by <CHAIN>_RPC_URL in the environment',
    looks: `every ${scanSeconds} s for what is missing`,
  }
  yield* printPairs(Object.entries(pairs), style)
  yield `\n${style.dim('Ctrl-C ends it, after the days that are being read.')}\n`
}
