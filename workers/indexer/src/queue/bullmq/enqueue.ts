import type { FlowJob, JobsOptions } from 'bullmq'
import type { TaskState } from '../../task/queue.ts'
import { type Flow, type Task, taskIdOf } from '../../task/task.ts'
import { replayQueue } from '../replay-queue.ts'
import type { Flows, JobQueue } from './queue-backend.ts'

/** The target of new jobs. */
type AddTarget = {
  readonly flows: Flows
  readonly queueOf: (name: string) => JobQueue
  /** Waits for the server, but not without end. */
  readonly asked: <Value>(answer: Promise<Value>) => Promise<Value>
}

/** Flows that are sent to the server together. */
const chunk = 200

const alive = new Set(['waiting', 'active', 'delayed', 'prioritized', 'waiting-children'])

/**
 * Adds flows, leaving out tasks that are in the queue already; what failed for good before is added afresh.
 * When the same is added at the same moment elsewhere, something may be done twice, and is never left out.
 */
export async function addFlows(target: AddTarget, flows: readonly Flow[]): Promise<void> {
  for (let index = 0; index < flows.length; index += chunk) {
    await target.asked(addSome(target, flows.slice(index, index + chunk)))
  }
}

async function addSome(target: AddTarget, flows: readonly Flow[]): Promise<void> {
  const jobs = (await Promise.all(flows.map((flow) => jobsOf(target, flow)))).flat()
  if (jobs.length > 0) await target.flows.addBulk([...jobs])
}

/** Divides a flow at its last task that is in the queue already: what comes after waits for that one. */
async function jobsOf({ queueOf }: AddTarget, flow: Flow): Promise<readonly FlowJob[]> {
  const states = await Promise.all(flow.map((task) => stateOf(queueOf, task)))
  const isLive = (at: number): boolean => {
    if (!alive.has(states[at]!)) return false
    // It waits for a task that is gone, as when the server lost a part, and would wait for ever.
    return states[at] !== 'waiting-children' || at === 0 || isLive(at - 1)
  }
  const last = flow.findLastIndex((_, at) => isLive(at))
  const before = flow.filter((_, at) => at < last && !isLive(at))
  const after = flow.slice(last + 1)
  // The last first: to take away what a task waits for would begin it.
  for (const [position, task] of [...flow.entries()].reverse()) {
    if (!isLive(position) && states[position] !== 'unknown') await remove(queueOf, task)
  }
  const jobs = isFlow(before) ? [flowJobOf(before)] : []
  if (!isFlow(after)) return jobs
  if (last === -1) return [flowJobOf(after)]
  const held = flow[last]!
  const job = await queueOf(queueNameOf(held)).getJob(taskIdOf(held))
  // Something else waits for it, and a job has one that waits: the next scan finds what is left out here.
  if (job?.parent !== undefined) return jobs
  return [...jobs, flowJobOf([held, ...after])]
}

/** Tells where tasks are. What was done is no longer in the queue. */
export function statesOf(
  queueOf: AddTarget['queueOf'],
  tasks: readonly Task[],
): Promise<readonly TaskState[]> {
  return Promise.all(
    tasks.map(async (task): Promise<TaskState> => {
      const state = await stateOf(queueOf, task)
      if (alive.has(state)) return 'open'
      return state === 'failed' ? 'parked' : 'gone'
    }),
  )
}

function stateOf(queueOf: AddTarget['queueOf'], task: Task): Promise<string> {
  return queueOf(queueNameOf(task)).getJobState(taskIdOf(task))
}

async function remove(queueOf: AddTarget['queueOf'], task: Task): Promise<void> {
  // Another worker may be doing it by now: then it stays, and is what was to be added.
  await queueOf(queueNameOf(task))
    .remove(taskIdOf(task), { removeChildren: false })
    .catch(() => {})
}

function isFlow(tasks: readonly Task[]): tasks is Flow {
  return tasks.length > 0
}

/** The queue of work that belongs to no chain. */
export const mainQueue = 'main'

/** Parked jobs are kept so long and so many of each queue, for the operator. */
const parkedRetention = { age: 30 * 86_400, count: 1_000 }

/**
 * The options of every job. One that was done goes at once, so that the same work can be added
 * again: what it did is in the store. Whether a failure is tried again is decided by its retry
 * policy alone.
 */
const jobOptions = {
  removeOnComplete: true,
  removeOnFail: parkedRetention,
  attempts: 1_000,
  backoff: { type: 'retry_policy' },
  stackTraceLimit: 1,
  keepLogs: 0,
} as const satisfies JobsOptions

/** Names the queue of a task: each chain has one, so that a chain's limit holds up no other. */
function queueNameOf(task: Task): string {
  if (task.kind === 'vault.replay') return replayQueue
  return 'chain' in task ? task.chain : mainQueue
}

/** Makes the jobs of a flow: each waits for the one before it, and falls with it. */
function flowJobOf(flow: Flow): FlowJob {
  const [first, ...further] = flow.map(jobOf)
  let job: FlowJob = first!
  for (const next of further) {
    const before: FlowJob = { ...job, opts: { ...job.opts, failParentOnFailure: true } }
    job = { ...next, children: [before] }
  }
  return job
}

function jobOf(task: Task): Required<Pick<FlowJob, 'name' | 'queueName' | 'data' | 'opts'>> {
  const opts = { ...jobOptions, jobId: taskIdOf(task) }
  return { name: task.kind, queueName: queueNameOf(task), data: task, opts }
}

/** Keeps repeated work in the queue even when the queue forgets it. */
type ScheduleKeeper = {
  readonly every: (task: Task, everyMs: number) => Promise<void>
  /** Puts back what is missing, and takes away what this process did not ask for. */
  readonly keep: () => Promise<void>
}

type RepeatedTask = { readonly task: Task; readonly everyMs: number }

/** It goes first: what is missing is found before more of it is done. */
const options = { ...jobOptions, lifo: true } as const

/** Opens what keeps schedules. */
export function openScheduleKeeper(queueOf: (name: string) => JobQueue): ScheduleKeeper {
  const schedules = new Map<string, RepeatedTask>()
  const put = async ({ task, everyMs }: RepeatedTask) => {
    const template = { name: task.kind, data: task, opts: options }
    await queueOf(queueNameOf(task)).upsertJobScheduler(
      taskIdOf(task),
      { every: everyMs },
      template,
    )
  }
  const putBack = async (one: RepeatedTask) => {
    const scheduler = await queueOf(queueNameOf(one.task)).getJobScheduler(taskIdOf(one.task))
    if (scheduler?.every !== one.everyMs || isLost(scheduler.next, one.everyMs)) await put(one)
  }
  const prune = async (name: string) => {
    const queue = queueOf(name)
    for (const { key } of await queue.getJobSchedulers()) {
      if (!schedules.has(key)) await queue.removeJobScheduler(key)
    }
  }
  return {
    every: async (task, everyMs) => {
      const schedule = { task, everyMs }
      schedules.set(taskIdOf(task), schedule)
      await putBack(schedule)
    },
    keep: async () => {
      for (const schedule of schedules.values()) await putBack(schedule)
      const names = new Set([...schedules.values()].map(({ task }) => queueNameOf(task)))
      for (const name of names) await prune(name)
    },
  }
}

/** Its turn is long over: the job that would have put the next one into the queue is not there. */
function isLost(next: number | null | undefined, everyMs: number): boolean {
  return next !== null && next !== undefined && Date.now() - next > 3 * everyMs + 60_000
}
