import type { IndexerEnv, RunningIndexer } from '@vaultwright/indexer'
import { printDatabase } from '../admin/place.ts'
import { withStore } from '../admin/store.ts'
import type { Answer } from '../answer.ts'
import type { Context } from '../context.ts'
import { untilInterrupted } from '../interrupt.ts'
import { ListenError, PortTakenError } from '../port.ts'
import { type Indexing, indexingJsonOf, printIndexing } from '../print/indexing.ts'
import type { Ink } from '../print/ink.ts'
import { assertNoFile, type ServiceWords, sayReady, toldAlready } from '../service.ts'
import { namesOf } from './backfill.ts'
import { type IndexerWords, readIndexEnv } from './env.ts'
import { openNews } from './news.ts'
import { readPriceFile } from './price-file.ts'

/** How a person wants the indexer to run. */
export type RunWords = IndexerWords & ServiceWords & { readonly quiet: boolean }

/** Ctrl-C is the program's own. */
const endings = ['SIGTERM', 'SIGHUP'] as const

/**
 * Runs the indexer until the interrupt: what is missing on every chain that has a node is found and done, again
 * and again.
 *
 * @returns an empty answer: everything was said while it ran.
 * @throws {UsageError} {IndexerEnvError} {NotMigratedError} {QueueUnavailableError} {PortTakenError}
 * {ListenError} and what opening a store throws.
 */
export async function runIndex(words: RunWords, context: Context): Promise<Answer> {
  assertNoFile(words, 'index run')
  const env = await readIndexEnv(words, [], context)
  const told = new AbortController()
  const end = () => told.abort()
  for (const name of endings) process.on(name, end)
  try {
    await runUntil(AbortSignal.any([context.signal, told.signal]), { words, env, context })
  } finally {
    for (const name of endings) process.off(name, end)
  }
  return toldAlready
}

type Run = { readonly words: RunWords; readonly env: IndexerEnv; readonly context: Context }

async function runUntil(signal: AbortSignal, { words, env, context }: Run): Promise<void> {
  const vaults = await withStore(words, context, (store) => store.vaults.everywhere())
  const manner = { quiet: words.quiet, context }
  const news = await openNews(manner, env.logLevel, namesOf({ vaults }))
  const running = await open(env, news)
  try {
    const indexing = indexingOf(running, env, vaults.length)
    const ready = {
      json: () => indexingJsonOf(indexing),
      text: (ink: Ink) => printIndexing(indexing, ink),
    }
    sayReady(ready, words, context)
    await untilInterrupted(signal, new Promise<never>(() => {})).catch(() => {})
  } finally {
    news.end()
    await running.close()
  }
}

async function open(
  env: IndexerEnv,
  { observe, told }: Awaited<ReturnType<typeof openNews>>,
): Promise<RunningIndexer> {
  const { runIndexer } = await import('@vaultwright/indexer')
  const prices = await readPriceFile(env)
  try {
    return await runIndexer(env, { observe, told, prices })
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
    ...{ url, vaults, queue: indexer.queue.name, chains: indexer.chains },
    database: printDatabase(env.databaseUrl),
    scanSeconds: env.scanSeconds,
    hasBoard: indexer.jobs !== null && env.adminKey !== null,
  }
}
