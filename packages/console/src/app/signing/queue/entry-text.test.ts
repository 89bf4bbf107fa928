import { expect, test } from 'vitest'
import { executionBarOf } from './entry-text.ts'
import type { OpenEntry, OpenQueue } from './open-queue.ts'

const queue = { safe: { account: { nonce: 7n } } } as unknown as OpenQueue
const entryOf = (state: OpenEntry['state'], answer: OpenEntry['answer']['verdict']['answer']) =>
  ({ state, answer: { verdict: { answer } } }) as unknown as OpenEntry

test('golden: an entry that is ready and not refused may be executed', () => {
  for (const state of ['ready', 'ready_in_conflict'] as const) {
    expect(executionBarOf(entryOf(state, 'yes'), queue)).toBeNull()
    expect(executionBarOf(entryOf(state, 'conditional'), queue)).toBeNull()
  }
})

test('refuses: a No, an open question, a nonce that is used, and one that is not next', () => {
  const barOf = (...parts: Parameters<typeof entryOf>) => executionBarOf(entryOf(...parts), queue)
  expect(barOf('ready', 'no')).toContain('the answer is No')
  expect(barOf('ready', 'open')).toContain('open checks')
  expect(barOf('dead', 'no')).toBe('Its nonce is used.')
  for (const state of ['queued', 'blocked', 'awaiting', 'unverifiable'] as const) {
    expect(barOf(state, 'yes')).toBe('It is not next: the transaction at nonce 7 runs first.')
  }
})
