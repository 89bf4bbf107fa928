import { nativeAsset } from '@vaultwright/registry'
import { stringToHex } from 'viem'
import { expect, test } from 'vitest'
import { contractAnswersOf, replayOn } from '../../../../test/support/node/recorded-answers.ts'
import { accountNumber } from '../../../../test/support/position-fixture.ts'
import { readTokenUnits } from './token-unit.ts'

const [usdc, maker, mute, odd] = [1, 2, 3, 4].map(accountNumber)
const book = contractAnswersOf([
  [usdc!, 'symbol() (string)', [], ['USD₮0']],
  [usdc!, 'decimals() (uint8)', [], [6]],
  [maker!, 'symbol() (bytes32)', [], [stringToHex('MKR', { size: 32 })]],
  [maker!, 'decimals() (uint256)', [], [18n]],
  [mute!, 'name() (string)', [], ['x']],
  [odd!, 'symbol() (string)', [], ['a\u202eb\n']],
  [odd!, 'decimals() (uint256)', [], [256n]],
])

test('default: symbols as texts and as words, in one round; the coin is not asked', () => {
  const { found: reading, rounds } = replayOn(readTokenUnits([usdc!, nativeAsset, maker!]), book)
  expect(rounds).toBe(1)
  expect(reading).toEqual({
    assets: [
      { address: usdc, symbol: 'USD₮0', decimals: 6 },
      { address: nativeAsset, symbol: nativeAsset, decimals: 18 },
      { address: maker, symbol: 'MKR', decimals: 18 },
    ],
    failures: [],
  })
  expect(replayOn(readTokenUnits([nativeAsset]), book).rounds).toBe(0)
})

test('behavior: no symbol goes by the address, no decimals are null with a failure, signs are shown', () => {
  expect(replayOn(readTokenUnits([mute!, odd!]), book).found).toEqual({
    assets: [
      { address: mute, symbol: mute, decimals: null },
      { address: odd, symbol: 'a\\u{202e}b\\x0a', decimals: null },
    ],
    failures: [
      { what: `decimals of ${mute}`, reason: 'The call reverted.' },
      { what: `decimals of ${odd}`, reason: 'It says more than 255.' },
    ],
  })
})

test('behavior: a symbol is cut between characters, and one that is longer than any name is none', () => {
  const [cut, huge] = [5, 6].map(accountNumber)
  const rows = contractAnswersOf([
    [cut!, 'symbol() (string)', [], [`${'a'.repeat(63)}😀😀`]],
    [cut!, 'decimals() (uint8)', [], [18]],
    [huge!, 'symbol() (string)', [], ['x'.repeat(1_000_000)]],
    [huge!, 'decimals() (uint8)', [], [18]],
  ])
  const { assets } = replayOn(readTokenUnits([cut!, huge!]), rows).found
  expect(assets.map(({ symbol }) => symbol)).toEqual([`${'a'.repeat(63)}😀`, huge])
})
