import type { Queue, QueueCounts, TaskHandler, TaskState, WorkOptions } from '../task/queue.ts'
import { type Flow, type Task, taskIdOf } from '../task/task.ts'
import {
  entryOf,
  holdBehind,
  type InlineEntry,
  type InlineLane,
  openInlineLane,
} from './inline-lane.ts'

/** Runs something later. @returns what takes it back. */
type InlineTimer = (run: () => void, ms: number) => () => void

type Repeat = { readonly task: Task; everyMs: number; cancel: () => void }
type InlineWork = { readonly handler: TaskHandler; readonly options: WorkOptions }

/** The time work may take to end once the queue is closing, before it is cancelled. */
const usualCloseMs = 10_000
/** The time that cancelled work may still take: work that does not end is left to the next process. */
const graceMs = 2_000

/**
 * Opens a queue within this process: nothing to install, and nothing that outlives it.
 *
 * @param timer - for what is to be done later; the process's own when not given.
 * @param closeMs - how long work may take to end once the queue is closing.
 */
export function openInlineQueue(
  timer: InlineTimer = processTimer,
  closeMs: number = usualCloseMs,
): Queue {
  const entries = new Map<string, InlineEntry>()
  const lanes = new Map<string, InlineLane>()
  const repeats = new Map<string, Repeat>()
  const parked = new Set<string>()
  const watchers = new Set<() => void>()
  const letGo = new AbortController()
  let work: InlineWork | null = null
  let isClosed = false

  const laneOf = (task: Task): InlineLane => {
    const name = 'chain' in task ? task.chain : ''
    const lane = lanes.get(name) ?? openInlineLane()
    lanes.set(name, lane)
    return lane
  }
  const enter = (task: Task): InlineEntry => {
    const entry = entryOf(taskIdOf(task), task)
    parked.delete(entry.id)
    entries.set(entry.id, entry)
    return entry
  }
  const releaseFirst = (entry: InlineEntry) => {
    entry.state = 'ready'
    laneOf(entry.task).putFirst(entry)
  }
  const releaseLast = (entry: InlineEntry) => {
    entry.state = 'ready'
    laneOf(entry.task).putLast(entry)
  }
  const addFlow = (flow: Flow) => {
    let before: InlineEntry | null = null
    const fresh: InlineEntry[] = []
    for (const task of flow) {
      const existing = entries.get(taskIdOf(task))
      const entry: InlineEntry = existing ?? enter(task)
      if (existing === undefined) fresh.push(entry)
      if (before !== null) holdBehind(before, entry)
      before = entry
    }
    for (const entry of fresh) if (entry.before.size === 0) releaseLast(entry)
  }
  const delay = (entry: InlineEntry, ms: number) => {
    entry.state = 'delayed'
    if (isClosed) return
    entry.cancel = timer(() => {
      releaseLast(entry)
      turn()
    }, ms)
  }
  const leave = (entry: InlineEntry) => {
    entries.delete(entry.id)
    for (const next of entry.after) {
      next.before.delete(entry)
      // A day that was begun is brought to its end before another is begun.
      if (next.before.size === 0 && next.state === 'held') releaseFirst(next)
    }
  }
  const dropAfter = (entry: InlineEntry) => {
    for (const next of entry.after) {
      if (!entries.delete(next.id)) continue
      for (const earlier of next.before) earlier.after.delete(next)
      dropAfter(next)
    }
  }
  const fail = (entry: InlineEntry, error: unknown, { retryDecisionOf }: WorkOptions) => {
    const decision = retryDecisionOf(entry.task, error, entry.attempt)
    if (decision.kind === 'retry') {
      entry.attempt += 1
      return delay(entry, decision.afterMs)
    }
    entries.delete(entry.id)
    parked.add(entry.id)
    dropAfter(entry)
  }
  const run = async (entry: InlineEntry, { handler, options }: InlineWork) => {
    try {
      const end = await handler(entry.task, { attempt: entry.attempt, signal: letGo.signal })
      if (end.kind === 'wait') delay(entry, end.seconds * 1_000)
      else leave(entry)
    } catch (error) {
      fail(entry, error, options)
    }
    laneOf(entry.task).active -= 1
    turn()
  }
  const begin = (lane: InlineLane, work: InlineWork) => {
    while (lane.active < work.options.concurrency) {
      const entry = lane.next()
      if (entry === null) return
      lane.active += 1
      entry.state = 'active'
      void run(entry, work)
    }
  }
  const turn = () => {
    if (work !== null && !isClosed) for (const lane of lanes.values()) begin(lane, work)
    for (const watch of [...watchers]) watch()
  }
  const tick = (id: string, repeat: Repeat) => {
    if (!entries.has(id)) releaseFirst(enter(repeat.task))
    repeat.cancel = timer(() => tick(id, repeat), repeat.everyMs)
    turn()
  }
  /** Resolves once something is so, or the signal fires; it is looked at after every change. */
  const until = (isSo: () => boolean, signal: AbortSignal) =>
    new Promise<void>((resolve) => {
      const watch = () => {
        if (!isSo() && !signal.aborted) return
        watchers.delete(watch)
        signal.removeEventListener('abort', watch)
        resolve()
      }
      watchers.add(watch)
      signal.addEventListener('abort', watch)
      watch()
    })
  const stateOf = (task: Task): TaskState => {
    const id = taskIdOf(task)
    if (entries.has(id)) return 'open'
    return parked.has(id) ? 'parked' : 'gone'
  }
  const isIdle = () =>
    [...entries.values()].every(({ id, state }) => state === 'delayed' && repeats.has(id))

  return {
    name: 'inline',
    add: async (flows) => {
      if (isClosed) return
      for (const flow of flows) addFlow(flow)
      turn()
    },
    every: async (task, everyMs) => {
      if (isClosed) return
      const id = taskIdOf(task)
      const existing = repeats.get(id)
      if (existing === undefined) {
        const repeat = { task, everyMs, cancel: () => {} }
        repeats.set(id, repeat)
        tick(id, repeat)
      } else if (existing.everyMs !== everyMs) {
        existing.everyMs = everyMs
        existing.cancel()
        existing.cancel = timer(() => tick(id, existing), everyMs)
      }
    },
    work: async (handler, options) => {
      work = { handler, options }
      turn()
    },
    counts: async () => countsOf(entries.values(), parked.size),
    statesOf: async (tasks) => tasks.map(stateOf),
    idle: async (signal) => {
      await until(isIdle, signal)
      signal.throwIfAborted()
    },
    close: async () => {
      isClosed = true
      for (const { cancel } of [...repeats.values(), ...entries.values()]) cancel()
      const late = new AbortController()
      const cancels = [
        timer(() => letGo.abort(), closeMs),
        timer(() => late.abort(), closeMs + graceMs),
      ]
      const areLanesIdle = () => [...lanes.values()].every(({ active }) => active === 0)
      await until(areLanesIdle, late.signal)
      for (const cancel of cancels) cancel()
    },
  }
}

function countsOf(entries: Iterable<InlineEntry>, parked: number): QueueCounts {
  const counts = { waiting: 0, active: 0, delayed: 0, parked }
  for (const { state } of entries) {
    counts[state === 'active' || state === 'delayed' ? state : 'waiting'] += 1
  }
  return counts
}

function processTimer(run: () => void, ms: number): () => void {
  const timer = setTimeout(run, ms)
  return () => clearTimeout(timer)
}
