import { setTimeout as wait } from 'node:timers/promises'
import type { Flow, Queue, Task, TaskEnd, TaskHandler, WorkOptions } from '@vaultwright/indexer'
import fc from 'fast-check'
import { afterEach, describe, expect, test } from 'vitest'

/** A place for a queue that a test fills. */
export type QueueStage = {
  /** Opens the queue; again is what another process would do. */
  readonly open: () => Promise<Queue>
  /** Whether work outlives the process that put it there. */
  readonly isShared: boolean
  readonly drop: () => Promise<void>
}

const done: TaskEnd = { kind: 'done' }
const runs = Math.min(Number(process.env.FUZZ_RUNS ?? 3), 30)

/** Makes a task of a vault: tasks with different numbers are different work. */
export function taskOf(
  number: number,
  kind: 'snapshot' | 'daily' | 'performance' = 'snapshot',
): Task {
  const vault = `0x${`${number}`.padStart(40, '0')}` as const
  const place = { tenantId: 'tenant', chain: 'local', vault, day: '2026-01-31' }
  if (kind === 'snapshot') return { kind: 'vault.snapshot', ...place, reason: null }
  return kind === 'daily'
    ? { kind: 'vault.daily', ...place }
    : { kind: 'vault.performance', ...place }
}

/** Makes the work of a day: three tasks, each after the one before it. */
export function dayOf(number: number): Flow {
  return [taskOf(number), taskOf(number, 'daily'), taskOf(number, 'performance')]
}

/** Names a task shortly: `7 daily`. */
export function labelOf(task: Task): string {
  if (!('vault' in task)) return task.kind
  return `${BigInt(task.vault)} ${task.kind.slice(task.kind.indexOf('.') + 1)}`
}

/** Every failure is tried again at once. */
export const patient: WorkOptions = {
  concurrency: 4,
  fateOf: () => ({ kind: 'retry', afterMs: 10 }),
}

/** No failure is tried again. */
export const strict: WorkOptions = { concurrency: 4, fateOf: () => ({ kind: 'park' }) }

/** Fails a test that waits for ever. */
export function soon(): AbortSignal {
  return AbortSignal.timeout(30_000)
}

/**
 * Tests that an adapter is a queue: what the port promises, and nothing else.
 *
 * @param name - the adapter.
 * @param openStage - makes an empty place.
 */
export function testQueue(name: string, openStage: () => Promise<QueueStage>): void {
  describe(name, () => {
    const ends: (() => Promise<void>)[] = []
    afterEach(async () => {
      for (const end of ends.splice(0).reverse()) await end()
    })
    const stage = async (): Promise<QueueStage> => {
      const found = await openStage()
      ends.push(found.drop)
      return found
    }
    const openIn = async (place: QueueStage): Promise<Queue> => {
      const queue = await place.open()
      ends.push(queue.close)
      return queue
    }
    const open = async (): Promise<Queue> => openIn(await stage())

    test('default: what is added is done once, and then nothing is left', async () => {
      const queue = await open()
      const seen: string[] = []
      await queue.add([[taskOf(1)], [taskOf(2)], [{ kind: 'gaps.scan', chain: 'mainnet' }]])
      await queue.add([[{ kind: 'retention' }]])
      expect(await queue.counts()).toMatchObject({ waiting: 4, active: 0, delayed: 0, parked: 0 })
      await queue.work(noting(seen), patient)
      await queue.idle(soon())
      expect(seen.sort()).toEqual(['1 snapshot', '2 snapshot', 'gaps.scan', 'retention'])
      expect(await queue.counts()).toEqual({ waiting: 0, active: 0, delayed: 0, parked: 0 })
    })

    test('behavior: a task arrives as it was added', async () => {
      const queue = await open()
      const seen: Task[] = []
      const tasks = [...dayOf(9), { ...taskOf(8), reason: 'another block "now" é' } as Task]
      await queue.add(tasks.map((task) => [task]))
      await queue.work(async (task) => {
        seen.push(task)
        return done
      }, patient)
      await queue.idle(soon())
      expect(seen).toHaveLength(4)
      expect(seen).toEqual(expect.arrayContaining(tasks))
    })

    test('behavior: what waits or is being done is not added again; what is done is', async () => {
      const queue = await open()
      const gate = openGate()
      const seen: string[] = []
      await queue.add([[taskOf(1)], [taskOf(1)]])
      await queue.add([[taskOf(1)]])
      await queue.work(
        noting(seen, () => gate.passed),
        patient,
      )
      await expect.poll(() => seen, { timeout: 10_000 }).toEqual(['1 snapshot'])
      await queue.add([[taskOf(1)]])
      gate.open()
      await queue.idle(soon())
      expect(seen).toHaveLength(1)
      await queue.add([[taskOf(1)]])
      await queue.idle(soon())
      expect(seen).toHaveLength(2)
    })

    test('behavior: a day is in the queue once, however often it is added', async () => {
      const queue = await open()
      const seen: string[] = []
      for (let time = 0; time < 3; time++) await queue.add([dayOf(1), dayOf(2)])
      await queue.work(noting(seen), patient)
      await queue.idle(soon())
      expect([...seen].sort()).toEqual([...dayOf(1), ...dayOf(2)].map(labelOf).sort())
    })

    test('behavior: tasks of a flow are done in order, flows beside each other', async () => {
      const queue = await open()
      const seen: string[] = []
      const flows = [1, 2, 3, 4, 5].map(dayOf)
      await queue.work(
        noting(seen, () => wait(5)),
        patient,
      )
      await queue.add(flows)
      await queue.idle(soon())
      expect(seen).toHaveLength(15)
      for (const flow of flows) assertOrder(seen, flow)
    })

    test('behavior: what follows a task that is being done waits for it', async () => {
      const queue = await open()
      const gate = openGate()
      const seen: string[] = []
      await queue.work(async (task) => {
        if (task.kind === 'vault.snapshot') await gate.passed
        seen.push(labelOf(task))
        return done
      }, patient)
      await queue.add([[taskOf(1)]])
      await expect.poll(async () => (await queue.counts()).active, { timeout: 10_000 }).toBe(1)
      await queue.add([[taskOf(1), taskOf(1, 'daily')]])
      await wait(300)
      gate.open()
      await queue.idle(soon())
      expect(seen).toEqual(['1 snapshot', '1 daily'])
    })

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
      const seen: string[] = []
      let isBroken = true
      await queue.work(async (task) => {
        seen.push(labelOf(task))
        if (isBroken && task.kind === 'vault.daily') throw new Error('broken')
        return done
      }, strict)
      await queue.add([dayOf(1), [taskOf(2)]])
      await queue.idle(soon())
      expect([...seen].sort()).toEqual(['1 daily', '1 snapshot', '2 snapshot'])
      await expect.poll(async () => (await queue.counts()).parked, { timeout: 10_000 }).toBe(1)
      isBroken = false
      seen.length = 0
      await queue.add([dayOf(1)])
      await queue.idle(soon())
      expect(seen).toEqual(dayOf(1).map(labelOf))
      expect((await queue.counts()).parked).toBe(0)
    })

    test('behavior: a fate is asked for with the task, the failure and its number', async () => {
      const queue = await open()
      const asked: unknown[] = []
      const failure = new TypeError('odd')
      await queue.work(() => Promise.reject(failure), {
        concurrency: 1,
        fateOf: (task, error, attempt) => {
          asked.push([labelOf(task), error, attempt])
          return attempt < 2 ? { kind: 'retry', afterMs: 1 } : { kind: 'park' }
        },
      })
      await queue.add([[taskOf(1)]])
      await queue.idle(soon())
      expect(asked).toEqual([
        ['1 snapshot', failure, 1],
        ['1 snapshot', failure, 2],
      ])
    })

    test('behavior: what has to wait is no failure, and is done later', async () => {
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

    test('behavior: what is repeated is done at once and then again, and holds up no end', async () => {
      const queue = await open()
      const seen: string[] = []
      await queue.work(noting(seen), patient)
      await queue.every({ kind: 'gaps.scan', chain: 'local' }, 400)
      await queue.every({ kind: 'gaps.scan', chain: 'local' }, 400)
      await queue.every({ kind: 'retention' }, 3_600_000)
      await expect.poll(() => seen.length, { timeout: 15_000 }).toBeGreaterThan(3)
      expect(seen.filter((one) => one === 'retention')).toHaveLength(1)
      await queue.every({ kind: 'gaps.scan', chain: 'local' }, 3_600_000)
      await queue.idle(soon())
      const before = seen.length
      await wait(1_500)
      expect(seen.length).toBe(before)
    })

    test('behavior: a chain that is held up holds up no other', async () => {
      const queue = await open()
      const gate = openGate()
      const seen: string[] = []
      await queue.work(async (task) => {
        if ('chain' in task && task.chain === 'local') await gate.passed
        seen.push(labelOf(task))
        return done
      }, patient)
      await queue.add([1, 2, 3, 4, 5, 6].map((number) => [taskOf(number)] as const))
      await queue.add([[{ kind: 'gaps.scan', chain: 'mainnet' }]])
      await expect.poll(() => seen, { timeout: 10_000 }).toEqual(['gaps.scan'])
      gate.open()
      await queue.idle(soon())
      expect(seen).toHaveLength(7)
    })

    test('behavior: no more tasks of a chain at once than asked for', async () => {
      const queue = await open()
      let now = 0
      let most = 0
      await queue.work(
        async () => {
          most = Math.max(most, ++now)
          await wait(20)
          now--
          return done
        },
        { ...patient, concurrency: 2 },
      )
      await queue.add([1, 2, 3, 4, 5, 6, 7, 8].map((number) => [taskOf(number)] as const))
      await queue.idle(soon())
      expect(most).toBe(2)
    })

    test('behavior: waiting for the end can be given up', async () => {
      const queue = await open()
      await queue.add([[taskOf(1)]])
      await expect(queue.idle(AbortSignal.timeout(300))).rejects.toThrow(/timeout/i)
      await expect(queue.idle(AbortSignal.abort(new Error('enough')))).rejects.toThrow('enough')
    })

    test('behavior: closing waits for what is being done, and begins nothing', async () => {
      const queue = await open()
      const seen: string[] = []
      let began = 0
      await queue.work(
        async (task) => {
          began++
          await wait(500)
          seen.push(labelOf(task))
          return done
        },
        { ...patient, concurrency: 1 },
      )
      await queue.add([[taskOf(1)], [taskOf(2)], [taskOf(3)]])
      await expect.poll(() => began, { timeout: 10_000 }).toBe(1)
      await queue.close()
      expect(seen).toEqual(['1 snapshot'])
      await queue.close()
      await wait(700)
      expect([began, seen.length]).toEqual([1, 1])
    })

    test('behavior: what a closed queue left is done by the next', async ({ skip }) => {
      const place = await stage()
      if (!place.isShared) skip('work ends with its process')
      const first = await openIn(place)
      await first.add([dayOf(1), dayOf(2)])
      await first.close()
      const second = await openIn(place)
      const seen: string[] = []
      await second.work(noting(seen), patient)
      await second.idle(soon())
      expect([...seen].sort()).toEqual([...dayOf(1), ...dayOf(2)].map(labelOf).sort())
    })

    test('behavior: two that share the work do nothing twice', async ({ skip }) => {
      const place = await stage()
      if (!place.isShared) skip('work ends with its process')
      const both = [await openIn(place), await openIn(place)] as const
      const seen: string[][] = [[], []]
      for (const [at, queue] of both.entries()) {
        await queue.work(
          noting(seen[at]!, () => wait(10)),
          { ...patient, concurrency: 2 },
        )
      }
      const flows = Array.from({ length: 20 }, (_, at) => dayOf(at))
      await Promise.all(both.map((queue) => queue.add(flows)))
      await both[0].idle(soon())
      const all = seen.flat()
      expect([...all].sort()).toEqual(flows.flat().map(labelOf).sort())
      expect(seen.every((own) => own.length > 0)).toBe(true)
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
            const seen: string[] = []
            await queue.work(
              async (task) => {
                const label = labelOf(task)
                const failuresLeft = left.get(label)!
                left.set(label, failuresLeft - 1)
                if (failuresLeft > 0) throw new Error('again')
                seen.push(label)
                return done
              },
              { concurrency, fateOf: () => ({ kind: 'retry', afterMs: 1 }) },
            )
            await queue.add(numbers.map(dayOf))
            await queue.idle(soon())
            expect([...seen].sort()).toEqual(numbers.flatMap(dayOf).map(labelOf).sort())
            for (const number of numbers) assertOrder(seen, dayOf(number))
            await queue.close()
          },
        ),
        { numRuns: runs },
      )
    })
  })
}

function noting(seen: string[], first: () => Promise<unknown> = async () => {}): TaskHandler {
  return async (task) => {
    seen.push(labelOf(task))
    await first()
    return done
  }
}

function assertOrder(seen: readonly string[], flow: Flow): void {
  const places = flow.map((task) => seen.indexOf(labelOf(task)))
  expect(places).toEqual([...places].sort((one, other) => one - other))
}

function openGate(): { readonly passed: Promise<void>; readonly open: () => void } {
  let open = (): void => {}
  const passed = new Promise<void>((resolve) => {
    open = resolve
  })
  return { passed, open }
}
