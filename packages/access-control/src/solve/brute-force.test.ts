import { expect, test } from 'vitest'
import { bruteForce } from '../../../../test/support/evm/control/brute-force.ts'
import { randomState } from '../../../../test/support/evm/control/random-state.ts'

test('law: the answer is that of every subset of keys tried in a world that shares no rule', () => {
  let comparisons = 0
  for (let seed = 1; seed <= 200; seed++) {
    const result = bruteForce(randomState(seed, 3))
    comparisons += result.comparisons
    expect({ seed, contradictions: result.contradictions.slice(0, 3) }).toEqual({
      seed,
      contradictions: [],
    })
  }
  expect(comparisons).toBeGreaterThan(50_000)
})
