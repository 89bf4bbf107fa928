import {
  type Finality,
  type HttpRpcOptions,
  type LocalManifest,
  openBatchingRpc,
  openChain,
  openHttpRpc,
} from '@vaultwright/chain'
import {
  handlerOf,
  type IndexContext,
  type IndexEvent,
  type IndexParts,
  openContext,
  openInlineQueue,
  type Queue,
  retryDecisionOf,
  scanChain,
  type TaskHandler,
  type WorkOptions,
} from '@vaultwright/indexer'
import type { Store, StoreOptions } from '@vaultwright/store'
import { slug } from '../index/index-seed.ts'
import { localParts } from '../index/indexer-harness.ts'
import { untilIdle } from '../progress.ts'
import type { FastClock } from './index-world-clock.ts'
import type { IndexHome } from './index-world-home.ts'
import { beginMortalProcess } from './index-world-mortal.ts'

/** The plan of a worker of this process. */
export type WorkerPlan = {
  readonly home: Pick<IndexHome, 'open'>
  readonly manifest: LocalManifest
  /** Of the node. */
  readonly url: string
  readonly clock: FastClock
  readonly finality?: Finality
  readonly order?: 'oldest' | 'newest'
  readonly concurrency?: number
  /** The step at which it dies; never when not said. */
  readonly dieAt?: number | null
  readonly queue?: Queue
  readonly rpc?: Partial<HttpRpcOptions>
  readonly store?: StoreOptions
  readonly parts?: Partial<IndexParts>
}

/** A worker within this process, on a clock that runs fast. */
export type IndexWorker = {
  readonly context: IndexContext
  readonly queue: Queue
  readonly store: Store
  readonly events: readonly IndexEvent[]
  readonly isDead: () => boolean
  readonly steps: () => number
  /** Looks at the chain again and again from now on. */
  readonly begin: () => Promise<void>
  /** Looks what is missing, and does it. @returns how many flows there were. */
  readonly round: () => Promise<number>
  /**
   * Waits until nothing is left of what was asked of the node before: what is being done now ends, and then what
   * was begun meanwhile, which may have shared an answer with it.
   */
  readonly ended: () => Promise<void>
  /** Ends it as SIGKILL does: nothing is logged, nothing is brought to its end. */
  readonly kill: () => Promise<void>
  /** Lets it end as it should. */
  readonly close: () => Promise<void>
}

const local: Finality = { kind: 'tag', tag: 'latest' }
const scanMs = 40_000
/** A queue on a server knows no clock but its own, on which everything is as much shorter. */
const serverPace = 100

/** Opens one. Nothing is done before it is started. */
export async function openIndexWorker(plan: WorkerPlan): Promise<IndexWorker> {
  const { manifest, clock } = plan
  const mortal = beginMortalProcess(plan.dieAt ?? null)
  const opened = await plan.home.open(plan.store)
  const store = mortal.storeOf(opened)
  const rpc = openHttpRpc({
    endpoints: [plan.url],
    chainId: manifest.chainId,
    timeoutMs: 10_000,
    retries: 1,
    backoffMs: 2,
    backoffLimitMs: 5,
    ...plan.rpc,
  })
  const joint = openBatchingRpc(mortal.rpcOf(rpc))
  const queue =
    plan.queue ??
    openInlineQueue((run, ms) => clock.timer(() => (mortal.isOver() ? undefined : run()), ms))
  const events: IndexEvent[] = []
  const chains = openOnce(async () => ({
    slug,
    finality: plan.finality ?? local,
    chain: await openChain(joint, { id: manifest.chainId }),
  }))
  const parts = localParts(manifest)
  const context = openContext({
    ...parts,
    store,
    chains,
    nowUnix: clock.nowUnix,
    settings: { ...parts.settings, order: plan.order ?? 'oldest' },
    observe: (event) => void events.push(event),
    enqueue: (flows) => queue.add(flows),
    ...plan.parts,
  })
  const { handler, options } = fastened(context, plan)
  const running = new Set<Promise<unknown>>()
  await queue.work((task, around) => {
    const end = handler(task, around)
    running.add(end)
    const leave = () => running.delete(end)
    end.then(leave, leave)
    return end
  }, options)
  const letGo = async () => {
    await joint.close()
    await mortal.still()
    await opened.close()
  }
  return {
    context,
    queue,
    store,
    events,
    isDead: mortal.isOver,
    steps: mortal.steps,
    begin: () => {
      const everyMs = plan.queue === undefined ? scanMs : scanMs / serverPace
      return queue.every({ kind: 'gaps.scan', chain: slug }, everyMs)
    },
    round: async () => {
      const { flows, behind } = await scanChain(context, slug, { order: context.settings.order })
      await untilIdle(queue, events)
      return behind === null ? flows : Number.POSITIVE_INFINITY
    },
    ended: async () => {
      for (let time = 0; time < 2; time++) await Promise.allSettled([...running])
    },
    kill: async () => {
      mortal.end()
      await letGo()
    },
    close: async () => {
      // It may die on the way.
      await Promise.race([queue.close(), mortal.over])
      await letGo()
    },
  }
}

/** Pauses of a queue on a server are shortened before it hears of them. */
function fastened(
  context: IndexContext,
  { queue, concurrency }: WorkerPlan,
): { readonly handler: TaskHandler; readonly options: WorkOptions } {
  const handler = handlerOf(context)
  const isOwn = queue === undefined
  return {
    handler: async (task, around) => {
      const end = await handler(task, around)
      return isOwn || end.kind === 'done' ? end : { ...end, seconds: end.seconds / serverPace }
    },
    options: {
      concurrency: concurrency ?? 4,
      retryDecisionOf: (_, error, attempt) => {
        const decision = retryDecisionOf(error, attempt, () => 0.5)
        return isOwn || decision.kind === 'park'
          ? decision
          : { ...decision, afterMs: decision.afterMs / serverPace }
      },
    },
  }
}

/** As the process does: a node that does not answer today may do so tomorrow. */
function openOnce<Value>(open: () => Promise<Value>): () => Promise<Value> {
  let cached: Promise<Value> | null = null
  return () => {
    if (cached !== null) return cached
    const value = open()
    cached = value
    value.catch(() => {
      cached = null
    })
    return value
  }
}
