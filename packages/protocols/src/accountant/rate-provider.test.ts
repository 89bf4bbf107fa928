import { zeroAddress } from '@vaultwright/base'
import { expect, test } from 'vitest'
import {
  type AnswerRow,
  contractAnswersOf,
  replayOn,
} from '../../../../test/support/node/recorded-answers.ts'
import { accountNumber } from '../../../../test/support/position-fixture.ts'
import { readRateProviders } from './rate-provider.ts'

const [accountant, base, pegged, rated, unset, provider] = [1, 2, 3, 4, 5, 6].map(accountNumber)
const data = 'rateProviderData(address) (bool,address)'
const decimals = 'decimals() (uint8)'
const rows: readonly AnswerRow[] = [
  [accountant!, 'base() (address)', [], [base]],
  [accountant!, decimals, [], [6]],
  [accountant!, data, [base], [false, zeroAddress]],
  [accountant!, data, [pegged], [true, zeroAddress]],
  [accountant!, data, [rated], [false, provider]],
  [accountant!, data, [unset], [false, zeroAddress]],
  [pegged!, decimals, [], [18]],
  [rated!, decimals, [], [18]],
  [provider!, 'getRate() (uint256)', [], [105n * 10n ** 16n]],
]

function readOn(book: readonly AnswerRow[]) {
  return replayOn(
    readRateProviders(accountant!, [base!, pegged!, rated!, unset!]),
    contractAnswersOf(book),
  )
}

test('default: equal to the base, or at the rate of a provider; what was never set has no price', () => {
  const { found: reading, rounds } = readOn(rows)
  expect(rounds).toBe(2)
  const unit = { per: base, amount: 10n ** 36n }
  expect(reading.quotes).toEqual([
    {
      asset: pegged,
      ...unit,
      worth: 10n ** 24n,
      source: `accountant:${accountant}`,
      kind: 'pegged',
    },
    { asset: rated, ...unit, worth: 105n * 10n ** 22n, source: `rate:${provider}`, kind: 'rate' },
  ])
  expect(reading.failures).toEqual([])
})

test('behavior: a provider that reverts, one that says zero, and a token without decimals are failures', () => {
  const zero: AnswerRow = [provider!, 'getRate() (uint256)', [], [0n]]
  for (const book of [rows.slice(0, 8), [...rows.slice(0, 8), zero], rows.toSpliced(7, 1)]) {
    const { found: reading } = readOn(book)
    expect(reading.quotes.map(({ asset }) => asset)).toEqual([pegged])
    expect(reading.failures.map(({ what }) => what)).toEqual([`rate of ${rated}`])
  }
  expect(readOn([]).found.failures).toEqual([])
})

test('behavior: a rate has the decimals of its asset, and pays what the accountant pays, whatever those of the base', () => {
  const [rate, share] = [1_050_000_000_000_000_000n, 2_000_000n]
  // Source: getRateInQuote, which first brings the rate of a share to the decimals of the asset.
  const inQuote = (10n ** 18n * (share * 10n ** 12n)) / rate
  const { amount, worth } = readOn(rows).found.quotes.at(-1)!
  expect((share * amount) / worth).toBe(inQuote)
})
