import { assertNodeVersion, redact } from '@vaultwright/base'
import type { IndexContext } from '../context/context.ts'
import type { IndexerEnv } from '../context/env.ts'
import { controlReportOf, controlTasks } from '../control/last-control.ts'
import { chainsOfVaults } from '../jobs/schedule.ts'
import { withdrawTasks } from '../jobs/withdraw-queue.ts'
import { safeReportOf } from '../safe/safe-status.ts'
import { safeTasks } from '../safe/watch-list.ts'
import { statusOf } from '../status/index-status.ts'
import type { Task } from '../task/task.ts'
import { newestBackupUnix } from './backup-age.ts'
import type { IndexMetrics } from './metric-registry.ts'
import { type Indexer, type IndexerIo, openIndexer } from './open.ts'
import { openReadiness } from './readiness.ts'
import { type IndexServer, openIndexServer } from './server.ts'
import { withdrawReportOf } from './withdraw-metric.ts'

/** The indexer, at work. */
export type RunningIndexer = {
  readonly indexer: Indexer
  /** The URL of metrics, health and board. */
  readonly url: string
  /** Lets what is being done end, in bounded time, and lets go of everything. Safe to repeat. */
  readonly close: () => Promise<void>
}

const daySeconds = 86_400

/**
 * Runs the indexer until it is closed: it looks what is missing on every chain that has vaults, does it, and
 * shows how it goes.
 *
 * @param env - as `readIndexerEnv` gives it.
 * @throws {NodeVersionError} what `openIndexer` throws, and the system's own error when it cannot listen. Nothing stays open.
 */
export async function runIndexer(env: IndexerEnv, io: IndexerIo): Promise<RunningIndexer> {
  assertNodeVersion(process.versions.node)
  const metrics = await openIndexMetrics(env.chains.map(({ slug }) => slug))
  const observe: IndexerIo['observe'] = (event) => {
    metrics.observe(event)
    io.observe(event)
  }
  const indexer = await openIndexer(env, { ...io, observe })
  const { context, queue } = indexer
  const { backupFolder } = env
  const readiness = openReadiness(env, { store: context.store, queue, io })
  let server: IndexServer | null = null
  let again: NodeJS.Timeout | null = null
  let closing: Promise<void> | null = null
  const close = (): Promise<void> => {
    closing ??= (async () => {
      if (again !== null) clearInterval(again)
      server?.drain()
      readiness.close()
      await indexer.close()
      await server?.close()
    })()
    return closing
  }
  try {
    metrics.follow({
      vaults: () => statusOf(context, {}),
      queue: queue.counts,
      chains: indexer.reports,
      ready: readiness.look,
      safes: () => safeReportOf(context),
      controls: () => controlReportOf(context),
      withdraws: () => withdrawReportOf(context),
      navGapBps: env.navGapBps,
      ...(backupFolder === null ? {} : { backupUnix: () => newestBackupUnix(backupFolder) }),
    })
    const jobs = indexer.jobs?.() ?? null
    server = await openIndexServer({ metrics, ready: readiness.look, jobs }, env)
    // Problems are in the log from the first moment, before anyone asks.
    void readiness.look()
    await schedule(indexer, env)
    await queue.work(indexer.handle, indexer.workOptions)
    // Vaults come while it runs, and with them chains.
    again = setInterval(() => schedule(indexer, env).catch(tellOf(io)), env.scanSeconds * 1_000)
    return { indexer, url: server.url, close }
  } catch (failure) {
    await close()
    throw failure
  }
}

/** A schedule that is there already stays as it is. */
async function schedule({ context, queue, chains }: Indexer, env: IndexerEnv): Promise<void> {
  for (const chain of await chainsOfVaults(context)) {
    if (chains.includes(chain))
      await queue.every({ kind: 'gaps.scan', chain }, env.scanSeconds * 1_000)
  }
  for (const task of [...(await safeTasks(context)), ...(await watchTasks(context))]) {
    if (chains.includes(task.chain)) await queue.every(task, env.scanSeconds * 1_000)
  }
  await queue.every({ kind: 'retention' }, daySeconds * 1_000)
}

/** Lists the tasks that look at vaults again and again: who controls them, and their withdraw queues. */
export async function watchTasks(
  context: Pick<IndexContext, 'store'>,
): Promise<readonly VaultTask[]> {
  return (await Promise.all([controlTasks(context), withdrawTasks(context)])).flat()
}

type VaultTask = Extract<Task, { readonly kind: 'control.reading' | 'withdraw.queue' }>

function tellOf(io: IndexerIo): (error: unknown) => void {
  return (error) => io.warn(redact(error instanceof Error ? error.message : String(error)))
}

/**
 * Opens metrics with a registry of their own. The library of metrics is loaded here, so that programs that
 * only compute with days do not load it.
 *
 * @param chains - slugs of chains whose counters begin at zero; default: none.
 */
export async function openIndexMetrics(chains: readonly string[] = []): Promise<IndexMetrics> {
  const { buildIndexMetrics } = await import('./metric-registry.ts')
  return buildIndexMetrics(chains)
}
