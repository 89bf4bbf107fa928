import { minimumOf } from '@vaultwright/base'
import fc from 'fast-check'
import { expect, test } from 'vitest'
import { leastSoldAlone, leastSoldOver, outputWithMinimum } from './least-sold.ts'
import { type OutputCurve, outputAt, splitOver } from './split.ts'

const amount = 10n ** 21n
const pool = fc.tuple(
  fc.bigInt({ min: 10n ** 19n, max: 10n ** 23n }),
  fc.integer({ min: 2_900, max: 3_100 }),
)
const curves = fc.array(
  pool.map(
    ([depth, price]): OutputCurve =>
      Array.from({ length: 20 }, (_, index) => {
        const sold = (amount * BigInt(index + 1)) / 20n
        return {
          sold,
          bought: (BigInt(price) * 10n ** 6n * depth * sold) / (depth + sold) / 10n ** 18n,
        }
      }),
  ),
  { minLength: 1, maxLength: 6 },
)
const part = fc.bigInt({ min: 1n, max: 1_000n })

test('law: the estimate buys the target by the same curves, and a chunk less does not', () => {
  fc.assert(
    fc.property(curves, part, (list, thousandths) => {
      const venues = list.map((curve) => ({ curve, fixedCost: 0n }))
      const boughtOf = (sold: bigint) => {
        const shares = splitOver(venues, sold, 400) ?? []
        return shares.reduce((sum, share, index) => sum + outputAt(list[index]!, share), 0n)
      }
      const target = (boughtOf(amount) * thousandths) / 1_000n
      fc.pre(target > 10n ** 6n)
      const sold = leastSoldOver(list, target)!
      const output = boughtOf(sold)
      expect(Math.abs(Number(output) / Number(target) - 1)).toBeLessThan(1e-3)
      expect(boughtOf(sold - sold / 100n)).toBeLessThan(target)
      const alone = leastSoldAlone(list, target)
      expect(alone === null || alone >= sold).toBe(true)
    }),
  )
})

test('law: the output of a minimum is the least whose minimum reaches it', () => {
  fc.assert(
    fc.property(
      fc.bigInt({ min: 1n, max: 2n ** 128n }),
      fc.bigInt({ min: 0n, max: 9_999n }),
      (buyAmount, slippageBps) => {
        const output = outputWithMinimum(buyAmount, slippageBps)
        expect(minimumOf(output, slippageBps)).toBeGreaterThanOrEqual(buyAmount)
        expect(minimumOf(output - 1n, slippageBps)).toBeLessThan(buyAmount)
      },
    ),
  )
})

test('refuses: an output that no curve tells of', () => {
  const curve = [{ sold: 10n, bought: 20n }]
  expect([leastSoldOver([curve], 20n), leastSoldOver([curve], 21n)]).toEqual([10n, null])
  expect([leastSoldAlone([], 1n), leastSoldAlone([curve, curve], 21n)]).toEqual([null, null])
})
