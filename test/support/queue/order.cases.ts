import { setTimeout as wait } from 'node:timers/promises'
import type { Task } from '@vaultwright/indexer'
import { expect, test } from 'vitest'
import type { QueueTestKit } from './queue-fixture.ts'
import {
  assertOrder,
  dayOf,
  done,
  labelOf,
  noting,
  openGate,
  patient,
  soon,
  taskOf,
} from './queue-task.ts'

/** Tests that added work is done, once and in order. */
export function testQueueOrder({ open }: QueueTestKit): void {
  test('default: what is added is done once, and then nothing is left', async () => {
    const queue = await open()
    const names: string[] = []
    await queue.add([[taskOf(1)], [taskOf(2)], [{ kind: 'gaps.scan', chain: 'mainnet' }]])
    await queue.add([[{ kind: 'retention' }]])
    expect(await queue.counts()).toMatchObject({ waiting: 4, active: 0, delayed: 0, parked: 0 })
    await queue.work(noting(names), patient)
    await queue.idle(soon())
    expect(names.sort()).toEqual(['1 snapshot', '2 snapshot', 'gaps.scan', 'retention'])
    expect(await queue.counts()).toEqual({ waiting: 0, active: 0, delayed: 0, parked: 0 })
  })

  test('behavior: a task arrives as it was added', async () => {
    const queue = await open()
    const doneTasks: Task[] = []
    const tasks = [...dayOf(9), { ...taskOf(8), reason: 'another block "now" é' } as Task]
    await queue.add(tasks.map((task) => [task]))
    await queue.work(async (task) => {
      doneTasks.push(task)
      return done
    }, patient)
    await queue.idle(soon())
    expect(doneTasks).toHaveLength(4)
    expect(doneTasks).toEqual(expect.arrayContaining(tasks))
  })

  test('behavior: what waits or is being done is not added again; what is done is', async () => {
    const queue = await open()
    const gate = openGate()
    const names: string[] = []
    await queue.add([[taskOf(1)], [taskOf(1)]])
    await queue.add([[taskOf(1)]])
    await queue.work(
      noting(names, () => gate.passed),
      patient,
    )
    await expect.poll(() => names).toEqual(['1 snapshot'])
    await queue.add([[taskOf(1)]])
    gate.open()
    await queue.idle(soon())
    expect(names).toHaveLength(1)
    await queue.add([[taskOf(1)]])
    await queue.idle(soon())
    expect(names).toHaveLength(2)
  })

  test('behavior: a day is in the queue once, however often it is added', async () => {
    const queue = await open()
    const names: string[] = []
    for (let time = 0; time < 3; time++) await queue.add([dayOf(1), dayOf(2)])
    await queue.work(noting(names), patient)
    await queue.idle(soon())
    expect([...names].sort()).toEqual([...dayOf(1), ...dayOf(2)].map(labelOf).sort())
  })

  test('behavior: tasks of a flow are done in order, flows beside each other', async () => {
    const queue = await open()
    const names: string[] = []
    const flows = [1, 2, 3, 4, 5].map(dayOf)
    await queue.work(
      noting(names, () => wait(5)),
      patient,
    )
    await queue.add(flows)
    await queue.idle(soon())
    expect(names).toHaveLength(15)
    for (const flow of flows) assertOrder(names, flow)
  })

  test('behavior: what follows a task that is being done waits for it', async () => {
    const queue = await open()
    const gate = openGate()
    const names: string[] = []
    await queue.work(async (task) => {
      if (task.kind === 'vault.snapshot') await gate.passed
      names.push(labelOf(task))
      return done
    }, patient)
    await queue.add([[taskOf(1)]])
    await expect.poll(async () => (await queue.counts()).active).toBe(1)
    await queue.add([[taskOf(1), taskOf(1, 'daily')]])
    await wait(300)
    gate.open()
    await queue.idle(soon())
    expect(names).toEqual(['1 snapshot', '1 daily'])
  })
}
