import { encodeAbiParameters, keccak256, parseAbiParameters } from 'viem'
import { expect, test } from 'vitest'
import { type AnswerRow, bookOf, replayOn } from '../../../../test/support/answer-book.ts'
import { accountNumber, claimOf, moment, vault } from '../../../../test/support/position-scene.ts'
import { marketIdOf, morphoBluePosition } from './position.ts'

const [morpho, usdc, weth, oracle, irm] = [1, 2, 3, 4, 5].map(accountNumber)
const params = { loan_token: usdc!, collateral_token: weth!, oracle: oracle!, irm: irm! }
const [subject] = morphoBluePosition.subjectsOf(
  [
    claimOf('morpho_blue/supply', { morpho: morpho!, ...params }),
    claimOf('morpho_blue/borrow', { morpho: morpho!, ...params }),
  ],
  vault,
)
const ids = subject!.values.ids!.split(',') as `0x${string}`[]
const position = 'position(bytes32,address) (uint256,uint128,uint128)'
const market = 'market(bytes32) (uint128,uint128,uint128,uint128,uint128,uint128)'
const empty = ids.map((id): AnswerRow => [morpho!, position, [id, vault], [0n, 0n, 0n]])

test('default: the id of a market is what viem hashes', () => {
  const types = parseAbiParameters('address,address,address,address,uint256')
  const given = [usdc!, weth!, oracle!, irm!] as const
  const lltv = 860_000_000_000_000_000n
  expect(marketIdOf(given, lltv)).toBe(keccak256(encodeAbiParameters(types, [...given, lltv])))
  expect(ids).toContain(marketIdOf(given, lltv))
  expect(new Set(ids).size).toBe(9)
})

test('default: what is lent, owed and put in, as Morpho rounds it', () => {
  const rows: readonly AnswerRow[] = [
    ...empty,
    [morpho!, position, [ids[4], vault], [3_000_000n, 7_000_000n, 11n]],
    [morpho!, market, [ids[4]], [200n, 100_000_000n, 120n, 50_000_000n, 1n, 0n]],
  ]
  const { found, rounds } = replayOn(morphoBluePosition.read(subject!, moment), bookOf(rows))
  expect(rounds).toBe(2)
  const scale = 10n ** 36n
  expect(found.holdings.map(({ asset, amount, index }) => [asset, amount, index])).toEqual([
    // 3e6 * 201 / 101e6 down, 7e6 * 121 / 51e6 up: virtual shares and one virtual asset.
    [usdc, 5n, { key: keyOf('supply', usdc!), value: String((201n * scale) / 101_000_000n) }],
    [usdc, -17n, { key: keyOf('debt', usdc!), value: String((121n * scale) / 51_000_000n) }],
    [weth, 11n, { key: keyOf('collateral', weth!), value: '1' }],
  ])
  expect(found.failures).toEqual([])
})

test('behavior: a market of whose shares the worth is not known is a failure and no zero', () => {
  const rows: readonly AnswerRow[] = [
    ...empty.slice(1),
    [morpho!, position, [ids[0], vault], [3_000_000n, 0n, 0n]],
  ]
  const { found } = replayOn(morphoBluePosition.read(subject!, moment), bookOf(rows))
  expect(found.holdings).toEqual([])
  expect(found.failures.map(({ what }) => what)).toEqual([`morpho_blue market ${ids[0]}`])
})

function keyOf(kind: string, asset: string): string {
  return `morpho_blue:${morpho}:${kind}/${ids[4]}:${asset}`
}
