import { expect, test } from 'vitest'
import {
  type AnswerRow,
  contractAnswersOf,
  replayOn,
} from '../../../../test/support/node/recorded-answers.ts'
import { accountNumber, claimOf, moment, vault } from '../../../../test/support/position-fixture.ts'
import { tellerPosition } from './position.ts'

const [teller, otherTeller, accountant, usdc] = [1, 2, 3, 4].map(accountNumber)
const [subject] = tellerPosition.subjectsOf(
  [claimOf('teller/deposit', { teller: teller!, asset: usdc! })],
  vault,
)
const rows: readonly AnswerRow[] = [
  [teller!, 'vault() (address)', [], [otherTeller]],
  [teller!, 'accountant() (address)', [], [accountant]],
  [otherTeller!, 'balanceOf(address) (uint256)', [vault], [1490n]],
  [otherTeller!, 'decimals() (uint8)', [], [6]],
  [accountant!, 'base() (address)', [], [usdc]],
  [accountant!, 'getRate() (uint256)', [], [1_005_869n]],
]

test('default: shares of another vault, at the rate of its accountant', () => {
  const { found: reading, rounds } = replayOn(
    tellerPosition.read(subject!, moment),
    contractAnswersOf(rows),
  )
  expect(rounds).toBe(2)
  expect(reading.holdings.map(({ asset, amount }) => [asset, amount])).toEqual([
    [otherTeller, 1490n],
  ])
  expect(reading.quotes).toEqual([
    {
      asset: otherTeller,
      per: usdc,
      amount: 1_000_000n,
      worth: 1_005_869n,
      source: `accountant:${accountant}`,
      kind: 'rate',
    },
  ])
  expect(reading.receipts).toEqual([{ holder: vault, asset: otherTeller }])
})

test('behavior: without shares the rate is given, and a rate that reverts fails nothing', () => {
  const without = rows.with(2, [otherTeller!, 'balanceOf(address) (uint256)', [vault], [0n]])
  const foundIn = (list: readonly AnswerRow[]) =>
    replayOn(tellerPosition.read(subject!, moment), contractAnswersOf(list)).found
  const { holdings, quotes } = foundIn(without)
  expect(holdings).toEqual([])
  expect(quotes.map(({ worth }) => worth)).toEqual([1_005_869n])
  const { failures, quotes: none } = foundIn(without.slice(0, 5))
  expect([failures, none]).toEqual([[], []])
})

test('behavior: an accountant that reverts leaves the shares without a price, with the reason', () => {
  const { found: reading } = replayOn(
    tellerPosition.read(subject!, moment),
    contractAnswersOf(rows.slice(0, 5)),
  )
  expect(reading.holdings).toHaveLength(1)
  expect(reading.quotes).toEqual([])
  expect(reading.failures).toEqual([
    { what: `price of ${otherTeller}`, reason: 'The call reverted.' },
  ])
})

test('behavior: a teller that does not say its vault is a failure; none yet is nothing', () => {
  const { found: reading } = replayOn(
    tellerPosition.read(subject!, moment),
    contractAnswersOf(rows.slice(1)),
  )
  expect(reading.failures).toEqual([{ what: `teller ${teller}`, reason: 'The call reverted.' }])
  expect(
    replayOn(tellerPosition.read(subject!, moment), contractAnswersOf([])).found.failures,
  ).toEqual([])
})
