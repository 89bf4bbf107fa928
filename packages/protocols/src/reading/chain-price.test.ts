import { expect, test } from 'vitest'
import {
  type AnswerRow,
  contractAnswersOf,
  replayOn,
} from '../../../../test/support/node/recorded-answers.ts'
import { accountNumber } from '../../../../test/support/position-fixture.ts'
import { type ChainPrice, readChainPrice } from './chain-price.ts'

const [source, asset, token] = [1, 2, 3].map(accountNumber)
const now = 1_771_000_000n
const feed: ChainPrice = {
  kind: 'feed',
  asset: asset!,
  feed: source!,
  maxAgeSeconds: 3600,
  confidence: '0.9',
}
const oracle: ChainPrice = {
  kind: 'oracle',
  asset: asset!,
  oracle: source!,
  per: 'usd',
  confidence: null,
}
const rate: ChainPrice = {
  kind: 'rate',
  asset: asset!,
  provider: source!,
  per: token!,
  confidence: null,
}
const rounds = 'latestRoundData() (uint80,int256,uint256,uint256,uint80)'

function feedRows(value: bigint, updated: bigint): readonly AnswerRow[] {
  return [
    [source!, rounds, [], [1n, value, updated, updated, 1n]],
    [source!, 'decimals() (uint8)', [], [8]],
  ]
}

function readOn(price: ChainPrice, rows: readonly AnswerRow[]) {
  const { found: reading, rounds: count } = replayOn(
    readChainPrice(price, now),
    contractAnswersOf(rows),
  )
  expect(count).toBe(1)
  return reading
}

test('default: a feed in dollars, at its own time', () => {
  expect(readOn(feed, feedRows(200_012_345_678n, now - 3600n))).toEqual({
    quote: {
      asset,
      per: 'usd',
      price: '2000.12345678',
      source: `feed:${source}`,
      atUnix: String(now - 3600n),
      confidence: '0.9',
      kind: 'market',
    },
    failure: null,
  })
})

test('default: an oracle in its unit, and in eight decimals of a dollar where it says none', () => {
  const price: AnswerRow = [
    source!,
    'getAssetPrice(address) (uint256)',
    [asset],
    [2_000n * 10n ** 8n],
  ]
  const unit: AnswerRow = [source!, 'BASE_CURRENCY_UNIT() (uint256)', [], [10n ** 10n]]
  const quote = {
    asset,
    per: 'usd',
    price: '2000',
    source: `aave-oracle:${source}`,
    atUnix: String(now),
    confidence: null,
    kind: 'market',
  }
  expect(readOn(oracle, [price])).toEqual({ quote, failure: null })
  expect(readOn(oracle, [price, unit]).quote?.price).toBe('20')
  const inToken = { ...oracle, per: token! }
  expect(readOn(inToken, [price]).failure?.reason).toBe('The call reverted.')
  const odd: AnswerRow = [source!, 'BASE_CURRENCY_UNIT() (uint256)', [], [3n]]
  expect(readOn(oracle, [price, odd]).failure?.reason).toContain('not a power of ten')
})

test('default: a rate in whole units of the token', () => {
  const rows: readonly AnswerRow[] = [
    [source!, 'getRate() (uint256)', [], [1_050_001n]],
    [token!, 'decimals() (uint8)', [], [6]],
  ]
  expect(readOn(rate, rows).quote).toMatchObject({ per: token, price: '1.050001', kind: 'rate' })
  expect(readOn(rate, rows.slice(0, 1)).failure?.reason).toContain('no decimals')
})

test('behavior: zero, below zero, never updated, too old, from later, silent: no price, and why', () => {
  const reasons = [
    feedRows(0n, now),
    feedRows(-5n, now),
    feedRows(5n, 0n),
    feedRows(5n, now - 3601n),
    feedRows(5n, now + 1n),
    feedRows(5n, now).slice(0, 1),
    [],
  ].map((rows) => {
    const { quote, failure } = readOn(feed, rows)
    expect(quote).toBeNull()
    expect(failure?.what).toBe(`price of ${asset} by feed:${source}`)
    return failure?.reason
  })
  expect(reasons).toEqual([
    'The price is zero.',
    'The price is below zero.',
    'The feed has never been updated.',
    'The price is 3601 seconds old, and 3600 are allowed.',
    'The feed says that it was updated after the block.',
    'It says no decimals: The call reverted.',
    'Nothing stands there at this block.',
  ])
  const zero: AnswerRow = [source!, 'getAssetPrice(address) (uint256)', [asset], [0n]]
  expect(readOn(oracle, [zero]).failure?.reason).toBe('The price is zero.')
})
