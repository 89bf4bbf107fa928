import {
  openProblemLog,
  type PartReport,
  type Readiness,
  readinessOf,
  readyPart,
  revalidate,
  runtimePartOf,
} from '@vaultwright/base'
import { agreementPartOf, readNodePart } from '@vaultwright/chain'
import { environmentPartOf } from '@vaultwright/registry'
import { openStorePart, readValuesPart, type Store, statusOf } from '@vaultwright/store'
import { olderFormulas } from '@vaultwright/valuation'
import type { IndexerEnv } from '../context/env.ts'
import type { Queue } from '../task/queue.ts'
import type { IndexerIo } from './open.ts'

/** The parts of the indexer's readiness. */
export type ReadinessParts = {
  readonly store: Pick<Store, 'ping' | 'writeFailure' | 'derived'>
  readonly queue: Pick<Queue, 'counts'>
  readonly io: Pick<IndexerIo, 'warn'>
}

/** The readiness of the indexer. */
export type IndexReadiness = {
  /** Looks; each problem is reported when it comes. */
  readonly look: () => Promise<Readiness>
  /** Gives up what is being asked, and reports no more. */
  readonly close: () => void
}

/** The time in which the queue must answer, or count as away. */
const queueMs = 2_000
/** Nodes are paid by the question, and each look opens the database anew. */
const maxAgeMs = 30_000

/** It reads every value. */
const valuesMaxAgeMs = 600_000

/**
 * Opens what tells how the indexer does. It is
 * - not ready without its store or its queue: it can do no work;
 * - degraded when a node does not answer or shows another chain, when a newer release migrated the database, or
 *   when a variable looks misspelled: it indexes what needs none of it;
 * - ready, with a recommendation, where it believes one node of a chain.
 */
export function openReadiness(
  env: Pick<IndexerEnv, 'databaseUrl' | 'isDatabaseNew' | 'chains' | 'nodes' | 'questions'>,
  { store, queue, io }: ReadinessParts,
): IndexReadiness {
  const nowMs = () => performance.now()
  const ending = new AbortController()
  const { signal } = ending
  const schema = revalidate(() => statusOf(env.databaseUrl, { poolSize: 1 }), { nowMs, maxAgeMs })
  const storePart = openStorePart(store, { schema, isNew: env.isDatabaseNew })
  const nodePart = revalidate(() => readNodePart(env.nodes, { signal }), { nowMs, maxAgeMs })
  // Every chain has the same.
  const agreement = env.chains[0]?.agreement ?? 1
  const agreementPart = agreementPartOf(env.nodes, { agreement, what: 'values of days' })
  const lookAtValues = () => readValuesPart(store, olderFormulas)
  const valuesPart = revalidate(lookAtValues, { nowMs, maxAgeMs: valuesMaxAgeMs })
  const report = (facts: Parameters<IndexerIo['warn']>[1], message: string) =>
    io.warn(message, facts)
  const tell = openProblemLog({ info: report, warn: report, error: report })
  return {
    look: async () => {
      const parts = await Promise.all([storePart(), queuePartOf(queue), nodePart(), valuesPart()])
      const all = [
        ...parts,
        agreementPart,
        runtimePartOf(process.versions.node),
        environmentPartOf(env.questions),
      ]
      if (!signal.aborted) for (const part of all) tell(part)
      return readinessOf(all)
    },
    close: () => ending.abort(),
  }
}

function queuePartOf(queue: Pick<Queue, 'counts'>): Promise<PartReport> {
  const message = 'The queue does not answer.'
  const away: PartReport = {
    part: 'queue',
    status: 'not_ready',
    problems: [{ code: 'queue_away', message, chain: null, facts: {} }],
  }
  return new Promise((resolve) => {
    const timer = setTimeout(() => resolve(away), queueMs)
    const settle = (report: PartReport) => () => {
      clearTimeout(timer)
      resolve(report)
    }
    queue.counts().then(settle(readyPart('queue')), settle(away))
  })
}
