import { expect, test } from 'vitest'
import {
  type AnswerRow,
  contractAnswersOf,
  replayOn,
} from '../../../../test/support/node/recorded-answers.ts'
import { accountNumber, claimOf, moment, vault } from '../../../../test/support/position-fixture.ts'
import { compoundV3Position } from './position.ts'

const [comet, usdc, weth] = [1, 2, 3].map(accountNumber)
const ray = 10n ** 27n
const claims = [usdc!, weth!].map((asset) =>
  claimOf('compound_v3/supply', { comet: comet!, asset }),
)
const [subject] = compoundV3Position.subjectsOf(claims, vault)

const owing: readonly AnswerRow[] = [
  [comet!, 'baseToken() (address)', [], [usdc]],
  [comet!, 'balanceOf(address) (uint256)', [vault], [0n]],
  [comet!, 'borrowBalanceOf(address) (uint256)', [vault], [70n]],
  [comet!, 'totalSupply() (uint256)', [], [1100n]],
  [comet!, 'totalBorrow() (uint256)', [], [600n]],
  [comet!, 'collateralBalanceOf(address,address) (uint128)', [vault, weth], [8n]],
  [comet!, 'collateralBalanceOf(address,address) (uint128)', [vault, usdc], [0n]],
]
const basic: AnswerRow = [
  comet!,
  'totalsBasic() (uint64,uint64,uint64,uint64,uint104,uint104,uint40,uint8)',
  [],
  [1n, 1n, 1n, 1n, 1000n, 500n, 1, 0],
]

test('default: a debt and its collateral, in one round; what all owe grows by', () => {
  const { found: reading, rounds } = replayOn(
    compoundV3Position.read(subject!, moment),
    contractAnswersOf([...owing, basic]),
  )
  expect(rounds).toBe(1)
  expect(reading.holdings.map(({ asset, amount, index }) => [asset, amount, index])).toEqual([
    [usdc, -70n, { key: `compound_v3:${comet}:debt:${usdc}`, value: String((ray * 12n) / 10n) }],
    [weth, 8n, { key: `compound_v3:${comet}:collateral:${weth}`, value: '1' }],
  ])
  expect(reading.receipts).toEqual([{ holder: vault, asset: comet }])
})

test('behavior: a market that tells its totals one by one', () => {
  const single: readonly AnswerRow[] = [
    ...owing.filter(([, says]) => !says.startsWith('balanceOf') && !says.startsWith('borrow')),
    [comet!, 'balanceOf(address) (uint256)', [vault], [33n]],
    [comet!, 'borrowBalanceOf(address) (uint256)', [vault], [0n]],
    [comet!, 'totalSupplyBase() (uint104)', [], [1000n]],
  ]
  const { found: reading } = replayOn(
    compoundV3Position.read(subject!, moment),
    contractAnswersOf(single),
  )
  expect(reading.holdings[0]).toMatchObject({
    amount: 33n,
    index: { key: `compound_v3:${comet}:supply:${usdc}`, value: String((ray * 11n) / 10n) },
  })
})

test('behavior: nothing where no market stands; a failure where it does not answer', () => {
  expect(
    replayOn(compoundV3Position.read(subject!, moment), contractAnswersOf([])).found.failures,
  ).toEqual([])
  const mute = replayOn(
    compoundV3Position.read(subject!, moment),
    contractAnswersOf(owing.slice(0, 1)),
  ).found
  expect(mute.holdings).toEqual([])
  expect(mute.failures.map(({ what }) => what)).toEqual([
    `compound_v3 supply of ${usdc}`,
    `compound_v3 debt of ${usdc}`,
    `compound_v3 collateral of ${weth}`,
  ])
})
