import { zeroAddress } from '@vaultwright/base'
import { expect, test } from 'vitest'
import {
  type AnswerRow,
  contractAnswersOf,
  replayOn,
} from '../../../../test/support/node/recorded-answers.ts'
import {
  accountNumber,
  claimOf,
  drone,
  moment,
  vault,
} from '../../../../test/support/position-fixture.ts'
import { uniswapV3Position } from './position.ts'
import { amountsOf, sqrtRatioAt } from './tick.ts'

const [manager, factory, usdc, weth, pool] = [1, 2, 3, 4, 5].map(accountNumber)
const price = sqrtRatioAt(200_000n)
const [subject] = uniswapV3Position.subjectsOf(
  [
    claimOf('uniswap_v3/mint', { position_manager: manager!, token0: usdc!, token1: weth! }),
    claimOf('uniswap_v3/burn', { position_manager: manager! }),
  ],
  vault,
)
const answer =
  'positions(uint256) (uint96,address,address,address,uint24,int24,int24,uint128,uint256,uint256,uint128,uint128)'
const pooled = 'getPool(address,address,uint24) (address)'
const balance = 'balanceOf(address) (uint256)'
const listing = 'tokenOfOwnerByIndex(address,uint256) (uint256)'

type Shape = { readonly fee?: number; readonly liquidity?: bigint; readonly owed?: bigint }

function positionRow(
  id: bigint,
  { fee = 500, liquidity = 10n ** 15n, owed = 0n }: Shape,
): AnswerRow {
  const pair = [usdc, weth, fee, -887_270, 887_270]
  return [manager!, answer, [id], [0n, zeroAddress, ...pair, liquidity, 0n, 0n, owed, 2n * owed]]
}

function listed(ids: readonly bigint[]): readonly AnswerRow[] {
  return [
    [manager!, 'factory() (address)', [], [factory]],
    [manager!, balance, [vault], [BigInt(ids.length)]],
    ...ids.map((id, at): AnswerRow => [manager!, listing, [vault, BigInt(at)], [id]]),
  ]
}

const market: readonly AnswerRow[] = [
  [factory!, pooled, [usdc, weth, 500], [pool]],
  [
    pool!,
    'slot0() (uint160,int24,uint16,uint16,uint16,uint8,bool)',
    [],
    [price, 200_000, 0, 1, 1, 0, true],
  ],
]
const range = { tickLower: -887_270n, tickUpper: 887_270n, liquidity: 10n ** 15n }
const [amount0, amount1] = amountsOf(range, price)

test('default: what a position pays out and what it owes, in three rounds', () => {
  const book = contractAnswersOf([...listed([77n]), positionRow(77n, { owed: 5n }), ...market])
  const { found: reading, rounds } = replayOn(uniswapV3Position.read(subject!, moment), book)
  expect(rounds).toBe(3)
  expect(reading.holdings.map(({ asset, amount }) => [asset, amount])).toEqual([
    [usdc, amount0 + 5n],
    [weth, amount1 + 10n],
  ])
  expect(reading.failures).toEqual([])
})

test('default: fees inside the range are collected with it, and told with the liquidity that earns them', () => {
  const inside = 3n * 2n ** 128n
  const ticks = 'ticks(int24) (uint128,int128,uint256,uint256,int56,uint160,uint32,bool)'
  const none = [0n, 0n, 0n, 0n, 0n, 0n, 0, true]
  const pooled: readonly AnswerRow[] = [
    [pool!, 'feeGrowthGlobal0X128() (uint256)', [], [inside]],
    [pool!, 'feeGrowthGlobal1X128() (uint256)', [], [0n]],
    ...[-887_270, 887_270].map((tick): AnswerRow => [pool!, ticks, [tick], none]),
  ]
  const rows = [...listed([77n]), positionRow(77n, { owed: 5n }), ...market, ...pooled]
  const { found: reading, rounds } = replayOn(
    uniswapV3Position.read(subject!, moment),
    contractAnswersOf(rows),
  )
  expect(rounds).toBe(3)
  const shared = { key: `uniswap_v3:${manager}:position/77`, liquidity: '1000000000000000' }
  expect(reading.holdings.map(({ amount, fees }) => [amount, fees])).toEqual([
    [amount0 + 5n + 3n * 10n ** 15n, { ...shared, inside: String(inside) }],
    [amount1 + 10n, { ...shared, inside: '0' }],
  ])
})

test('behavior: a reading that was kept before fees were asked for asks for none', () => {
  const { fees, ...values } = subject!.values
  expect(fees).toBe('inside')
  const book = contractAnswersOf([...listed([77n]), positionRow(77n, {}), ...market])
  const { calls, found: reading } = replayOn(
    uniswapV3Position.read({ ...subject!, values }, moment),
    book,
  )
  expect(calls.filter((call) => call.startsWith(pool!))).toHaveLength(1)
  expect(reading.holdings.every((holding) => !('fees' in holding))).toBe(true)
})

test('behavior: who has none is asked once; what is empty holds nothing', () => {
  const none = replayOn(uniswapV3Position.read(subject!, moment), contractAnswersOf(listed([])))
  expect([none.rounds, none.found.holdings]).toEqual([1, []])
  const empty = contractAnswersOf([...listed([7n]), positionRow(7n, { liquidity: 0n, owed: 4n })])
  const { found: reading, rounds } = replayOn(uniswapV3Position.read(subject!, moment), empty)
  expect(rounds).toBe(2)
  expect(reading.holdings.map(({ amount }) => amount)).toEqual([4n, 8n])
})

test('behavior: a pool that no leaf names, and positions beyond the first eight, are found too', () => {
  const ids = Array.from({ length: 10 }, (_, at) => BigInt(100 + at))
  const rows = ids.map((id) => positionRow(id, { fee: 42 }))
  const row: AnswerRow = [factory!, pooled, [usdc, weth, 42], [pool]]
  const book = contractAnswersOf([...listed(ids), ...rows, row, market[1]!])
  const { found: reading } = replayOn(uniswapV3Position.read(subject!, moment), book)
  expect(reading.holdings).toHaveLength(20)
  expect(reading.failures).toEqual([])
})

test('behavior: a manager that lists nothing is asked about its first positions, and says when some are missing', () => {
  const owner = (id: bigint, who: string): AnswerRow => [
    manager!,
    'ownerOf(uint256) (address)',
    [id],
    [who],
  ]
  const rows = (count: bigint): readonly AnswerRow[] => [
    [manager!, 'factory() (address)', [], [factory]],
    [manager!, balance, [vault], [count]],
    positionRow(1n, {}),
    positionRow(2n, {}),
    owner(1n, drone),
    owner(2n, vault),
    ...market,
  ]
  const whole = replayOn(uniswapV3Position.read(subject!, moment), contractAnswersOf(rows(1n)))
  expect([whole.rounds, whole.found.holdings.length, whole.found.failures]).toEqual([3, 2, []])
  const { found: reading } = replayOn(
    uniswapV3Position.read(subject!, moment),
    contractAnswersOf(rows(2n)),
  )
  expect(reading.holdings).toHaveLength(2)
  expect(reading.failures.map(({ what }) => what)).toEqual([`uniswap_v3 positions of ${vault}`])
})

test('behavior: a position that reverts, and one whose pool says no price, are failures and no zeros', () => {
  const mute = replayOn(
    uniswapV3Position.read(subject!, moment),
    contractAnswersOf(listed([7n])),
  ).found
  expect([mute.holdings, mute.failures]).toEqual([
    [],
    [{ what: `a uniswap_v3 position of ${vault}`, reason: 'The call reverted.' }],
  ])
  const poor = contractAnswersOf([...listed([7n]), positionRow(7n, {}), market[0]!])
  const { found: reading } = replayOn(uniswapV3Position.read(subject!, moment), poor)
  expect(reading.holdings).toEqual([])
  expect(reading.failures.map(({ what }) => what)).toEqual([
    `a uniswap_v3 position in ${usdc} and ${weth}`,
  ])
})
