import type { Flow, Task } from './task.ts'

/** The end of a task; a failure is thrown. */
export type TaskEnd =
  | { readonly kind: 'done' }
  /** Not now: the head is behind, the day is not final. It is tried again, and that is not a failure. */
  | { readonly kind: 'wait'; readonly seconds: number; readonly reason: string }

/** Around a task. */
type TaskContext = {
  /** Counts from 1. */
  readonly attempt: number
  /** Aborts when the queue must let go of its work. */
  readonly signal: AbortSignal
}

/** Does a task. */
export type TaskHandler = (task: Task, context: TaskContext) => Promise<TaskEnd>

/** The decision after a failure: again after a time, or not before a repair. */
export type RetryDecision =
  | { readonly kind: 'retry'; readonly afterMs: number }
  | { readonly kind: 'park' }

/** The options of a queue's work. */
export type WorkOptions = {
  /** Tasks at once in this process, of each chain. */
  readonly concurrency: number
  /** Decides about a failure. */
  readonly retryDecisionOf: (task: Task, error: unknown, attempt: number) => RetryDecision
}

/** Tasks in a queue. */
export type QueueCounts = {
  readonly waiting: number
  readonly active: number
  /** To be tried again later. */
  readonly delayed: number
  /** Given up. */
  readonly parked: number
}

/** The state of a task. */
export type TaskState = 'open' | 'parked' | 'gone'

/**
 * The port to a queue. Nothing depends on its memory: what is missing is computed from the store, so that a
 * queue that forgets everything costs time and nothing else, and work that comes twice changes nothing.
 */
export type Queue = {
  readonly name: 'inline' | 'redis' | 'postgres'
  /** Adds work; a task that waits or is being done already is not added again. */
  readonly add: (flows: readonly Flow[]) => Promise<void>
  /** Has a task done at once and then again and again; the same task again only changes how often. */
  readonly every: (task: Task, everyMs: number) => Promise<void>
  /** Begins to do what is in the queue. */
  readonly work: (handler: TaskHandler, options: WorkOptions) => Promise<void>
  readonly counts: () => Promise<QueueCounts>
  /** @returns in the order of the tasks: `open` while it waits or is being done, `parked` when it was given up, else `gone`. */
  readonly statesOf: (tasks: readonly Task[]) => Promise<readonly TaskState[]>
  /** Resolves when nothing waits, is delayed or is being done; what is repeated does not count. */
  readonly idle: (signal: AbortSignal) => Promise<void>
  /** Takes no new work, lets what is being done come to its end, and lets go of the connection. */
  readonly close: () => Promise<void>
}
