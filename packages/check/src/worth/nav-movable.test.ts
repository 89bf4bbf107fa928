import type { HoldingResult } from '@vaultwright/protocols'
import { type Holding, knownValue, unknownValue, type ValuedHolding } from '@vaultwright/valuation'
import { expect, test } from 'vitest'
import { accountNumber } from '../../../../test/support/position-fixture.ts'
import { spotFloorsOf } from './nav-movable.ts'

type Spot = NonNullable<HoldingResult['spot']>

const holder = accountNumber(9)!

/** A holding of a token in a pool: its price and worth in a base asset of 6 decimals. */
function holdingOf(
  token: number,
  { decimals, price, amount }: { decimals: number; price: string | null; amount: bigint },
): ValuedHolding {
  const holding: Holding = {
    protocol: 'pool',
    holder,
    asset: { address: accountNumber(token)!, symbol: `T${token}`, decimals },
    amount: String(amount),
    index: null,
    maturityUnix: null,
  }
  const worth =
    price === null
      ? unknownValue<bigint>('No price.')
      : knownValue((amount * BigInt(price) * 10n ** 6n) / 10n ** BigInt(decimals))
  const statedPrice = price === null ? unknownValue<string>('No price.') : knownValue(price)
  return { holding, path: null, price: statedPrice, worth }
}

const resultOf = (spot: Spot) => ({ spot }) as HoldingResult
const liquidity = (token: 0 | 1): Spot => ({
  kind: 'liquidity',
  key: 'position/1',
  token,
  tickLower: -887_220n,
  tickUpper: 887_220n,
  liquidity: 10n ** 15n,
  beside: 0n,
})

test('golden: liquidity over all prices counts as both tokens at the outside price', () => {
  // L = sqrt(x * y): at 2,000 of 6 decimals for one of 18 decimals there are L / sqrt(2e-9) and L * sqrt(2e-9).
  const holdings = [
    holdingOf(1, { decimals: 18, price: '2000', amount: 10n ** 18n }),
    holdingOf(2, { decimals: 6, price: '1', amount: 10n ** 12n }),
  ]
  const floors = spotFloorsOf(holdings, [resultOf(liquidity(0)), resultOf(liquidity(1))], 6)
  expect(holdings.map(({ holding }) => floors.get(holding))).toEqual([
    44_721_359_549n,
    44_721_359_549n,
  ])
})

test('law: a position whose token has no price counts as nothing, and none counts as more than it was read', () => {
  const unpriced = [
    holdingOf(1, { decimals: 18, price: '2000', amount: 10n ** 18n }),
    holdingOf(2, { decimals: 6, price: null, amount: 10n ** 12n }),
  ]
  const results = [resultOf(liquidity(0)), resultOf(liquidity(1))]
  expect([...spotFloorsOf(unpriced, results, 6).values()]).toEqual([0n, 0n])
  expect(spotFloorsOf(unpriced, results, null).size).toBe(0)
  const small = [
    holdingOf(1, { decimals: 18, price: '2000', amount: 10n ** 15n }),
    holdingOf(2, { decimals: 6, price: '1', amount: 10n ** 6n }),
  ]
  expect([...spotFloorsOf(small, results, 6).values()]).toEqual([2_000_000n, 1_000_000n])
})

test('golden: pool tokens count as virtual price times the cheapest coin', () => {
  const spot: Spot = {
    kind: 'invariant',
    key: 'pool',
    tokens: 100n * 10n ** 18n,
    virtualPrice: 11n * 10n ** 17n,
  }
  const coins = [
    holdingOf(1, { decimals: 6, price: '2', amount: 60n * 10n ** 6n }),
    holdingOf(2, { decimals: 18, price: '1', amount: 60n * 10n ** 18n }),
  ]
  // 110 of the cheaper coin, in the proportion in which they were read: 120 and 60.
  const floors = spotFloorsOf(coins, [resultOf(spot), resultOf(spot)], 6)
  expect([...floors.values()]).toEqual([73_333_333n, 36_666_666n])
})
