import { type Task, taskIdOf } from '../../task/task.ts'
import { jobOptions, queueNameOf } from './flow-job.ts'
import type { JobQueue } from './queue-backend.ts'

/** What is done again and again, kept in the queue even when the queue forgets it. */
export type ScheduleKeeper = {
  readonly every: (task: Task, everyMs: number) => Promise<void>
  /** Puts back what is missing, and takes away what this process did not ask for. */
  readonly keep: () => Promise<void>
}

type RepeatedTask = { readonly task: Task; readonly everyMs: number }

/** It goes first: what is missing is found before more of it is done. */
const options = { ...jobOptions, lifo: true } as const

/** Opens what keeps schedules. */
export function openScheduleKeeper(queueOf: (name: string) => JobQueue): ScheduleKeeper {
  const kept = new Map<string, RepeatedTask>()
  const put = async ({ task, everyMs }: RepeatedTask) => {
    const template = { name: task.kind, data: task, opts: options }
    await queueOf(queueNameOf(task)).upsertJobScheduler(
      taskIdOf(task),
      { every: everyMs },
      template,
    )
  }
  const putBack = async (one: RepeatedTask) => {
    const found = await queueOf(queueNameOf(one.task)).getJobScheduler(taskIdOf(one.task))
    if (found?.every !== one.everyMs || isLost(found.next, one.everyMs)) await put(one)
  }
  const prune = async (name: string) => {
    const queue = queueOf(name)
    for (const { key } of await queue.getJobSchedulers()) {
      if (!kept.has(key)) await queue.removeJobScheduler(key)
    }
  }
  return {
    every: async (task, everyMs) => {
      const one = { task, everyMs }
      kept.set(taskIdOf(task), one)
      await putBack(one)
    },
    keep: async () => {
      for (const one of kept.values()) await putBack(one)
      const names = new Set([...kept.values()].map(({ task }) => queueNameOf(task)))
      for (const name of names) await prune(name)
    },
  }
}

/** Its turn is long over: the job that would have put the next one into the queue is not there. */
function isLost(next: number | null | undefined, everyMs: number): boolean {
  return next !== null && next !== undefined && Date.now() - next > 3 * everyMs + 60_000
}
