import type { QueueCounts } from '../../task/queue.ts'
import type { JobQueue } from './queue-backend.ts'

/** The time between two looks for work that is left. */
const lookMs = 200

/** Counts jobs. One that is only waiting for its next turn is not counted. */
export async function countJobs(queues: readonly JobQueue[]): Promise<QueueCounts> {
  const all = await Promise.all(queues.map(countIn))
  const sum = (name: keyof QueueCounts) => all.reduce((total, one) => total + one[name], 0)
  return {
    waiting: sum('waiting'),
    active: sum('active'),
    delayed: sum('delayed'),
    parked: sum('parked'),
  }
}

/** Waits until nothing is left to do. */
export async function waitUntilIdle(
  counts: () => Promise<QueueCounts>,
  signal: AbortSignal,
): Promise<void> {
  for (;;) {
    signal.throwIfAborted()
    const { waiting, active, delayed } = await counts()
    if (waiting + active + delayed === 0) return
    await pause(lookMs, signal)
  }
}

async function countIn(queue: JobQueue): Promise<QueueCounts> {
  const states = ['waiting', 'prioritized', 'waiting-children'] as const
  const [counts, schedules] = await Promise.all([
    queue.getJobCounts(...states, 'active', 'delayed', 'failed'),
    queue.getJobSchedulers(),
  ])
  const turns = schedules.filter(({ next }) => (next ?? 0) > Date.now()).length
  return {
    waiting: states.reduce((total, state) => total + (counts[state] ?? 0), 0),
    active: counts.active ?? 0,
    delayed: Math.max(0, (counts.delayed ?? 0) - turns),
    parked: counts.failed ?? 0,
  }
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
