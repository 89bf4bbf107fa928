import { setTimeout as wait } from 'node:timers/promises'
import { expect, test } from 'vitest'
import type { QueueTestKit } from './queue-fixture.ts'
import { dayOf, done, labelOf, noting, openGate, patient, soon, taskOf } from './queue-task.ts'

/** Tests work that goes on, is held up, and ends. */
export function testQueueLife({ openFixture, openIn, open }: QueueTestKit): void {
  test('behavior: what is repeated is done at once and then again, and holds up no end', async () => {
    const queue = await open()
    const names: string[] = []
    await queue.work(noting(names), patient)
    await queue.every({ kind: 'gaps.scan', chain: 'local' }, 400)
    await queue.every({ kind: 'gaps.scan', chain: 'local' }, 400)
    await queue.every({ kind: 'retention' }, 3_600_000)
    await expect.poll(() => names.length).toBeGreaterThan(3)
    expect(names.filter((one) => one === 'retention')).toHaveLength(1)
    await queue.every({ kind: 'gaps.scan', chain: 'local' }, 3_600_000)
    await queue.idle(soon())
    const before = names.length
    await wait(1_500)
    expect(names.length).toBe(before)
  })

  test('behavior: a chain that is held up holds up no other', async () => {
    const queue = await open()
    const gate = openGate()
    const names: string[] = []
    await queue.work(async (task) => {
      if ('chain' in task && task.chain === 'local') await gate.passed
      names.push(labelOf(task))
      return done
    }, patient)
    await queue.add([1, 2, 3, 4, 5, 6].map((number) => [taskOf(number)] as const))
    await queue.add([[{ kind: 'gaps.scan', chain: 'mainnet' }]])
    await expect.poll(() => names).toEqual(['gaps.scan'])
    gate.open()
    await queue.idle(soon())
    expect(names).toHaveLength(7)
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
    const names: string[] = []
    let began = 0
    await queue.work(
      async (task) => {
        began++
        await wait(500)
        names.push(labelOf(task))
        return done
      },
      { ...patient, concurrency: 1 },
    )
    await queue.add([[taskOf(1)], [taskOf(2)], [taskOf(3)]])
    await expect.poll(() => began).toBe(1)
    await queue.close()
    expect(names).toEqual(['1 snapshot'])
    await queue.close()
    await wait(700)
    expect([began, names.length]).toEqual([1, 1])
  })

  test('behavior: what a closed queue left is done by the next', async ({ skip }) => {
    const place = await openFixture()
    if (!place.isShared) skip('work ends with its process')
    const first = await openIn(place)
    await first.add([dayOf(1), dayOf(2)])
    await first.close()
    const second = await openIn(place)
    const names: string[] = []
    await second.work(noting(names), patient)
    await second.idle(soon())
    expect([...names].sort()).toEqual([...dayOf(1), ...dayOf(2)].map(labelOf).sort())
  })

  test('behavior: two that share the work do nothing twice', async ({ skip }) => {
    const place = await openFixture()
    if (!place.isShared) skip('work ends with its process')
    const both = [await openIn(place), await openIn(place)] as const
    const names: string[][] = [[], []]
    const flows = Array.from({ length: 20 }, (_, at) => dayOf(at))
    // What is done may be added again, and what is added at the same moment may be done twice: `addFlows` says so.
    for (const queue of both) await queue.add(flows)
    await Promise.all(
      both.map((queue, at) =>
        queue.work(
          noting(names[at]!, () => wait(10)),
          { ...patient, concurrency: 2 },
        ),
      ),
    )
    await both[0].idle(soon())
    const all = names.flat()
    expect([...all].sort()).toEqual(flows.flat().map(labelOf).sort())
    expect(names.every((own) => own.length > 0)).toBe(true)
  })
}
