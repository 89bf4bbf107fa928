import { encodeManage } from '@vaultwright/manager'
import { approve, batchOf, callOf, ether, positionOf, prove, proveBy } from './call.ts'
import { type MatrixCase, refusals } from './case.ts'
import type { MatrixWorld } from './world.ts'

const { possible, unproven } = refusals

/** Positions of the local chain: 1, 3 and 4 are the owner’s, 2 the vault’s, 5 the one that comes next. */
const [foreign, ownId, next, none] = [1n, 2n, 5n, 99n]
const later = 2n ** 40n

/** Decoders that read the chain, between calls that change it. */
export const positionCases: readonly MatrixCase[] = [
  {
    name: 'more liquidity for a position of the vault',
    make: (world) => ({
      tree: world.main,
      data: batchOf(world.main, ...allowances(world), increase(world, ownId)),
    }),
    refused: null,
  },
  {
    name: 'more liquidity for a foreign position',
    make: (world) => {
      const position = positionOf(world.main, increase(world, ownId))
      const call = proveBy(world.main, position, increase(world, foreign))
      return { tree: world.main, data: encodeManage([call]) }
    },
    refused: unproven(0),
  },
  {
    name: 'more liquidity for a position that there is not',
    make: (world) => {
      const position = positionOf(world.main, increase(world, ownId))
      const call = proveBy(world.main, position, increase(world, none))
      return { tree: world.main, data: encodeManage([call]) }
    },
    refused: possible('Error', 0),
  },
  {
    name: 'a position is opened, and added to in the same batch',
    make: (world) => {
      const position = positionOf(world.main, increase(world, ownId))
      const calls = [...allowances(world), mint(world)].map((call) => prove(world.main, call))
      const last = proveBy(world.main, position, increase(world, next))
      return { tree: world.main, data: encodeManage([...calls, last]) }
    },
    refused: null,
  },
  {
    name: 'a position is added to before it is opened',
    make: (world) => {
      const position = positionOf(world.main, increase(world, ownId))
      const calls = [...allowances(world), mint(world)].map((call) => prove(world.main, call))
      const last = proveBy(world.main, position, increase(world, next))
      return { tree: world.main, data: encodeManage([last, ...calls]) }
    },
    refused: possible('Error', 0),
  },
  {
    name: 'liquidity is taken out and collected',
    make: (world) => ({
      tree: world.main,
      data: batchOf(world.main, decrease(world, ownId), collect(world, ownId)),
    }),
    refused: null,
  },
  {
    name: 'the liquidity of a foreign position is taken out',
    make: (world) => {
      const position = positionOf(world.main, decrease(world, ownId))
      const call = proveBy(world.main, position, decrease(world, foreign))
      return { tree: world.main, data: encodeManage([call]) }
    },
    refused: unproven(0),
  },
]

function pair({ of }: MatrixWorld) {
  const [weth, usdc] = [of('WETH'), of('USDC')]
  const isFirst = BigInt(weth) < BigInt(usdc)
  return {
    tokens: isFirst ? [weth, usdc] : [usdc, weth],
    amounts: isFirst ? [ether / 10n, 200_000_000n] : [200_000_000n, ether / 10n],
  }
}

function allowances({ of }: MatrixWorld) {
  return [
    approve(of('WETH'), of('Uniswap positions'), ether),
    approve(of('USDC'), of('Uniswap positions'), 1_000_000_000n),
  ]
}

function increase(world: MatrixWorld, id: bigint) {
  const [amount0, amount1] = pair(world).amounts
  const params = { id, amount0, amount1, least0: 0n, least1: 0n, deadline: later }
  return callOf(
    world.of('Uniswap positions'),
    'increaseLiquidity((uint256 id,uint256 amount0,uint256 amount1,uint256 least0,uint256 least1,uint256 deadline) params)',
    { args: [params] },
  )
}

function decrease({ of }: MatrixWorld, id: bigint) {
  return callOf(
    of('Uniswap positions'),
    'decreaseLiquidity((uint256 id,uint128 liquidity,uint256 least0,uint256 least1,uint256 deadline) params)',
    { args: [{ id, liquidity: 1_000n, least0: 0n, least1: 0n, deadline: later }] },
  )
}

function collect({ of, vault }: MatrixWorld, id: bigint) {
  const most = 2n ** 128n - 1n
  return callOf(
    of('Uniswap positions'),
    'collect((uint256 id,address recipient,uint128 most0,uint128 most1) params)',
    { args: [{ id, recipient: vault, most0: most, most1: most }] },
  )
}

function mint(world: MatrixWorld) {
  const { tokens, amounts } = pair(world)
  return callOf(
    world.of('Uniswap positions'),
    'mint((address token0,address token1,uint24 fee,int24 lower,int24 upper,uint256 amount0,uint256 amount1,uint256 least0,uint256 least1,address recipient,uint256 deadline) params)',
    {
      args: [
        {
          token0: tokens[0],
          token1: tokens[1],
          fee: 500,
          lower: -887_270,
          upper: 887_270,
          amount0: amounts[0],
          amount1: amounts[1],
          least0: 0n,
          least1: 0n,
          recipient: world.vault,
          deadline: later,
        },
      ],
    },
  )
}
