import { zeroAddress } from '@vaultwright/base'
import { expect, test } from 'vitest'
import {
  type AnswerRow,
  contractAnswersOf,
  replayOn,
} from '../../../../test/support/node/recorded-answers.ts'
import { accountNumber, vault } from '../../../../test/support/position-fixture.ts'
import { readAccountant } from './reading.ts'

const [accountant, base] = [1, 2].map(accountNumber)
const shares: readonly AnswerRow[] = [
  [vault, 'totalSupply() (uint256)', [], [500n]],
  [vault, 'decimals() (uint8)', [], [18]],
]
const rateAnswers: readonly AnswerRow[] = [
  [accountant!, 'base() (address)', [], [base]],
  [accountant!, 'getRate() (uint256)', [], [1_004n]],
]
const current: AnswerRow = [
  accountant!,
  'accountantState() (address,uint96,uint128,uint128,uint96,uint16,uint16,uint64,bool,uint24,uint16,uint16)',
  [],
  [zeroAddress, 1_010n, 33n, 480n, 1_003n, 10_100, 9_900, 1_771_070_400n, true, 3600, 100, 1000],
]
const legacy: AnswerRow = [
  accountant!,
  'accountantState() (address,uint128,uint128,uint96,uint16,uint16,uint64,bool,uint32,uint16)',
  [],
  [zeroAddress, 33n, 480n, 1_003n, 10_100, 9_900, 1_771_070_400n, false, 3600, 100],
]
const vesting: readonly AnswerRow[] = [
  [
    accountant!,
    'vestingState() (uint128,uint128,uint128,uint64,uint64)',
    [],
    [1_003n, 70n, 11n, 10n, 20n],
  ],
  [accountant!, 'totalAssets() (uint256)', [], [505n]],
]
const fixed: AnswerRow = [
  accountant!,
  'fixedRateAccountantState() (uint96,address)',
  [],
  [5n, zeroAddress],
]

function readOn(rows: readonly AnswerRow[]) {
  return replayOn(readAccountant(accountant!, vault), contractAnswersOf(rows))
}

test('default: every field of the current layout, in one round', () => {
  const { found: reading, rounds } = readOn([...shares, ...rateAnswers, current])
  expect(rounds).toBe(1)
  expect(reading).toEqual({
    accountant: {
      address: accountant,
      kind: 'rate_providers',
      layout: 'current',
      rate: '1004',
      isPaused: true,
      exchangeRate: '1003',
      highwaterMark: '1010',
      feesOwed: '33',
      platformFeeBps: 100,
      performanceFeeBps: 1000,
      updatedAtUnix: '1771070400',
      bounds: { upperBps: 10_100, lowerBps: 9_900, minimumDelaySeconds: 3600 },
      stream: null,
    },
    base,
    share: { supply: '500', decimals: 18 },
    failures: [],
  })
})

test('behavior: the legacy layout has no mark and no performance fee', () => {
  const { accountant } = readOn([...shares, ...rateAnswers, legacy]).found
  expect(accountant).toMatchObject({
    layout: 'legacy',
    highwaterMark: null,
    performanceFeeBps: null,
    feesOwed: '33',
    exchangeRate: '1003',
    isPaused: false,
    platformFeeBps: 100,
    updatedAtUnix: '1771070400',
    bounds: { upperBps: 10_100, lowerBps: 9_900, minimumDelaySeconds: 3600 },
  })
})

test('behavior: what streams says its vesting, what is fixed says its own state', () => {
  expect(readOn([...shares, ...rateAnswers, current, ...vesting]).found.accountant).toMatchObject({
    kind: 'yield_streaming',
    stream: {
      lastSharePrice: '1003',
      gains: '70',
      updatedAtUnix: '11',
      startUnix: '10',
      endUnix: '20',
      totalAssets: '505',
    },
  })
  const { accountant } = readOn([...shares, ...rateAnswers, current, fixed]).found
  expect(accountant).toMatchObject({ kind: 'fixed_rate', stream: null })
})

test('behavior: a rate that reverts is null, a state that is none leaves no accountant, each with a failure', () => {
  const rateless = readOn([...shares, rateAnswers[0]!, current]).found
  expect(rateless.accountant?.rate).toBeNull()
  expect(rateless.failures.map(({ what }) => what)).toEqual([`rate of ${accountant}`])
  const short: AnswerRow = [accountant!, 'accountantState() (uint256,uint256)', [], [1n, 2n]]
  const { found: reading } = readOn([...shares, ...rateAnswers, short])
  expect(reading.accountant).toBeNull()
  expect(reading.failures).toEqual([
    {
      what: `state of accountant ${accountant}`,
      reason: 'The answer has 64 bytes instead of 384 or 320.',
    },
  ])
})

test('behavior: no accountant, one that is not there yet, and a vault that says nothing', () => {
  const none = replayOn(readAccountant(null, vault), contractAnswersOf(shares)).found
  expect(none).toEqual({
    accountant: null,
    base: null,
    failures: [],
    share: { supply: '500', decimals: 18 },
  })
  expect(readOn(shares).found.failures).toEqual([
    { what: `accountant ${accountant}`, reason: 'Nothing stands there at this block.' },
  ])
  const { share, failures } = readOn([...rateAnswers, current]).found
  expect(share).toEqual({ supply: null, decimals: null })
  expect(failures.map(({ what }) => what)).toEqual([`supply of ${vault}`, `decimals of ${vault}`])
})
