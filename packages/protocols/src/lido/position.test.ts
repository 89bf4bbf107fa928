import { nativeAsset } from '@vaultwright/registry'
import { expect, test } from 'vitest'
import {
  type AnswerRow,
  contractAnswersOf,
  replayOn,
} from '../../../../test/support/node/recorded-answers.ts'
import { accountNumber, claimOf, moment, vault } from '../../../../test/support/position-fixture.ts'
import { lidoPosition } from './position.ts'

const [stEth, wstEth, weEth] = [1, 2, 3].map(accountNumber)
const coin = 10n ** 18n
const [subject] = lidoPosition.subjectsOf(
  [claimOf('lido/wrap', { wrapper: wstEth! }), claimOf('ether_fi/wrap', { wrapper: weEth! })],
  vault,
)
const rows: readonly AnswerRow[] = [
  [wstEth!, 'balanceOf(address) (uint256)', [vault], [4n]],
  [wstEth!, 'stETH() (address)', [], [stEth]],
  [wstEth!, 'stEthPerToken() (uint256)', [], [coin + 200n]],
  [weEth!, 'balanceOf(address) (uint256)', [vault], [9n]],
  [stEth!, 'balanceOf(address) (uint256)', [vault], [7n]],
  [stEth!, 'getPooledEthByShares(uint256) (uint256)', [10n ** 27n], [10n ** 27n + 1n]],
]

test('default: what a wrapper wraps is looked for too; a wrapper of something else is left alone', () => {
  const { found: reading, rounds } = replayOn(
    lidoPosition.read(subject!, moment),
    contractAnswersOf(rows),
  )
  expect(rounds).toBe(2)
  expect(reading.holdings.map(({ asset, amount, index }) => [asset, amount, index])).toEqual([
    [wstEth, 4n, null],
    [stEth, 7n, { key: `lido:${stEth}:share:${stEth}`, value: String(10n ** 27n + 1n) }],
  ])
  expect(reading.quotes).toEqual([
    {
      asset: wstEth,
      per: stEth,
      amount: coin,
      worth: coin + 200n,
      source: `lido:${wstEth}`,
      kind: 'rate',
    },
    {
      asset: stEth,
      per: nativeAsset,
      amount: coin,
      worth: coin,
      source: `lido:${stEth}`,
      kind: 'pegged',
    },
  ])
  expect(reading.failures).toEqual([])
})

test('behavior: a wrapper without a rate is held and has no price, with the reason', () => {
  const { found: reading } = replayOn(
    lidoPosition.read(subject!, moment),
    contractAnswersOf(rows.toSpliced(2, 1)),
  )
  expect(reading.holdings[0]).toMatchObject({ asset: wstEth, amount: 4n })
  expect(reading.quotes.map(({ asset }) => asset)).toEqual([stEth])
  expect(reading.failures).toEqual([{ what: `price of ${wstEth}`, reason: 'The call reverted.' }])
})
