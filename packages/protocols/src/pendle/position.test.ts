import { zeroAddress } from '@vaultwright/base'
import { multicall3Address } from '@vaultwright/registry'
import { expect, test } from 'vitest'
import {
  type AnswerRow,
  contractAnswersOf,
  replayOn,
} from '../../../../test/support/node/recorded-answers.ts'
import { accountNumber, claimOf, moment, vault } from '../../../../test/support/position-fixture.ts'
import { ptRateOf } from './market-reading.ts'
import { pendlePosition } from './position.ts'

const [router, market, sy, pt, yt, weth, expiryAt] = [1, 2, 3, 4, 5, 6, 7].map(accountNumber)
const wad = 10n ** 18n
const balance = 'balanceOf(address) (uint256)'
const maturity = 1_782_864_000n
const [subject] = pendlePosition.subjectsOf(
  [
    claimOf('pendle/buy_pt', { router: router!, market: market! }),
    claimOf('pendle/mint_py', { router: router!, yt: yt! }),
  ],
  vault,
)
const state =
  'readState(address) ((int256,int256,int256,address,int256,uint256,uint256,uint256,uint256))'
const tokens: readonly AnswerRow[] = [
  [market!, 'readTokens() (address,address,address)', [], [sy, pt, yt]],
  [market!, balance, [vault], [0n]],
  [market!, 'isExpired() (bool)', [], [false]],
  [yt!, 'SY() (address)', [], [sy]],
  [yt!, 'PT() (address)', [], [pt]],
  [sy!, balance, [vault], [5n]],
  [sy!, 'exchangeRate() (uint256)', [], [wad + 9n]],
  [sy!, 'assetInfo() (uint8,address,uint8)', [], [0, weth, 18]],
  [pt!, balance, [vault], [300n]],
  [yt!, balance, [vault], [20n]],
  [pt!, 'expiry() (uint256)', [], [maturity]],
]
const ptRate: AnswerRow = [market!, 'ptToAssetRate() (uint256)', [], [97n * 10n ** 16n]]

test('default: PT with its maturity, SY at its rate, YT for the rest of one', () => {
  const { found: reading, rounds } = replayOn(
    pendlePosition.read(subject!, moment),
    contractAnswersOf([...tokens, ptRate]),
  )
  expect(rounds).toBe(2)
  expect(
    reading.holdings.map(({ asset, amount, maturityUnix }) => [asset, amount, maturityUnix]),
  ).toEqual([
    [sy, 5n, null],
    [pt, 300n, maturity],
    [yt, 20n, null],
  ])
  expect(reading.quotes.map(({ asset, per, worth, kind }) => [asset, per, worth, kind])).toEqual([
    [sy, weth, wad + 9n, 'rate'],
    [pt, weth, 97n * 10n ** 16n, 'market'],
    [yt, weth, 3n * 10n ** 16n, 'market'],
  ])
  expect(reading.failures).toEqual([])
})

test('behavior: a market that says its state has the price that its last trade implies, and liquidity', () => {
  const lnRate = 5n * 10n ** 16n
  const rows: readonly AnswerRow[] = [
    ...tokens.filter((row) => row[0] !== market || !row[1].startsWith('balanceOf')),
    [market!, balance, [vault], [10n]],
    [market!, state, [zeroAddress], [[700n, 900n, 100n, expiryAt, 0n, maturity, 0n, 0n, lnRate]]],
    [multicall3Address, 'getCurrentBlockTimestamp() (uint256)', [], [maturity - 1_000_000n]],
  ]
  const { found: reading } = replayOn(
    pendlePosition.read(subject!, moment),
    contractAnswersOf(rows),
  )
  expect(
    reading.holdings.map(({ asset, amount, maturityUnix }) => [asset, amount, maturityUnix]),
  ).toEqual([
    [sy, 5n, null],
    [pt, 300n, maturity],
    [pt, 70n, maturity],
    [sy, 90n, null],
    [yt, 20n, null],
  ])
  expect(reading.quotes[1]).toMatchObject({ asset: pt, worth: ptRateOf(lnRate, 1_000_000n) })
  expect(reading.receipts.map(({ asset }) => asset)).toEqual([sy, pt, yt, market])
})

test('behavior: after expiry a PT is one, and a YT has no price', () => {
  const rows = tokens.map(
    (row): AnswerRow => (row[1].startsWith('isExpired') ? [row[0], row[1], [], [true]] : row),
  )
  const { found: reading } = replayOn(
    pendlePosition.read(subject!, moment),
    contractAnswersOf([...rows, ptRate]),
  )
  expect(reading.quotes.map(({ asset, worth, kind }) => [asset, worth, kind])).toEqual([
    [sy, wad + 9n, 'rate'],
    [pt, wad, 'rate'],
  ])
})

test('behavior: liquidity of which the market does not say the whole is a failure and no zero', () => {
  const rows = tokens.map(
    (row): AnswerRow =>
      row[0] === market && row[1] === balance ? [row[0], row[1], row[2], [10n]] : row,
  )
  const { found: reading } = replayOn(
    pendlePosition.read(subject!, moment),
    contractAnswersOf([...rows, ptRate]),
  )
  expect(reading.failures).toEqual([
    { what: `pendle market ${market}`, reason: 'It says no totals.' },
  ])
})

test('behavior: a market that does not say its tokens is a failure; none yet is nothing', () => {
  const { found: reading } = replayOn(
    pendlePosition.read(subject!, moment),
    contractAnswersOf([ptRate]),
  )
  expect(reading.failures.map(({ what }) => what)).toEqual([`pendle market ${market}`])
  expect(
    replayOn(pendlePosition.read(subject!, moment), contractAnswersOf([])).found.failures,
  ).toEqual([])
})
