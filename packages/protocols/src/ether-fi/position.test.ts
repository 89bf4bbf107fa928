import { expect, test } from 'vitest'
import {
  type AnswerRow,
  contractAnswersOf,
  replayOn,
} from '../../../../test/support/node/recorded-answers.ts'
import { accountNumber, claimOf, moment, vault } from '../../../../test/support/position-fixture.ts'
import { etherFiPosition } from './position.ts'

const [pool, eEth, weEth, wstEth] = [1, 2, 3, 4].map(accountNumber)
const coin = 10n ** 18n
const [subject] = etherFiPosition.subjectsOf(
  [
    claimOf('ether_fi/stake', { liquidity_pool: pool! }),
    claimOf('ether_fi/wrap', { wrapper: weEth! }),
    claimOf('lido/wrap', { wrapper: wstEth! }),
  ],
  vault,
)
const rows: readonly AnswerRow[] = [
  [pool!, 'eETH() (address)', [], [eEth]],
  [pool!, 'getTotalPooledEther() (uint256)', [], [1050n]],
  [weEth!, 'eETH() (address)', [], [eEth]],
  [weEth!, 'getRate() (uint256)', [], [coin + 50n]],
  [weEth!, 'balanceOf(address) (uint256)', [vault], [4n]],
  [wstEth!, 'balanceOf(address) (uint256)', [vault], [9n]],
  [eEth!, 'balanceOf(address) (uint256)', [vault], [7n]],
  [eEth!, 'totalShares() (uint256)', [], [1000n]],
]

test('default: eETH grows by its pool, weETH by its rate', () => {
  const { found: reading, rounds } = replayOn(
    etherFiPosition.read(subject!, moment),
    contractAnswersOf(rows),
  )
  expect(rounds).toBe(2)
  expect(reading.holdings.map(({ asset, amount, index }) => [asset, amount, index])).toEqual([
    [weEth, 4n, null],
    [eEth, 7n, { key: `ether_fi:${eEth}:share:${eEth}`, value: String(105n * 10n ** 25n) }],
  ])
  expect(reading.quotes.map(({ asset, worth, kind }) => [asset, worth, kind])).toEqual([
    [weEth, coin + 50n, 'rate'],
    [eEth, coin, 'pegged'],
  ])
  expect(reading.failures).toEqual([])
})

test('behavior: a balance that reverts is a failure and no zero', () => {
  const { found: reading } = replayOn(
    etherFiPosition.read(subject!, moment),
    contractAnswersOf(rows.toSpliced(6, 1)),
  )
  expect(reading.holdings.map(({ asset }) => asset)).toEqual([weEth])
  expect(reading.failures).toEqual([
    { what: `ether_fi balance of ${eEth}`, reason: 'The call reverted.' },
  ])
})
