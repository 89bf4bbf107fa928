import fc from 'fast-check'
import { expect, test } from 'vitest'
import { maxSplitLegs, outputAt, type SplitVenue, splitOver } from './split.ts'

const points = 20n

/** A pool of constant product, as twenty points of what it buys. */
function venueOf(
  reserves: readonly [bigint, bigint],
  amount: bigint,
  fixedCost: bigint,
): SplitVenue {
  const [sold, bought] = reserves
  const curve = Array.from({ length: Number(points) }, (_, index) => {
    const part = (amount * BigInt(index + 1)) / points
    return { sold: part, bought: (bought * part) / (sold + part) }
  })
  return { curve, fixedCost }
}

const amounts = fc.bigInt(1_000n, 10n ** 30n)
const reserves = fc.tuple(fc.bigInt(10n ** 6n, 10n ** 30n), fc.bigInt(10n ** 6n, 10n ** 30n))
const drafts = fc.array(fc.tuple(reserves, fc.bigInt(0n, 10n ** 20n)), {
  minLength: 1,
  maxLength: 8,
})

test('law: shares sum to the amount exactly, over at most eight venues', () => {
  fc.assert(
    fc.property(amounts, drafts, fc.constantFrom(20, 200), (amount, list, chunks) => {
      const venues = list.map(([pool, cost]) => venueOf(pool, amount, cost))
      const shares = splitOver(venues, amount, chunks)!
      expect(shares.reduce((sum, share) => sum + share, 0n)).toBe(amount)
      expect(shares.filter((share) => share > 0n).length).toBeLessThanOrEqual(maxSplitLegs)
      expect(shares.every((share) => share >= 0n)).toBe(true)
    }),
  )
})

test('law: on concave curves a split is worth as much as the best single venue, its costs counted', () => {
  fc.assert(
    fc.property(amounts, drafts, (amount, list) => {
      const venues = list.slice(0, maxSplitLegs).map(([pool, cost]) => venueOf(pool, amount, cost))
      const shares = splitOver(venues, amount, 20)!
      const worth = venues.reduce(
        (sum, { curve, fixedCost }, index) =>
          shares[index]! > 0n ? sum + outputAt(curve, shares[index]!) - fixedCost : sum,
        0n,
      )
      const used = venues.filter((_, index) => shares[index]! > 0n)
      const singles = used.map(({ curve, fixedCost }) => outputAt(curve, amount) - fixedCost)
      // Outputs are whole: each point of a curve may miss one.
      for (const single of singles) {
        expect(worth + 20n * BigInt(venues.length)).toBeGreaterThanOrEqual(single)
      }
    }),
  )
})

test('golden: two equal pools take half each, and a pool that is too dear for its gas none', () => {
  const pool = venueOf([10n ** 20n, 10n ** 20n], 10n ** 18n, 0n)
  expect(splitOver([pool, pool], 10n ** 18n, 20)).toEqual([5n * 10n ** 17n, 5n * 10n ** 17n])
  const dear = { ...pool, fixedCost: 10n ** 19n }
  expect(splitOver([pool, dear], 10n ** 18n, 20)).toEqual([10n ** 18n, 0n])
})

test('refuses: no venue takes nothing', () => {
  expect(splitOver([], 10n, 20)).toBeNull()
})
