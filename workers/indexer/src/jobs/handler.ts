import type { IndexContext } from '../context/context.ts'
import { retryDecisionOf } from '../context/failure.ts'
import type { TaskHandler, WorkOptions } from '../task/queue.ts'
import type { Job } from './job.ts'
import { jobs } from './job-list.ts'
import { clearFailure, noteFailure } from './task-failure.ts'

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
