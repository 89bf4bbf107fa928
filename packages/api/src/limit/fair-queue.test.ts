import { BaseError } from '@vaultwright/base'
import fc from 'fast-check'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { type FairQueueOptions, openFairQueue } from './fair-queue.ts'

class BusyError extends BaseError {
  override readonly code = 'busy'
  override readonly kind = 'overload'
}
class LateError extends BaseError {
  override readonly code = 'late'
  override readonly kind = 'timeout'
}

const limits: FairQueueOptions = {
  concurrency: 4,
  maxRunning: 3,
  perTenant: 8,
  waitMs: 10_000,
  timeoutMs: 10_000,
  busy: () => new BusyError({ message: 'Busy.' }),
  late: () => new LateError({ message: 'Late.' }),
}
const { signal } = new AbortController()

beforeEach(() => {
  vi.useFakeTimers()
})
afterEach(() => {
  vi.useRealTimers()
})

type Job = { readonly tenant: string; readonly end: () => void }

/** A queue whose work ends when it is told to, and what it did. */
function openWatched(options: FairQueueOptions = limits) {
  const queue = openFairQueue(options)
  const running: Job[] = []
  const waiting = new Map<string, number>()
  const starts: { readonly tenant: string; readonly runs: ReadonlyMap<string, number> }[] = []
  const codes: string[] = []
  const runsOf = () => {
    const counts = new Map<string, number>()
    for (const { tenant } of running) counts.set(tenant, (counts.get(tenant) ?? 0) + 1)
    return counts
  }
  const ask = (tenant: string) => {
    waiting.set(tenant, (waiting.get(tenant) ?? 0) + 1)
    const work = () =>
      new Promise<void>((resolve) => {
        starts.push({ tenant, runs: runsOf() })
        waiting.set(tenant, waiting.get(tenant)! - 1)
        running.push({ tenant, end: resolve })
      })
    queue.run(tenant, work, signal).then(
      () => codes.push('done'),
      ({ code }) => codes.push(code),
    )
  }
  const end = async (index: number) => {
    const [job] = running.splice(index % running.length, 1)
    job?.end()
    await vi.advanceTimersByTimeAsync(0)
  }
  return { ask, end, running, waiting, starts, codes, runsOf }
}

test('law: whatever tenants ask, each start is of a tenant that runs least of those that wait, and nobody is refused within the limits', async () => {
  const step = fc.oneof(
    fc.record({ kind: fc.constant('ask' as const), tenant: fc.constantFrom('a', 'b', 'c', 'd') }),
    fc.record({ kind: fc.constant('end' as const), index: fc.nat(20) }),
  )
  await fc.assert(
    fc.asyncProperty(fc.array(step, { minLength: 1, maxLength: 60 }), async (steps) => {
      const queue = openWatched()
      let checked = 0
      for (const action of steps) {
        if (action.kind === 'ask') {
          const waits = queue.waiting.get(action.tenant) ?? 0
          if (waits < limits.perTenant) queue.ask(action.tenant)
        } else if (queue.running.length > 0) await queue.end(action.index)
        for (const { tenant, runs } of queue.starts.slice(checked)) {
          const count = runs.get(tenant) ?? 0
          expect(count).toBeLessThan(3)
          for (const [rival, waiters] of queue.waiting) {
            const rivalCount = runs.get(rival) ?? 0
            if (waiters > 0 && rivalCount < 3) expect(count).toBeLessThanOrEqual(rivalCount)
          }
        }
        checked = queue.starts.length
        expect(queue.running.length).toBeLessThanOrEqual(4)
        // No place stays empty while somebody who may run waits.
        const runs = queue.runsOf()
        const isIdle = [...queue.waiting].some(
          ([tenant, count]) => count > 0 && (runs.get(tenant) ?? 0) < 3,
        )
        expect(isIdle && queue.running.length < 4).toBe(false)
      }
      while (queue.running.length > 0) await queue.end(0)
      expect(new Set(queue.codes).size).toBeLessThanOrEqual(1)
      expect(queue.codes).not.toContain('busy')
    }),
  )
})

test('golden: eight at once of one tenant all end, three at a time, and another tenant comes next', async () => {
  const queue = openWatched()
  for (let count = 0; count < 8; count++) queue.ask('a')
  expect(queue.running).toHaveLength(3)
  queue.ask('b')
  expect(queue.running.map(({ tenant }) => tenant)).toEqual(['a', 'a', 'a', 'b'])
  while (queue.running.length > 0) await queue.end(0)
  expect(queue.codes).toEqual(Array(9).fill('done'))
})

test('refuses: more of a tenant than may wait, one that waited too long, and work that takes too long', async () => {
  const queue = openWatched({ ...limits, perTenant: 1 })
  for (let count = 0; count < 5; count++) queue.ask('a')
  await vi.advanceTimersByTimeAsync(0)
  expect(queue.codes).toEqual(['busy'])
  await vi.advanceTimersByTimeAsync(9_999)
  expect(queue.codes).toEqual(['busy'])
  await vi.advanceTimersByTimeAsync(1)
  expect([...queue.codes].sort()).toEqual(['busy', 'busy', 'late', 'late', 'late'])
})

test('behavior: the time of the work begins with its turn', async () => {
  const queue = openWatched({ ...limits, concurrency: 1 })
  queue.ask('a')
  queue.ask('b')
  await vi.advanceTimersByTimeAsync(9_000)
  await queue.end(0)
  await vi.advanceTimersByTimeAsync(9_000)
  await queue.end(0)
  expect(queue.codes).toEqual(['done', 'done'])
})
