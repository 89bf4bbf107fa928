import type { FlowJob } from 'bullmq'
import { type Flow, type Task, taskIdOf } from '../../task/task.ts'
import { flowJobOf, queueNameOf } from './flow-job.ts'
import type { Flows, JobQueue } from './queue-backend.ts'

/** Where jobs are put. */
export type AddTarget = {
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
  for (let at = 0; at < flows.length; at += chunk) {
    await target.asked(addSome(target, flows.slice(at, at + chunk)))
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
  for (const [at, task] of [...flow.entries()].reverse()) {
    if (!isLive(at) && states[at] !== 'unknown') await remove(queueOf, task)
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
