import { expect, test } from 'vitest'
import {
  type AnswerRow,
  contractAnswersOf,
  replayOn,
} from '../../../../test/support/node/recorded-answers.ts'
import { accountNumber, claimOf, moment, vault } from '../../../../test/support/position-fixture.ts'
import { erc4626Position } from './position.ts'

const [savings, fToken, usdc] = [1, 2, 3].map(accountNumber)
const ray = 10n ** 27n
const claims = [
  claimOf('erc_4626/redeem', { vault: savings! }),
  claimOf('erc_4626/deposit', { vault: savings! }),
  claimOf('fluid/deposit', { f_token: fToken! }),
  claimOf('fluid/redeem', { f_token: fToken! }),
  // The same account, read as another protocol's: its shares count once.
  claimOf('fluid/deposit', { f_token: savings! }),
]
const [subject, ofFluid] = erc4626Position.subjectsOf(claims, vault)
const rows: readonly AnswerRow[] = [
  [savings!, 'balanceOf(address) (uint256)', [vault], [400n]],
  [savings!, 'asset() (address)', [], [usdc]],
  [savings!, 'convertToAssets(uint256) (uint256)', [400n], [436n]],
  [savings!, 'convertToAssets(uint256) (uint256)', [ray], [(ray * 109n) / 100n]],
]

test('default: whatever asks an account for its asset has vaults; each counts once', () => {
  expect([subject, ofFluid]).toEqual([
    { reader: 'erc_4626', holder: vault, values: { protocol: 'erc_4626', vaults: savings } },
    { reader: 'erc_4626', holder: vault, values: { protocol: 'fluid', vaults: fToken } },
  ])
})

test('default: shares are their assets, with what a share grows by', () => {
  const { found: reading, rounds } = replayOn(
    erc4626Position.read(subject!, moment),
    contractAnswersOf(rows),
  )
  expect(rounds).toBe(2)
  expect(reading).toEqual({
    holdings: [
      {
        protocol: 'erc_4626',
        holder: vault,
        asset: usdc,
        amount: 436n,
        maturityUnix: null,
        index: {
          key: `erc_4626:${savings}:share:${usdc}`,
          value: String((ray * 109n) / 100n),
        },
        donation: { token: usdc, to: savings },
      },
    ],
    quotes: [],
    receipts: [{ holder: vault, asset: savings }],
    failures: [],
  })
})

test('behavior: no shares ask no more; no vault yet is nothing', () => {
  const none = contractAnswersOf([[savings!, 'balanceOf(address) (uint256)', [vault], [0n]]])
  for (const book of [none, contractAnswersOf([])]) {
    const { found: reading, rounds } = replayOn(erc4626Position.read(subject!, moment), book)
    expect([rounds, reading.holdings, reading.failures]).toEqual([1, [], []])
  }
})

test('behavior: shares that cannot be converted are a failure and no zero', () => {
  const { found: reading } = replayOn(
    erc4626Position.read(subject!, moment),
    contractAnswersOf(rows.slice(0, 2)),
  )
  expect(reading.holdings).toEqual([])
  expect(reading.failures).toEqual([
    { what: `erc_4626 shares of ${savings}`, reason: 'The call reverted.' },
  ])
})
