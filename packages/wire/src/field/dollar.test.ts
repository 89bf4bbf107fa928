import { printUnits } from '@vaultwright/base'
import fc from 'fast-check'
import { expect, test } from 'vitest'
import { runsOf } from '../../../../test/support/runs.ts'
import { dollarsOf } from './dollar.ts'

const runs = runsOf(3)

test('default: one and a half at a price is exact', () => {
  expect(dollarsOf(1_500_000n, 6, '2500.125')).toBe('3750.1875')
  expect(dollarsOf(1n, 18, '0.000000000000000001')).toBe('0.000000000000000000000000000000000001')
  expect(dollarsOf(0n, 6, '2500')).toBe('0')
})

test('behavior: whole tokens at a whole price are their product, whatever the decimals', () => {
  const whole = fc.bigInt({ min: 0n, max: 10n ** 30n })
  fc.assert(
    fc.property(whole, whole, fc.nat(24), fc.nat(12), (count, price, decimals, zeros) => {
      const usd = zeros === 0 ? `${price}` : `${price}.${'0'.repeat(zeros)}`
      expect(dollarsOf(count * 10n ** BigInt(decimals), decimals, usd)).toBe(`${count * price}`)
    }),
    { numRuns: runs },
  )
})

test('behavior: worth is linear in the price', () => {
  const amount = fc.bigInt({ min: 0n, max: 10n ** 30n })
  fc.assert(
    fc.property(amount, amount, fc.nat(18), (count, scaled, decimals) => {
      const worth = dollarsOf(count, decimals, printUnits(scaled, 8))
      expect(worth).toBe(printUnits(count * scaled, decimals + 8))
    }),
    { numRuns: runs },
  )
})
