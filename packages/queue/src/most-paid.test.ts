import fc from 'fast-check'
import { expect, test } from 'vitest'
import { runsOf } from '../../../test/support/runs.ts'
import { findMostPaid } from './most-paid.ts'

/** Pays up to a bound, and counts. */
function payerOf(bound: bigint) {
  const count = { rounds: 0, trials: 0 }
  const tryAll = async (amounts: readonly bigint[]) => {
    count.rounds += 1
    count.trials += amounts.length
    return amounts.map((paid) => (paid <= bound ? { paid } : { stop: paid }))
  }
  return { count, tryAll }
}

test('law: the most that is paid is found to the unit, with the next unit as its stop, whatever is guessed', async () => {
  const amount = fc.bigInt(0n, 2n ** 90n)
  await fc.assert(
    fc.asyncProperty(amount, amount, fc.option(amount), async (bound, most, guess) => {
      const { count, tryAll } = payerOf(bound)
      const answer = bound < most ? { paid: bound, stop: bound + 1n } : { paid: most, stop: null }
      expect(await findMostPaid({ guess, most }, tryAll)).toEqual(answer)
      expect(count.rounds).toBeLessThanOrEqual(25)
    }),
    { numRuns: runsOf(2) },
  )
})

test('golden: a right guess takes one round of three trials, and nothing is tried where nothing can be paid', async () => {
  const right = payerOf(1_000n)
  await findMostPaid({ guess: 1_000n, most: 10n ** 30n }, right.tryAll)
  expect(right.count).toEqual({ rounds: 1, trials: 3 })
  const empty = payerOf(0n)
  expect(await findMostPaid({ guess: 5n, most: 0n }, empty.tryAll)).toEqual({
    paid: 0n,
    stop: null,
  })
  expect(empty.count.rounds).toBe(0)
})
