import { expect, test } from 'vitest'
import type { IndexContext } from '../context/context.ts'
import type { IndexEvent } from '../task/event.ts'
import { noteFailure } from './task-failure.ts'

test("behavior: another's message is logged and kept without passwords and keys", async () => {
  const events: unknown[] = []
  const context = {
    random: () => 0,
    nowUnix: () => 1n,
    observe: (event: IndexEvent) => void events.push(event),
    store: {
      failures: { record: async (_: string, failure: unknown) => void events.push(failure) },
    },
  } as unknown as IndexContext
  const vault = `0x${'1'.repeat(40)}` as const
  const task = { kind: 'roots.sync', tenantId: 't1', chain: 'mainnet', vault } as const
  const error = new Error('no answer of postgres://me:w0rd@db/vaults, https://node.example/v3/k3y')
  await noteFailure(context, task, { error, attempt: 1 })
  expect(events).toMatchObject([{ event: 'task_failed' }, { code: 'internal_error' }])
  const messages = events.map((one) => (one as { message?: string }).message ?? JSON.stringify(one))
  for (const text of messages) {
    expect(text).toContain('node.example')
    expect(text).not.toMatch(/w0rd|k3y/)
  }
})
