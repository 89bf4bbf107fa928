import type { NavReport } from '@vaultwright/check'
import { expect, test } from 'vitest'
import { plain } from '../../../terminal/style.ts'
import { navAnswerOf } from './nav-print.ts'

type Holding = NavReport['holdings'][number]

const asset = { address: `0x${'11'.repeat(20)}`, symbol: 'USDC', decimals: 6 } as const
const priceOf = (isProven: boolean): Holding['prices'][number] => ({
  asset: asset.address,
  per: 'usd',
  price: '1',
  source: isProven ? 'redstone' : 'file',
  kind: 'market',
  ageSeconds: '0',
  isProven,
})

function reportOf(isProven: boolean): NavReport {
  const holding: Holding = {
    protocol: 'erc_20',
    holder: asset.address,
    asset,
    amount: '1',
    worth: '1',
    reason: null,
    movable: { kind: 'none', leastWorth: null, executed: [] },
    prices: [priceOf(isProven)],
  }
  const bounds = { lower: '1', upper: '1', gapLower: '0', gapUpper: '0', open: [] }
  const places = { read: 1, empty: 0, failed: [], rootCount: 1, missingTrees: [] }
  return {
    chain: 'local',
    answer: 'within',
    base: asset,
    block: { number: '1', hash: `0x${'22'.repeat(32)}`, atUnix: '1' },
    reported: '1',
    nav: { netAssets: '1', gapRelative: '0', feesOwed: '0' },
    bounds,
    holdings: [holding],
    prices: holding.prices,
    places: { ...places, noReader: [], anywhere: [], isComplete: true },
    allowances: [],
    allowanceNote: null,
    flags: [],
    unprovenBecause: [],
    inputsDigest: `0x${'33'.repeat(32)}`,
  } as unknown as NavReport
}

test('law: a Yes that rests on a price which no contract says tells so', () => {
  const answerOf = (isProven: boolean) =>
    [...(navAnswerOf(reportOf(isProven)).text(plain) as Iterable<string>)].join('')
  expect(answerOf(true)).toMatch(/counted\? Yes\.\n/)
  expect(answerOf(false)).toMatch(/counted\? Yes, if the prices that were told are right\.\n/)
})
