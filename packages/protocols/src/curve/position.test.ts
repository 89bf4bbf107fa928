import { expect, test } from 'vitest'
import {
  type AnswerRow,
  contractAnswersOf,
  replayOn,
} from '../../../../test/support/node/recorded-answers.ts'
import { accountNumber, claimOf, moment, vault } from '../../../../test/support/position-fixture.ts'
import { curvePosition } from './position.ts'

const [pool, gauge, usdc, dai, frax] = [1, 2, 3, 4, 5].map(accountNumber)
const [subject] = curvePosition.subjectsOf(
  [
    claimOf('curve/exchange', { pool: accountNumber(8) }),
    claimOf('curve/add_liquidity', { pool: pool! }),
    claimOf('curve/stake', { gauge: gauge! }),
  ],
  vault,
)
const rows: readonly AnswerRow[] = [
  [pool!, 'balanceOf(address) (uint256)', [vault], [10n]],
  [gauge!, 'balanceOf(address) (uint256)', [vault], [30n]],
  [gauge!, 'lp_token() (address)', [], [pool]],
  [pool!, 'totalSupply() (uint256)', [], [100n]],
  [pool!, 'get_virtual_price() (uint256)', [], [10n ** 18n + 3n]],
  [pool!, 'get_balances() (uint256[])', [], [[50n, 61n, 2n]]],
  [pool!, 'coins(uint256) (address)', [0n], [usdc]],
  [pool!, 'coins(uint256) (address)', [1n], [dai]],
  [pool!, 'coins(uint256) (address)', [2n], [frax]],
]

test('default: who only swaps in a pool is not looked for in it', () => {
  expect(subject!.values).toEqual({ pools: pool, gauges: gauge })
})

test('default: liquidity, staked or not, is its part of each coin, rounded down', () => {
  const { found: reading, rounds } = replayOn(
    curvePosition.read(subject!, moment),
    contractAnswersOf(rows),
  )
  expect(rounds).toBe(3)
  const index = { key: `curve:${pool}:virtual_price:${pool}`, value: String(10n ** 18n + 3n) }
  expect(reading.holdings.map(({ asset, amount, index }) => [asset, amount, index])).toEqual([
    [usdc, 20n, index],
    [dai, 24n, index],
  ])
  expect(reading.receipts.map(({ asset }) => asset)).toEqual([pool, gauge])
  expect(reading.failures).toEqual([])
})

test('behavior: two coins take two rounds, nothing takes one', () => {
  const two = rows.map(
    (row): AnswerRow =>
      row[1].startsWith('get_balances') ? [row[0], row[1], [], [[50n, 61n]]] : row,
  )
  expect(replayOn(curvePosition.read(subject!, moment), contractAnswersOf(two)).rounds).toBe(2)
  const none = replayOn(curvePosition.read(subject!, moment), contractAnswersOf([]))
  expect([none.rounds, none.found.holdings, none.found.failures]).toEqual([1, [], []])
})

test('behavior: a pool that does not say what it has, and a coin it does not name, are failures', () => {
  const mute = replayOn(
    curvePosition.read(subject!, moment),
    contractAnswersOf(rows.toSpliced(5, 1)),
  ).found
  expect([mute.holdings, mute.failures.map(({ what }) => what)]).toEqual([
    [],
    [`curve pool ${pool}`],
  ])
  const { found: reading } = replayOn(
    curvePosition.read(subject!, moment),
    contractAnswersOf(rows.slice(0, 8)),
  )
  expect(reading.holdings.map(({ asset }) => asset)).toEqual([usdc, dai])
  expect(reading.failures.map(({ what }) => what)).toEqual([`curve coin 2 of ${pool}`])
})
