import fc from 'fast-check'
import { expect, test } from 'vitest'
import { parseTask, type Task, TaskDataError } from './task.ts'

const hex = fc.string({
  unit: fc.constantFrom(...'0123456789abcdefABCDEF'),
  minLength: 40,
  maxLength: 40,
})
const place = {
  tenantId: fc.string({ minLength: 1, maxLength: 60 }),
  chain: fc.constantFrom('mainnet', 'sonicMainnet', 'local'),
  vault: hex.map((digits) => `0x${digits}` as const),
}
const day = fc.constantFrom('2024-02-29', '2026-01-01')
const tasks: fc.Arbitrary<Task> = fc.oneof(
  fc.record({ kind: fc.constant('roots.sync' as const), ...place }),
  fc.record({ kind: fc.constant('executions.sync' as const), ...place }),
  fc.record({
    kind: fc.constant('vault.snapshot' as const),
    ...place,
    day,
    reason: fc.option(fc.string()),
  }),
  fc.record({ kind: fc.constantFrom('vault.daily', 'vault.performance'), ...place, day }),
  fc.record({
    kind: fc.constant('vault.replay' as const),
    ...place,
    from: fc.option(day),
    to: fc.option(day),
    values: fc.constantFrom('stale', 'all'),
    reason: fc.string(),
  }),
  fc.record({ kind: fc.constant('gaps.scan' as const), chain: place.chain }),
  fc.record({
    kind: fc.constant('safe.queue' as const),
    tenantId: place.tenantId,
    chain: place.chain,
    safe: place.vault,
  }),
  fc.record({
    kind: fc.constant('control.reading' as const),
    tenantId: place.tenantId,
    chain: place.chain,
    vault: place.vault,
  }),
  fc.constant({ kind: 'retention' as const }),
)

test('default: a task that was written is read as it was', () => {
  fc.assert(
    fc.property(tasks, (task) => {
      expect(parseTask(JSON.parse(JSON.stringify(task)))).toEqual(task)
    }),
  )
})

test('behavior: a task that lacks any of its parts is none', () => {
  fc.assert(
    fc.property(tasks, fc.nat(9), (task, at) => {
      const parts = Object.entries(task)
      parts.splice(at % parts.length, 1)
      expect(() => parseTask(Object.fromEntries(parts))).toThrow(TaskDataError)
    }),
  )
})

test('error: TaskDataError for anything else', () => {
  const snapshot = { kind: 'vault.snapshot', tenantId: 't', chain: 'local', reason: null }
  const vault = `0x${'1'.repeat(40)}`
  const bad = [
    null,
    undefined,
    7,
    'retention',
    [],
    {},
    { kind: 'other' },
    { kind: 'gaps.scan', chain: '' },
    { ...snapshot, vault: '0x12', day: '2026-01-01' },
    { ...snapshot, vault, day: '2026-1-1' },
    { ...snapshot, vault: vault.slice(2), day: '2026-01-01' },
  ]
  for (const value of bad) expect(() => parseTask(value)).toThrow(TaskDataError)
  expect(new TaskDataError().code).toBe('task_data')
})
