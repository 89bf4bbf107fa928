import type { FlowJob, JobsOptions } from 'bullmq'
import { type Flow, type Task, taskIdOf } from '../../task/task.ts'

/** The queue of work that belongs to no chain. */
export const mainQueue = 'main'

/** Parked jobs are kept so long and so many of each queue, for the operator. */
const parkedKept = { age: 30 * 86_400, count: 1_000 }

/**
 * How every job is kept. One that was done goes at once, so that the same work can be added again: what
 * it did is in the store. Whether a failure is tried again is decided by its retry policy alone.
 */
export const jobOptions = {
  removeOnComplete: true,
  removeOnFail: parkedKept,
  attempts: 1_000,
  backoff: { type: 'fate' },
  stackTraceLimit: 1,
  keepLogs: 0,
} as const satisfies JobsOptions

/** Names the queue of a task: each chain has one, so that a chain's limit holds up no other. */
export function queueNameOf(task: Task): string {
  return 'chain' in task ? task.chain : mainQueue
}

/** Makes the jobs of a flow: each waits for the one before it, and falls with it. */
export function flowJobOf(flow: Flow): FlowJob {
  const [first, ...rest] = flow.map(jobOf)
  let job: FlowJob = first!
  for (const next of rest) {
    const before: FlowJob = { ...job, opts: { ...job.opts, failParentOnFailure: true } }
    job = { ...next, children: [before] }
  }
  return job
}

function jobOf(task: Task): Required<Pick<FlowJob, 'name' | 'queueName' | 'data' | 'opts'>> {
  const opts = { ...jobOptions, jobId: taskIdOf(task) }
  return { name: task.kind, queueName: queueNameOf(task), data: task, opts }
}
