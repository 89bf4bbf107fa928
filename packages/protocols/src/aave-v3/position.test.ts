import { zeroAddress } from '@vaultwright/base'
import { expect, test } from 'vitest'
import {
  type AnswerRow,
  contractAnswersOf,
  replayOn,
} from '../../../../test/support/node/recorded-answers.ts'
import { accountNumber, claimOf, moment, vault } from '../../../../test/support/position-fixture.ts'
import { aaveV3Position } from './position.ts'

const [pool, weth, usdc, aToken, debtToken] = [1, 2, 3, 4, 5].map(accountNumber)
const reserve =
  'getReserveData(address) (uint256,uint128,uint128,uint128,uint128,uint128,uint40,uint16,address,address,address,address,uint128,uint128,uint128)'
const zeros = Array.from({ length: 6 }, () => 0n)

const listed: AnswerRow = [
  pool!,
  reserve,
  [weth],
  [...zeros, 0, 0, aToken, zeroAddress, debtToken, zeroAddress, 0n, 0n, 0n],
]
const unlisted: AnswerRow = [
  pool!,
  reserve,
  [usdc],
  [...zeros, 0, 0, zeroAddress, zeroAddress, zeroAddress, zeroAddress, 0n, 0n, 0n],
]
const rows: readonly AnswerRow[] = [
  listed,
  unlisted,
  [pool!, 'getReserveNormalizedIncome(address) (uint256)', [weth], [10n ** 27n + 5n]],
  [pool!, 'getReserveNormalizedVariableDebt(address) (uint256)', [weth], [10n ** 27n + 7n]],
  [aToken!, 'balanceOf(address) (uint256)', [vault], [120n]],
  [debtToken!, 'balanceOf(address) (uint256)', [vault], [30n]],
]
const claims = [
  claimOf('aave_v3/supply', { pool: pool!, asset: weth! }),
  claimOf('aave_v3/borrow', { pool: pool!, asset: usdc! }),
  claimOf('aave_v3/withdraw', { pool: pool!, asset: weth! }),
]
const subject = aaveV3Position.subjectsOf(claims, vault)[0]!

test('default: a pool is one subject with each of its assets once', () => {
  expect(aaveV3Position.subjectsOf(claims, vault)).toEqual([
    { reader: 'aave_v3', holder: vault, values: { pool, assets: `${weth},${usdc}` } },
  ])
})

test('default: a supply and a debt with what they grow by; an asset that is not listed is nothing', () => {
  const { found: reading, rounds } = replayOn(
    aaveV3Position.read(subject, moment),
    contractAnswersOf(rows),
  )
  expect(rounds).toBe(2)
  const place = { protocol: 'aave_v3', holder: vault, asset: weth, maturityUnix: null }
  expect(reading.holdings).toEqual([
    {
      ...place,
      amount: 120n,
      index: { key: `aave_v3:${pool}:supply:${weth}`, value: String(10n ** 27n + 5n) },
    },
    {
      ...place,
      amount: -30n,
      index: { key: `aave_v3:${pool}:debt:${weth}`, value: String(10n ** 27n + 7n) },
    },
  ])
  expect(reading.receipts.map(({ asset }) => asset)).toEqual([aToken, debtToken])
  expect(reading.failures).toEqual([])
})

test('behavior: a pool that is not there yet holds nothing, and that is not a failure', () => {
  const { found: reading } = replayOn(aaveV3Position.read(subject, moment), contractAnswersOf([]))
  expect([reading.holdings, reading.failures]).toEqual([[], []])
})

test('behavior: a reserve that does not answer, and a token that reverts, are failures and no zeros', () => {
  const mute = replayOn(aaveV3Position.read(subject, moment), contractAnswersOf([unlisted]))
  expect(mute.found.failures.map(({ what }) => what)).toEqual([`aave_v3 of ${weth}`])
  const { found: reading } = replayOn(
    aaveV3Position.read(subject, moment),
    contractAnswersOf([listed, unlisted, [aToken!, 'name() (string)', [], ['a']], rows[5]!]),
  )
  expect(reading.failures).toEqual([
    { what: `aave_v3 supply of ${weth}`, reason: 'The call reverted.' },
  ])
  expect(reading.holdings.map(({ amount, index }) => [amount, index])).toEqual([[-30n, null]])
})
