import { shiftDay } from '@vaultwright/valuation'
import type { IndexContext } from '../context/context.ts'
import { retryDecisionOf } from '../context/failure.ts'
import { behindReasonOf, headAfter, readHead } from '../context/final-head.ts'
import { deriveFor, inputsChanged } from '../derive/derive.ts'
import { replayVault } from '../derive/replay.ts'
import { syncExecutions } from '../read/execution-sync.ts'
import { syncRoots, withDeployment } from '../read/root-sync.ts'
import { findIndexedVault } from '../read/vault-read-plan.ts'
import { scanSolana, solana } from '../svm/svm-scan.ts'
import type { TaskHandler, WorkOptions } from '../task/queue.ts'
import type { TaskKind } from '../task/task.ts'
import { weekDays } from '../value/basis.ts'
import { controlReading } from './control-reading.ts'
import { defineJob, done, type Job } from './job.ts'
import { safeQueue } from './safe-queue.ts'
import { scanChain } from './schedule.ts'
import { svmReading } from './svm-reading.ts'
import { clearFailure, noteFailure } from './task-failure.ts'
import { vaultSnapshot } from './vault-snapshot.ts'
import { withdrawQueue } from './withdraw-queue.ts'

/**
 * Makes what does tasks, whichever queue they come from.
 *
 * @returns the handler: it does the task by its kind, tells what happened, and notes failures in the store
 * before it throws them on.
 */
export function handlerOf(context: IndexContext): TaskHandler {
  return async (task, { attempt }) => {
    const begun = performance.now()
    try {
      const job = jobs[task.kind] as Job
      const end = await job.run(task, context)
      if (end.kind === 'wait') {
        const { seconds, reason } = end
        context.observe({ event: 'task_waits', task, seconds, reason })
        return end
      }
      await clearFailure(context, task)
      context.observe({ event: 'task_done', task, ms: Math.round(performance.now() - begun) })
      return end
    } catch (error) {
      await noteFailure(context, task, { error, attempt })
      throw error
    }
  }
}

/**
 * Says how a queue's work is done in a process.
 *
 * @returns the options; failures end as the table of failures says.
 */
export function workOptionsOf({ random }: IndexContext, concurrency: number): WorkOptions {
  return {
    concurrency,
    retryDecisionOf: (_, error, attempt) => retryDecisionOf(error, attempt, random),
  }
}

/** A look takes a twentieth of the time at most, however many vaults there are. */
const restFactor = 19
/** The longest wait for a scan, as after a queue that forgot everything. */
const maxRestMs = 600_000

/** Finds out what is missing on a chain, and puts it into the queue. */
const gapsScan = defineJob({
  kind: 'gaps.scan',
  run: async ({ chain }, context) => {
    const last = context.scans.get(chain)
    if (last !== undefined && performance.now() < last.nextScanMs) return done
    if (chain === solana) {
      await scanSolana(context)
      return done
    }
    const begun = performance.now()
    const { order } = context.settings
    const { head, behind, isCut } = await scanChain(context, chain, { order })
    const ended = performance.now()
    context.scans.set(chain, {
      nextScanMs: ended + Math.min(maxRestMs, restFactor * (ended - begun)),
    })
    if (behind !== null) return { kind: 'wait', seconds: 15, reason: behindReasonOf(head, behind) }
    if (!isCut) return done
    return {
      kind: 'wait',
      seconds: 30,
      reason: 'More is missing than is put into the queue at once.',
    }
  },
})

/** Records which roots a Manager has and had. */
const rootsSync = defineJob({
  kind: 'roots.sync',
  run: async (task, context) => {
    const indexedVault = await findIndexedVault(context, task)
    if (indexedVault === null) return done
    const indexed = await context.chains(task.chain)
    const { head, behind } = await context.singleFlight(`head ${task.chain}`, () =>
      readHead(context, indexed),
    )
    if (behind !== null) return { kind: 'wait', seconds: 15, reason: behindReasonOf(head, behind) }
    const deployed = await withDeployment(context, indexed, indexedVault)
    await syncRoots(context, indexed, { indexedVault: deployed, head })
    return done
  },
})

/** Lists what was executed for a vault, with what it did and whether that was as stated. */
const executionsSync = defineJob({
  kind: 'executions.sync',
  run: async (task, context) => {
    const indexedVault = await findIndexedVault(context, task)
    if (indexedVault === null) return done
    const indexed = await context.chains(task.chain)
    // Roots were read up to this block just now.
    const { head, behind } = await headAfter(context, indexed, 0n)
    if (behind !== null) return { kind: 'wait', seconds: 15, reason: behindReasonOf(head, behind) }
    const deployed = await withDeployment(context, indexed, indexedVault)
    const isCut = await syncExecutions(context, indexed, { indexedVault: deployed, head })
    if (!isCut) return done
    return {
      kind: 'wait',
      seconds: 1,
      reason: 'More blocks hold executions than are read at once.',
    }
  },
})

/** Computes a day's growth, and that of the day after it, which looks at it. */
const vaultDaily = defineJob({
  kind: 'vault.daily',
  run: async ({ kind: _, day, ...vaultRef }, context) => {
    const indexedVault = await findIndexedVault(context, vaultRef)
    if (indexedVault === null) return done
    const days = { daily: [day, shiftDay(day, 1)] }
    await deriveFor(context, indexedVault, { days, reason: inputsChanged })
    return done
  },
})

/** Computes every performance that looks at a day, on all chains of the vault. */
const vaultPerformance = defineJob({
  kind: 'vault.performance',
  run: async ({ kind: _, day, ...vaultRef }, context) => {
    const indexedVault = await findIndexedVault(context, vaultRef)
    if (indexedVault === null) return done
    const week = Array.from({ length: weekDays + 1 }, (_, at) => shiftDay(day, at))
    await deriveFor(context, indexedVault, { days: { performance: week }, reason: inputsChanged })
    for (const deployment of indexedVault.vault.deployments) {
      if (deployment.chain === vaultRef.chain) continue
      // Other chains look at the first and the last day of theirs.
      const otherJob = {
        ...indexedVault,
        deployment,
        vaultRef: { ...vaultRef, chain: deployment.chain },
      }
      const days = { performance: [day, shiftDay(day, weekDays)] }
      await deriveFor(context, otherJob, { days, reason: inputsChanged })
    }
    return done
  },
})

/** Computes values of a vault again, as `index replay` ordered it. */
const vaultReplay = defineJob({
  kind: 'vault.replay',
  run: async ({ kind: _, tenantId, chain, vault, ...order }, context) => {
    const indexedVault = await findIndexedVault(context, { tenantId, chain, vault })
    if (indexedVault !== null) await replayVault(context, indexedVault, order)
    return done
  },
})

/** Rows that one step takes away, so that no other work waits for long. */
const limit = 5_000
const daySeconds = 86_400n

/** Takes away observed prices and revisions that are older than they are kept for. */
const retention = defineJob({
  kind: 'retention',
  run: async (_, { store, settings, nowUnix, observe }) => {
    const before = (days: number | null) =>
      days === null ? null : nowUnix() - BigInt(days) * daySeconds
    const limits = {
      pricesUnix: before(settings.priceDays),
      revisionsUnix: before(settings.revisionDays),
      limit,
    }
    const total = { prices: 0, revisions: 0 }
    for (;;) {
      const { prices, revisions } = await store.retention.prune(limits)
      total.prices += prices
      total.revisions += revisions
      if (prices < limit && revisions < limit) break
    }
    observe({ event: 'pruned', ...total })
    return done
  },
})

/** Every kind of work, by its name. */
const jobs: { readonly [Kind in TaskKind]: Job<Kind> } = {
  'roots.sync': rootsSync,
  'executions.sync': executionsSync,
  'vault.snapshot': vaultSnapshot,
  'vault.daily': vaultDaily,
  'vault.performance': vaultPerformance,
  'vault.replay': vaultReplay,
  'svm.reading': svmReading,
  'gaps.scan': gapsScan,
  'safe.queue': safeQueue,
  'control.reading': controlReading,
  'withdraw.queue': withdrawQueue,
  retention,
}
