import fc from 'fast-check'
import { expect, test } from 'vitest'
import { runsOf } from '../runs.ts'
import type { QueueTestKit } from './queue-fixture.ts'
import { assertOrder, dayOf, done, labelOf, patient, soon, strict, taskOf } from './queue-task.ts'

const runs = Math.min(runsOf(0.03), 30)

/** Tests work that fails, waits or is given up. */
export function testQueueFailure({ open }: QueueTestKit): void {
  test('behavior: a failure is tried again, with its number, until it succeeds', async () => {
    const queue = await open()
    const attempts: number[] = []
    await queue.work(async (_task, { attempt }) => {
      attempts.push(attempt)
      if (attempt < 3) throw new Error('not yet')
      return done
    }, patient)
    await queue.add([[taskOf(1)]])
    await queue.idle(soon())
    expect(attempts).toEqual([1, 2, 3])
  })

  test('behavior: a failure is parked with all that waits for it, and can be added again', async () => {
    const queue = await open()
    const names: string[] = []
    let isBroken = true
    await queue.work(async (task) => {
      names.push(labelOf(task))
      if (isBroken && task.kind === 'vault.daily') throw new Error('broken')
      return done
    }, strict)
    await queue.add([dayOf(1), [taskOf(2)]])
    await queue.idle(soon())
    expect([...names].sort()).toEqual(['1 daily', '1 snapshot', '2 snapshot'])
    await expect.poll(async () => (await queue.counts()).parked).toBe(1)
    isBroken = false
    names.length = 0
    await queue.add([dayOf(1)])
    await queue.idle(soon())
    expect(names).toEqual(dayOf(1).map(labelOf))
    expect((await queue.counts()).parked).toBe(0)
  })

  test('behavior: a decision is asked for with the task, the failure and its number', async () => {
    const queue = await open()
    const values: unknown[] = []
    const failure = new TypeError('odd')
    await queue.work(() => Promise.reject(failure), {
      concurrency: 1,
      retryDecisionOf: (task, error, attempt) => {
        values.push([labelOf(task), error, attempt])
        return attempt < 2 ? { kind: 'retry', afterMs: 1 } : { kind: 'park' }
      },
    })
    await queue.add([[taskOf(1)]])
    await queue.idle(soon())
    expect(values).toEqual([
      ['1 snapshot', failure, 1],
      ['1 snapshot', failure, 2],
    ])
  })

  test('behavior: what has to wait is not a failure, and is done later', async () => {
    const queue = await open()
    const attempts: number[] = []
    const times: number[] = []
    await queue.work(async (_task, { attempt }) => {
      attempts.push(attempt)
      times.push(Date.now())
      return times.length < 3 ? { kind: 'wait', seconds: 0.3, reason: 'not final' } : done
    }, strict)
    await queue.add([[taskOf(1)]])
    await queue.idle(soon())
    expect(attempts).toEqual([1, 1, 1])
    expect(times[2]! - times[0]!).toBeGreaterThanOrEqual(550)
    expect((await queue.counts()).parked).toBe(0)
  })

  test('behavior: whatever fails however often, all is done once, in order', async () => {
    const flows = fc.uniqueArray(fc.integer({ min: 0, max: 30 }), { minLength: 1, maxLength: 6 })
    const failing = fc.array(fc.nat(2), { minLength: 1, maxLength: 8 })
    await fc.assert(
      fc.asyncProperty(
        flows,
        failing,
        fc.integer({ min: 1, max: 4 }),
        async (numbers, failures, concurrency) => {
          const queue = await open()
          const left = new Map(
            numbers
              .flatMap(dayOf)
              .map((task, at) => [labelOf(task), failures[at % failures.length]!]),
          )
          const names: string[] = []
          await queue.work(
            async (task) => {
              const label = labelOf(task)
              const failuresLeft = left.get(label)!
              left.set(label, failuresLeft - 1)
              if (failuresLeft > 0) throw new Error('again')
              names.push(label)
              return done
            },
            { concurrency, retryDecisionOf: () => ({ kind: 'retry', afterMs: 1 }) },
          )
          await queue.add(numbers.map(dayOf))
          await queue.idle(soon())
          expect([...names].sort()).toEqual(numbers.flatMap(dayOf).map(labelOf).sort())
          for (const number of numbers) assertOrder(names, dayOf(number))
          await queue.close()
        },
      ),
      { numRuns: runs },
    )
  })
}
