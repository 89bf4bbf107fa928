import type { IndexContext } from '../context/context.ts'
import type { TaskEnd } from '../task/queue.ts'
import type { Task, TaskKind } from '../task/task.ts'

/** A kind of work as a value. */
export type Job<Kind extends TaskKind = TaskKind> = {
  readonly kind: Kind
  /** Does a task of this kind; doing it twice, or again after it was cut off anywhere, is harmless. */
  readonly run: (task: Extract<Task, { kind: Kind }>, context: IndexContext) => Promise<TaskEnd>
}

/** Declares a kind of work. */
export function defineJob<Kind extends TaskKind>(job: Job<Kind>): Job<Kind> {
  return job
}

/** The end of a task that has nothing left to do. */
export const done: TaskEnd = { kind: 'done' }
