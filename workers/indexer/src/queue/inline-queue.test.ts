import fc from 'fast-check'
import { expect, test } from 'vitest'
import type { RetryDecision, TaskEnd } from '../task/queue.ts'
import type { Flow, Task } from '../task/task.ts'
import { openInlineQueue } from './inline-queue.ts'

const place = { tenantId: 't', chain: 'local', vault: `0x${'1'.repeat(40)}` } as const
const soon = () => AbortSignal.timeout(5_000)

function dayTask(kind: 'vault.daily' | 'vault.performance', day: number): Task {
  return { kind, ...place, day: `2026-01-${String(day).padStart(2, '0')}` }
}

function flowOf(day: number): Flow {
  const [daily, performance] = [dayTask('vault.daily', day), dayTask('vault.performance', day)]
  return [{ ...daily, kind: 'vault.snapshot', reason: null } as Task, daily, performance]
}

function nameOf(task: Task): string {
  return 'day' in task ? `${task.kind} ${task.day}` : task.kind
}

/** A queue whose time passes as soon as nothing else is to be done. */
function openQuick() {
  return openInlineQueue((run) => {
    const timer = setImmediate(run)
    return () => clearImmediate(timer)
  })
}

const again: () => RetryDecision = () => ({ kind: 'retry', afterMs: 1 })

test('law: each task is done exactly once, after the one before it, however often it is added', async () => {
  const days = fc.array(fc.integer({ min: 1, max: 9 }), { maxLength: 30 })
  await fc.assert(
    fc.asyncProperty(days, fc.integer({ min: 1, max: 5 }), async (added, concurrency) => {
      const queue = openQuick()
      const done: string[] = []
      let active = 0
      await queue.add(added.map(flowOf))
      await queue.work(
        async (task) => {
          active += 1
          expect(active).toBeLessThanOrEqual(concurrency)
          await new Promise((resolve) => setImmediate(resolve))
          active -= 1
          done.push(nameOf(task))
          return { kind: 'done' }
        },
        { concurrency, retryDecisionOf: again },
      )
      await queue.idle(soon())
      const expected = [...new Set(added)].flatMap((day) => flowOf(day).map(nameOf))
      expect([...done].sort()).toEqual([...expected].sort())
      for (const day of new Set(added)) {
        const places = flowOf(day).map((task) => done.indexOf(nameOf(task)))
        expect(places).toEqual([...places].sort((one, other) => one - other))
      }
      expect(await queue.counts()).toEqual({ waiting: 0, active: 0, delayed: 0, parked: 0 })
      await queue.close()
    }),
  )
})

test('law: whatever fails, waits or is given up, nothing hangs and nothing comes before its turn', async () => {
  const ends = fc.array(fc.constantFrom('done', 'fail', 'wait', 'park'), { maxLength: 40 })
  await fc.assert(
    fc.asyncProperty(ends, fc.integer({ min: 1, max: 4 }), async (script, concurrency) => {
      const queue = openQuick()
      const done = new Set<string>()
      const parked = new Set<string>()
      let step = 0
      await queue.work(
        async (task): Promise<TaskEnd> => {
          const flow = flowOf(Number('day' in task ? task.day.slice(-2) : 0)).map(nameOf)
          for (const before of flow.slice(0, flow.indexOf(nameOf(task)))) {
            expect(done.has(before)).toBe(true)
          }
          const end = script[step++] ?? 'done'
          if (end === 'wait') return { kind: 'wait', seconds: 1, reason: 'not yet' }
          if (end !== 'done') throw new Error(end)
          expect(done.has(nameOf(task))).toBe(false)
          done.add(nameOf(task))
          return { kind: 'done' }
        },
        {
          concurrency,
          retryDecisionOf: (task, error) => {
            if ((error as Error).message !== 'park') return { kind: 'retry', afterMs: 1 }
            parked.add(nameOf(task))
            return { kind: 'park' }
          },
        },
      )
      await queue.add([1, 2, 3, 4].map(flowOf))
      await queue.idle(soon())
      expect((await queue.counts()).parked).toBe(parked.size)
      for (const day of [1, 2, 3, 4]) {
        const flow = flowOf(day).map(nameOf)
        const end = flow.findIndex((name) => parked.has(name))
        expect(flow.map((name) => done.has(name))).toEqual(flow.map((_, at) => end < 0 || at < end))
      }
      await queue.close()
    }),
  )
})

test('behavior: a task that waits behind another flow waits for both', async () => {
  const queue = openQuick()
  const done: string[] = []
  await queue.add([[dayTask('vault.daily', 1)], flowOf(1)])
  await queue.work(
    async (task) => {
      done.push(nameOf(task))
      return { kind: 'done' }
    },
    { concurrency: 4, retryDecisionOf: again },
  )
  await queue.idle(soon())
  expect(done).toEqual(flowOf(1).map(nameOf))
})

test('behavior: what is repeated is done at once and again, and is in the queue once', async () => {
  const timers: { readonly run: () => void; readonly ms: number }[] = []
  const queue = openInlineQueue((run, ms) => {
    timers.push({ run, ms })
    return () => {}
  })
  let times = 0
  await queue.work(
    async () => {
      times += 1
      return { kind: 'done' }
    },
    { concurrency: 1, retryDecisionOf: again },
  )
  await queue.every({ kind: 'retention' }, 1_000)
  await queue.every({ kind: 'retention' }, 1_000)
  await queue.idle(soon())
  expect([times, timers.map(({ ms }) => ms)]).toEqual([1, [1_000]])
  timers[0]!.run()
  await queue.idle(soon())
  expect(times).toBe(2)
  await queue.every({ kind: 'retention' }, 5_000)
  expect(timers.at(-1)!.ms).toBe(5_000)
  await queue.close()
})

test('behavior: closing waits for what is being done, and takes nothing new', async () => {
  const queue = openInlineQueue()
  const done: string[] = []
  let finish = () => {}
  await queue.work(
    (task) =>
      new Promise((resolve) => {
        finish = () => {
          done.push(nameOf(task))
          resolve({ kind: 'done' })
        }
      }),
    { concurrency: 1, retryDecisionOf: again },
  )
  await queue.add([flowOf(1)])
  const closing = queue.close()
  await queue.add([flowOf(2)])
  finish()
  await closing
  expect(done).toEqual(['vault.snapshot 2026-01-01'])
})

test('behavior: closing never waits without end', async () => {
  const pauses: number[] = []
  const queue = openInlineQueue((run, ms) => {
    pauses.push(ms)
    const timer = setImmediate(run)
    return () => clearImmediate(timer)
  }, 40)
  let isAborted = false
  const hang = (_: Task, { signal }: { readonly signal: AbortSignal }) => {
    signal.addEventListener('abort', () => {
      isAborted = true
    })
    return new Promise<TaskEnd>(() => {})
  }
  await queue.work(hang, { concurrency: 1, retryDecisionOf: again })
  await queue.add([flowOf(1)])
  await queue.close()
  expect([isAborted, pauses]).toEqual([true, [40, 2_040]])
})

test('behavior: what was given up may be added again', async () => {
  const queue = openQuick()
  let isBroken = true
  await queue.work(
    async () => {
      if (isBroken) throw new Error('no')
      return { kind: 'done' }
    },
    { concurrency: 1, retryDecisionOf: () => ({ kind: 'park' }) },
  )
  await queue.add([flowOf(1)])
  await queue.idle(soon())
  expect(await queue.counts()).toEqual({ waiting: 0, active: 0, delayed: 0, parked: 1 })
  isBroken = false
  await queue.add([flowOf(1)])
  await queue.idle(soon())
  expect((await queue.counts()).parked).toBe(0)
})

test('error: a wait for an idle queue that is given up rejects', async () => {
  const queue = openInlineQueue()
  await queue.add([flowOf(1)])
  await expect(queue.idle(AbortSignal.timeout(5))).rejects.toThrow('aborted due to timeout')
})
