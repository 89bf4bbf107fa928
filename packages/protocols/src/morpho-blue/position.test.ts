import { zeroAddress } from '@vaultwright/base'
import fc from 'fast-check'
import { encodeAbiParameters, keccak256, parseAbiParameters } from 'viem'
import { expect, test } from 'vitest'
import {
  type AnswerRow,
  contractAnswersOf,
  replayOn,
} from '../../../../test/support/node/recorded-answers.ts'
import { accountNumber, claimOf, moment, vault } from '../../../../test/support/position-fixture.ts'
import { accruedOf, growthOf } from './accrual.ts'
import { marketIdOf, morphoBluePosition } from './position.ts'

const [morpho, usdc, weth, oracle, irm] = [1, 2, 3, 4, 5].map(accountNumber)
const params = { loan_token: usdc!, collateral_token: weth!, oracle: oracle!, irm: irm! }
const [subject] = morphoBluePosition.subjectsOf(
  [
    claimOf('morpho_blue/supply', { morpho: morpho!, ...params }),
    claimOf('morpho_blue/borrow', { morpho: morpho!, ...params }),
  ],
  vault,
)
const ids = subject!.values.ids!.split(',') as `0x${string}`[]
const position = 'position(bytes32,address) (uint256,uint128,uint128)'
const market = 'market(bytes32) (uint128,uint128,uint128,uint128,uint128,uint128)'
const terms = 'idToMarketParams(bytes32) (address,address,address,address,uint256)'
const rate =
  'borrowRateView((address,address,address,address,uint256),(uint128,uint128,uint128,uint128,uint128,uint128)) (uint256)'
const lltv = 860_000_000_000_000_000n
const paramsOf = (model: string) => [usdc, weth, oracle, model, lltv] as const
const empty = ids.map((id): AnswerRow => [morpho!, position, [id, vault], [0n, 0n, 0n]])

test('default: the id of a market is what viem hashes', () => {
  const types = parseAbiParameters('address,address,address,address,uint256')
  const tokens = [usdc!, weth!, oracle!, irm!] as const
  expect(marketIdOf(tokens, lltv)).toBe(keccak256(encodeAbiParameters(types, [...tokens, lltv])))
  expect(ids).toContain(marketIdOf(tokens, lltv))
  expect(new Set(ids).size).toBe(9)
})

const bookedAt = moment.atUnix - 1000n
const shares: AnswerRow = [morpho!, position, [ids[4], vault], [3_000_000n, 7_000_000n, 11n]]
const booked = [200n, 100_000_000n, 120n, 50_000_000n] as const

function read(rows: readonly AnswerRow[]) {
  return replayOn(morphoBluePosition.read(subject!, moment), contractAnswersOf([...empty, ...rows]))
}

test('default: what is lent, owed and put in, as Morpho rounds it', () => {
  const { found: reading, rounds } = read([
    shares,
    [morpho!, market, [ids[4]], [...booked, moment.atUnix, 0n]],
    [morpho!, terms, [ids[4]], paramsOf(irm!)],
  ])
  // Touched in the block itself: no rate is asked for.
  expect(rounds).toBe(2)
  const scale = 10n ** 36n
  expect(reading.holdings.map(({ asset, amount, index }) => [asset, amount, index])).toEqual([
    // 3e6 * 201 / 101e6 down, 7e6 * 121 / 51e6 up: virtual shares and one virtual asset.
    [usdc, 5n, { key: keyOf('supply', usdc!), value: String((201n * scale) / 101_000_000n) }],
    [usdc, -17n, { key: keyOf('debt', usdc!), value: String((121n * scale) / 51_000_000n) }],
    [weth, 11n, { key: keyOf('collateral', weth!), value: '1' }],
  ])
  expect(reading.failures).toEqual([])
})

test('default: with the interest since the last touch, and the part of it that the market keeps', () => {
  const tera = 10n ** 12n
  const totals = [200_000_000n, 100n * tera, 120_000_000n, 50n * tera] as const
  const words = [...totals, bookedAt, 100_000_000_000_000_000n] as const
  const { found: reading, rounds } = read([
    [morpho!, position, [ids[4], vault], [30n * tera, 7n * tera, 11n]],
    [morpho!, market, [ids[4]], words],
    [morpho!, terms, [ids[4]], paramsOf(irm!)],
    // A thousandth a second for a thousand seconds: x = 1, and 1 + 1/2 + 1/6 of 120 is just below 200.
    [irm!, rate, [paramsOf(irm!), words], [10n ** 15n]],
  ])
  expect(rounds).toBe(3)
  // Of 199.999999 the market keeps 19.999999, as shares at the price without them.
  const interest = (19_999_999n * (100n * tera + 1_000_000n)) / 380_000_001n
  const all = 100n * tera + 1_000_000n + interest
  const debts = 50n * tera + 1_000_000n
  expect(reading.holdings.slice(0, 2).map(({ amount }) => amount)).toEqual([
    (30n * tera * 400_000_000n) / all,
    -((7n * tera * 320_000_000n + debts - 1n) / debts),
  ])
  expect(reading.failures).toEqual([])
})

test('behavior: without a model there is no interest, and where nothing is owed none is asked for', () => {
  const still = (model: string, debt: bigint) =>
    read([
      shares,
      [morpho!, market, [ids[4]], [200n, 100_000_000n, debt, 50_000_000n, bookedAt, 0n]],
      [morpho!, terms, [ids[4]], paramsOf(model)],
    ])
  for (const { found: reading, rounds } of [still(zeroAddress, 120n), still(irm!, 0n)]) {
    expect([rounds, reading.holdings[0]!.amount, reading.failures]).toEqual([2, 5n, []])
  }
})

test('error: a market whose interest is not known is a failure, and its collateral counts for nothing', () => {
  const open: AnswerRow = [morpho!, market, [ids[4]], [...booked, bookedAt, 0n]]
  const greedy: AnswerRow = [morpho!, market, [ids[4]], [...booked, bookedAt, 10n ** 18n + 1n]]
  const model: AnswerRow = [morpho!, terms, [ids[4]], paramsOf(irm!)]
  const reasons = [[], [open], [open, model], [greedy, model]].map((rows) => {
    const { found: reading } = read([shares, ...rows])
    expect(reading.holdings).toEqual([])
    expect(reading.failures.map(({ what }) => what)).toEqual([`morpho_blue market ${ids[4]}`])
    return reading.failures[0]!.reason
  })
  expect(reasons).toEqual([
    'It does not say what its shares are worth.',
    'It does not say how its interest is set.',
    'Its rate model says no rate: Nothing stands there at this block.',
    'It does not say what its shares are worth.',
  ])
})

test('law: a debt grows with every second, a supply by no more than it, and nothing is lost on the way', () => {
  const amount = fc.bigInt({ min: 1n, max: 10n ** 30n })
  fc.assert(
    fc.property(
      fc.tuple(amount, amount, amount, amount),
      fc.bigInt({ min: 0n, max: 10n ** 12n }),
      fc.bigInt({ min: 0n, max: 10n ** 18n }),
      fc.tuple(fc.nat(10 ** 8), fc.nat(10 ** 8)),
      ([lent, lentShares, owed, owedShares], perSecond, fee, [first, second]) => {
        const start = {
          supply: { assets: lent, shares: lentShares },
          updatedAtUnix: 10n,
          fee,
          debt: { assets: owed, shares: owedShares },
        }
        const [soon, late] = [Math.min(first, second), Math.max(first, second)].map((after) =>
          accruedOf(start, perSecond, 10n + BigInt(after)),
        )
        expect(late!.debt.assets).toBeGreaterThanOrEqual(soon!.debt.assets)
        expect(growthOf(late!.supply)).toBeGreaterThanOrEqual(growthOf(start.supply))
        expect(late!.supply.assets - lent).toBe(late!.debt.assets - owed)
        expect(late!.debt.shares).toBe(owedShares)
        expect(accruedOf(start, perSecond, 9n)).toBe(start)
      },
    ),
  )
})

function keyOf(kind: string, asset: string): string {
  return `morpho_blue:${morpho}:${kind}/${ids[4]}:${asset}`
}
