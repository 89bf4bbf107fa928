import { randomUUID } from 'node:crypto'
import { readFile } from 'node:fs/promises'
import { openSolanaNode, type RpcFetch, type SolanaNode } from '@vaultwright/chain'
import { followExecution, openSafeReader } from '@vaultwright/safe-service'
import { openStore, type Store } from '@vaultwright/store'
import { type IndexContext, openContext } from '../context/context.ts'
import type { IndexerEnv } from '../context/env.ts'
import type { ChainReport } from '../context/metrics-rpc.ts'
import { openChains } from '../context/open-chain.ts'
import { handlerOf, workOptionsOf } from '../jobs/job-list.ts'
import { type PriceBook, parsePriceBook } from '../price/price-book.ts'
import type { BullOptions, BullQueue } from '../queue/bullmq/bullmq-queue.ts'
import type { JobQueue } from '../queue/bullmq/queue-backend.ts'
import { openInlineQueue } from '../queue/inline-queue.ts'
import { solana } from '../svm/svm-scan.ts'
import type { IndexEvent } from '../task/event.ts'
import type { Queue, TaskHandler, WorkOptions } from '../task/queue.ts'
import type { LogFacts } from './server-log.ts'

/** The needs of the indexer from its process: the observer of events and problems. */
export type IndexerIo = {
  readonly observe: (event: IndexEvent) => void
  /** Reports a connection to the queue that broke and is made again, or a part that does not do its work. */
  readonly warn: (problem: string, facts?: LogFacts) => void
  /** For prices from servers; the process's own when not said. */
  readonly fetch?: RpcFetch
  /** The sources of prices. Default: read from the file of the environment. */
  readonly prices?: PriceBook
}

/** Everything that indexing needs, open. */
export type Indexer = {
  readonly context: IndexContext
  readonly queue: Queue
  /** Does a task. */
  readonly handle: TaskHandler
  readonly workOptions: WorkOptions
  /** Slugs of the chains that have a node. */
  readonly chains: readonly string[]
  /** The counts of requests to nodes so far. */
  readonly reports: () => readonly ChainReport[]
  /** Of a shared queue, for a board; null for a queue of this process alone. */
  readonly jobs: (() => readonly JobQueue[]) | null
  /** Lets what is being done end, and lets go of everything. Safe to repeat. */
  readonly close: () => Promise<void>
}

/**
 * Opens the store, the queue and the prices; chains are opened when they are asked for. No work is begun.
 *
 * @param env - as `readIndexerEnv` gives it.
 * @returns the indexer, to be closed.
 * @throws {PriceBookError} {NotMigratedError} {QueueUnavailableError}, what else opening a store throws, and
 *   the system's own error for a file of prices that cannot be read. Nothing stays open.
 */
export async function openIndexer(env: IndexerEnv, io: IndexerIo): Promise<Indexer> {
  const prices = io.prices ?? (await readPrices(env.pricesFile))
  const store = await openStore(env.databaseUrl)
  const opening = openQueue(env, io.warn)
  const { queue, jobs } = await opening.catch(async (failure: unknown) => {
    await store.close()
    throw failure
  })
  const chains = openChains(env.chains)
  const solanaNode = solanaNodeOf(env)
  const context = openContext({
    store,
    prices,
    settings: env.settings,
    observe: io.observe,
    chains: chains.of,
    solana:
      solanaNode === null || env.solana === null
        ? null
        : { node: solanaNode, genesisHash: env.solana.genesisHash },
    safes: {
      ...env.safeServices,
      holder: randomUUID(),
      openReader: openSafeReader,
      follow: followExecution,
    },
    nowUnix: () => BigInt(Math.floor(Date.now() / 1_000)),
    random: Math.random,
    fetch: io.fetch ?? fetch,
    enqueue: queue.add,
  })
  let closing: Promise<void> | null = null
  return {
    context,
    queue,
    jobs,
    handle: handlerOf(context),
    reports: chains.reports,
    chains: slugsOf(env),
    workOptions: workOptionsOf(context, env.concurrency),
    close: () => {
      closing ??= closeAll({ queue, chains, solanaNode, store })
      return closing
    },
  }
}

async function openQueue(
  env: IndexerEnv,
  warn: IndexerIo['warn'],
): Promise<Pick<Indexer, 'queue' | 'jobs'>> {
  if (env.queueUrl === null) return { queue: openInlineQueue(undefined, env.drainMs), jobs: null }
  const budgets = new Map(env.chains.map(({ slug, perMinute }) => [slug, perMinute]))
  const queue = await openBullQueue({
    url: env.queueUrl,
    onProblem: warn,
    chains: slugsOf(env),
    // The three tasks of a day ask at most three times: no more tasks than questions.
    perMinute: (chain) => budgets.get(chain) ?? null,
    times: { closeMs: env.drainMs },
  })
  return { queue, jobs: queue.jobs }
}

/** Work on Solana has a queue of its own, as that of each chain with a node. */
function slugsOf({ chains, solana: node }: IndexerEnv): readonly string[] {
  const slugs = chains.map(({ slug }) => slug)
  return node === null ? slugs : [...slugs, solana]
}

function solanaNodeOf({ solana: node }: IndexerEnv): SolanaNode | null {
  if (node === null) return null
  const { urls, genesisHash } = node
  return openSolanaNode({ endpoints: urls, genesisHash, timeoutMs: 30_000, retries: 3 })
}

async function readPrices(path: string | null): Promise<PriceBook> {
  if (path === null) return { prices: [] }
  return parsePriceBook(await readFile(path, 'utf8'))
}

/** Work uses chains and store to its end. */
async function closeAll(parts: {
  readonly queue: Queue
  readonly chains: { readonly close: () => Promise<void> }
  readonly solanaNode: SolanaNode | null
  readonly store: Store
}): Promise<void> {
  await Promise.allSettled([parts.queue.close()])
  await Promise.allSettled([parts.chains.close(), parts.solanaNode?.close()])
  await parts.store.close()
}

/**
 * Opens a queue on Redis or PostgreSQL, which any number of processes share. What that takes is loaded only
 * then: who has the queue in its own process does not wait for it.
 *
 * @param options - where it is, and whose work is done here.
 * @returns the queue, to be closed.
 * @throws {QueueUnavailableError} when the server does not answer.
 */
export async function openBullQueue(options: BullOptions): Promise<BullQueue> {
  const { makeBullQueue } = await import('../queue/bullmq/bullmq-queue.ts')
  return makeBullQueue(options)
}
