import { assertLimitAboveBound, buyAmountAt, limitPriceOf } from '@vaultwright/swap'
import fc from 'fast-check'
import { expect, test } from 'vitest'
import { runsOf } from '../../../../test/support/runs.ts'

const numRuns = runsOf(1)
const amount = fc.bigInt({ min: 1n, max: 2n ** 256n - 1n })
const decimals = fc.record({ sell: fc.nat(36), buy: fc.nat(36) })

test('law: the price of an order gives its amounts again, to the unit', () => {
  fc.assert(
    fc.property(amount, amount, decimals, (sellAmount, buyAmount, units) => {
      const price = limitPriceOf({ sellAmount, buyAmount }, units)
      // A price below every place that counts is none.
      fc.pre(/[1-9]/.test(price))
      expect(buyAmountAt(price, sellAmount, units)).toBe(buyAmount)
    }),
    { numRuns },
  )
})

test('law: the vault never gets less than its price', () => {
  const prices = fc.tuple(fc.bigInt({ min: 1n, max: 10n ** 30n }), fc.nat(30))
  fc.assert(
    fc.property(prices, amount, decimals, ([digits, places], sellAmount, units) => {
      const text = digits.toString().padStart(places + 1, '0')
      const price = places === 0 ? text : `${text.slice(0, -places)}.${text.slice(-places)}`
      const buyAmount = buyAmountAt(price, sellAmount, units)
      const owed = sellAmount * digits * 10n ** BigInt(units.buy)
      const unit = 10n ** BigInt(places + units.sell)
      expect(buyAmount * unit >= owed).toBe(true)
      expect((buyAmount - 1n) * unit < owed).toBe(true)
    }),
    { numRuns },
  )
})

test('golden: 10 WETH at 2,600 USDC', () => {
  const units = { sell: 18, buy: 6 }
  expect(buyAmountAt('2600', 10n ** 19n, units)).toBe(26_000_000_000n)
  expect(buyAmountAt('0.0000001', 1n, units)).toBe(1n)
  expect(limitPriceOf({ sellAmount: 10n ** 19n, buyAmount: 26_000_000_000n }, units)).toBe('2600')
  expect(limitPriceOf({ sellAmount: 3n, buyAmount: 1n }, { sell: 0, buy: 0 })).toBe('0.3')
  expect(limitPriceOf({ sellAmount: 0n, buyAmount: 1n }, units)).toBe('0')
})

test('refuses: what is not a price, and a limit below the bound', () => {
  for (const price of ['', '0', '0.0', '-1', '1e3', '.5', '1.', ' 1', '1,000']) {
    expect(() => buyAmountAt(price, 1n, { sell: 18, buy: 6 })).toThrow(
      expect.objectContaining({ code: 'invalid_limit_price' }),
    )
  }
  const textOf = (amount: bigint) => `${amount} USDC`
  assertLimitAboveBound(1_990n, 1_990n, textOf)
  expect(() => assertLimitAboveBound(1_989n, 1_990n, textOf)).toThrow(
    expect.objectContaining({
      code: 'limit_below_market',
      shortMessage: expect.stringMatching(/asks for 1989 USDC; .*the policy demands 1990 USDC\./),
      facts: { raw_buy_amount: '1989', raw_least: '1990' },
    }),
  )
})
