import fc from 'fast-check'
import { expect, test } from 'vitest'
import { legOf, measured } from '../../../../test/support/swap/quote-input.ts'
import { legMinimumsOf } from './leg-minimum.ts'

const [sold, middle, bought] = ['1', '2', '3'].map((digit) => `0x${digit.repeat(40)}` as const) as [
  `0x${string}`,
  `0x${string}`,
  `0x${string}`,
]
const amount = fc.bigInt(10_000n, 10n ** 24n)
const amounts = fc.array(amount, { minLength: 1, maxLength: 3 })

test('law: a first hop demands together what the second sells, and no leg more than it bought', () => {
  fc.assert(
    fc.property(
      fc.tuple(amounts, amounts, amount, fc.bigInt(0n, 9_999n), fc.bigInt(0n, 10_000n)),
      ([first, second, direct, slippageBps, part]) => {
        const arrived = first.reduce((sum, one) => sum + one, 0n)
        const passed = (arrived * (part + 1n)) / 10_000n
        const legs = [
          legOf({ sellToken: sold, buyToken: bought, sellAmount: 9n, bought: direct }),
          ...first.map((one) =>
            legOf({ sellToken: sold, buyToken: middle, sellAmount: 9n, bought: one }),
          ),
          ...second.map((one, index) => {
            const sellAmount = index === 0 ? passed : 0n
            return legOf({ sellToken: middle, buyToken: bought, sellAmount, bought: one })
          }),
        ]
        const output = direct + second.reduce((sum, one) => sum + one, 0n)
        const minimums = legMinimumsOf(measured('c1', output, { legs }), {
          slippageBps,
          bound: null,
        })
        // More than arrives cannot be demanded.
        if (passed > arrived) {
          expect(minimums).toBeNull()
          return
        }
        const demanded = minimums!.legs.slice(1, first.length + 1)
        expect(demanded.reduce<bigint>((sum, one) => sum + one!, 0n)).toBeGreaterThanOrEqual(passed)
        for (const [index, minimum] of minimums!.legs.entries())
          expect(minimum).toBeLessThanOrEqual(legs[index]!.bought!)
      },
    ),
  )
})
