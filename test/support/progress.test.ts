import { expect, test } from 'vitest'
import { untilWhole } from './progress.ts'

/** Gives one state after the other, and then the last for ever. */
function lookerOf(states: readonly (string | null)[]) {
  let count = 0
  return {
    look: async () => states[Math.min(count++, states.length - 1)]!,
    looks: () => count,
  }
}

test('law: what goes on is waited for, many times longer than it may stand still', async () => {
  const states = Array.from({ length: 40 }, (_, at) => `${at}`)
  const { look, looks } = lookerOf([...states, null])
  // A look comes at least 100 ms after the one before: 40 of them are longer than any of them may take.
  expect(await untilWhole({ look, stillMs: 3_000, pauseMs: 100 })).toBe(true)
  expect(looks()).toBe(41)
})

test('refuses: what stands still is given up', async () => {
  const { look, looks } = lookerOf(['1', '2', '2'])
  expect(await untilWhole({ look, stillMs: 20, pauseMs: 5 })).toBe(false)
  expect(looks()).toBeGreaterThan(2)
})
