import type { Queue, Task, TaskState } from '@vaultwright/indexer'
import type { Store } from '@vaultwright/store'
import { type ReplayProgress, type ReplayRequest, type ReplayTarget, targetsOf } from './replay.ts'

/** The result for the values of a vault on a chain, of which other processes may have computed some. */
export type QueuedReplay = {
  readonly name: string
  readonly vault: string
  readonly chain: string
  readonly days: number
  /** Values that were to be computed. */
  readonly stale: number
  /** Of them, those that are still missing, or of other readings or an older formula. */
  readonly left: number
  /** True if the queue gave it up; its board has the reason. */
  readonly isParked: boolean
}

/** The time between two looks at the queue's progress. */
const lookMs = 500
/** Tasks that the queue is asked about at once. */
const together = 200

type ReplayTask = Extract<Task, { readonly kind: 'vault.replay' }>
type PlannedTarget = ReplayTarget & {
  readonly task: ReplayTask
  readonly days: number
  readonly stale: number
}

/**
 * Computes values again by tasks of a shared queue, one a vault and chain, and waits until all are done, whoever does
 * them. What is cut off stays in the queue; ordered again, a task that is there is not added again.
 */
export async function replayByQueue(
  store: Store,
  request: ReplayRequest,
  { queue, progress }: { readonly queue: Queue; readonly progress: ReplayProgress },
): Promise<readonly QueuedReplay[]> {
  const planned: PlannedTarget[] = []
  for (const target of targetsOf(request)) planned.push(await planOf(store, request, target))
  const stalePlans = planned.filter(({ stale }) => stale > 0)
  progress.start(stalePlans.reduce((sum, { days }) => sum + days, 0))
  await queue.add(stalePlans.map(({ task }) => [task]))
  const parked = await waitFor(queue, stalePlans, { progress, signal: request.signal })
  const results: QueuedReplay[] = []
  for (const target of planned) {
    const left = target.stale === 0 ? 0 : (await planOf(store, staleOf(request), target)).stale
    const { name, vaultRef, days, stale } = target
    const { vault, chain } = vaultRef
    results.push({ name, vault, chain, days, stale, left, isParked: parked.has(target) })
  }
  return results
}

async function waitFor(
  queue: Queue,
  wanted: readonly PlannedTarget[],
  { progress, signal }: { readonly progress: ReplayProgress; readonly signal: AbortSignal },
): Promise<ReadonlySet<PlannedTarget>> {
  const parked = new Set<PlannedTarget>()
  let open = wanted
  while (open.length > 0) {
    signal.throwIfAborted()
    const states = await statesOf(queue, open)
    for (const [index, target] of open.entries()) {
      if (states[index] === 'open') continue
      if (states[index] === 'parked') parked.add(target)
      progress.step(target.name, target.days)
    }
    open = open.filter((_, at) => states[at] === 'open')
    if (open.length > 0) await pause(lookMs, signal)
  }
  return parked
}

async function statesOf(
  queue: Queue,
  targets: readonly PlannedTarget[],
): Promise<readonly TaskState[]> {
  const states: TaskState[] = []
  for (let index = 0; index < targets.length; index += together) {
    const part = targets.slice(index, index + together)
    states.push(...(await queue.statesOf(part.map(({ task }) => task))))
  }
  return states
}

async function planOf(
  store: Store,
  { from, to, values, reason }: ReplayRequest,
  target: ReplayTarget,
): Promise<PlannedTarget> {
  const {
    currentFormulas: formulas,
    findIndexedVault,
    readReplayPlan,
  } = await import('@vaultwright/indexer')
  const { name, vaultRef } = target
  const order = { from, to, values, reason }
  const task: ReplayTask = { kind: 'vault.replay', ...vaultRef, ...order }
  const indexedVault = await findIndexedVault({ store }, vaultRef)
  if (indexedVault === null) return { name, vaultRef, task, days: 0, stale: 0 }
  const { days, wanted: kinds } = await readReplayPlan({ store, formulas }, indexedVault, order)
  const stale = kinds.snapshot.length + kinds.daily.length + kinds.performance.length
  return { name, vaultRef, task, days, stale }
}

/** After everything was computed, what is left is what is stale still. */
function staleOf(request: ReplayRequest): ReplayRequest {
  return { ...request, values: 'stale' }
}

function pause(ms: number, signal: AbortSignal): Promise<void> {
  return new Promise((resolve) => {
    const end = (): void => {
      clearTimeout(timer)
      signal.removeEventListener('abort', end)
      resolve()
    }
    const timer = setTimeout(end, ms)
    signal.addEventListener('abort', end)
  })
}
