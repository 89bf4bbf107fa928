import type { Flow, Task, TaskEnd, TaskHandler, WorkOptions } from '@vaultwright/indexer'
import { expect } from 'vitest'

/** The end of every task that has no trouble. */
export const done: TaskEnd = { kind: 'done' }

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
  retryDecisionOf: () => ({ kind: 'retry', afterMs: 10 }),
}

/** No failure is tried again. */
export const strict: WorkOptions = { concurrency: 4, retryDecisionOf: () => ({ kind: 'park' }) }

/** Fails a test that waits for ever. */
export function soon(): AbortSignal {
  return AbortSignal.timeout(30_000)
}

/** Makes a handler that writes down what it does. */
export function noting(
  seen: string[],
  first: () => Promise<unknown> = async () => {},
): TaskHandler {
  return async (task) => {
    seen.push(labelOf(task))
    await first()
    return done
  }
}

/** Refuses a flow whose tasks were not done in its order. */
export function assertOrder(seen: readonly string[], flow: Flow): void {
  const places = flow.map((task) => seen.indexOf(labelOf(task)))
  expect(places).toEqual([...places].sort((one, other) => one - other))
}

/** Makes a gate that holds work up until it is opened. */
export function openGate(): { readonly passed: Promise<void>; readonly open: () => void } {
  let open = (): void => {}
  const passed = new Promise<void>((resolve) => {
    open = resolve
  })
  return { passed, open }
}
