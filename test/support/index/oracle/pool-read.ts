import type { Address } from '@vaultwright/base'
import { parseAbiItem } from 'viem'
import { balance, type Held, plain } from './held.ts'
import type { Moment } from './ledger.ts'
import { ratio } from './ratio.ts'

/** The amounts that come out when all is unstaked and all liquidity is taken, tried by the holder itself. */
export async function readCurve(moment: Moment, holder: Address): Promise<readonly Held[]> {
  const { ask, of, pretend } = moment
  const [pool, gauge] = [of('Curve USDC/DAI'), of('Curve gauge')]
  const [free, staked, price] = await Promise.all([
    ask<bigint>(pool, balance, holder),
    ask<bigint>(gauge, balance, holder),
    ask<bigint>(pool, 'get_virtual_price() view returns (uint256)'),
  ])
  const all = (free ?? 0n) + (staked ?? 0n)
  if (all === 0n) return []
  const remove = 'remove_liquidity(uint256,uint256[]) returns (uint256[])'
  const [, taken] = await pretend<readonly bigint[]>([
    { from: holder, to: gauge, function: 'withdraw(uint256)', args: [staked] },
    { from: holder, to: pool, function: remove, args: [all, [0n, 0n]] },
  ])
  const index = { key: 'curve', value: ratio(price!) }
  return ['USDC', 'DAI'].map((coinName, at) => ({
    protocol: 'curve',
    asset: of(coinName),
    amount: taken![at]!,
    ...plain,
    index,
  }))
}

/** The amounts that come out when all liquidity is taken and everything is collected, tried by the holder itself. */
export async function readUniswap(moment: Moment, holder: Address): Promise<readonly Held[]> {
  const { ask, of, pretend } = moment
  const positions = of('Uniswap positions')
  const ids = [1n, 2n, 3n, 4n]
  const owners = await Promise.all(
    ids.map((id) => ask<Address>(positions, 'ownerOf(uint256) view returns (address)', id)),
  )
  const ownIds = ids.filter((_, at) => owners[at]?.toLowerCase() === holder.toLowerCase())
  const all = 2n ** 128n - 1n
  const held = await Promise.all(
    ownIds.map(async (id) => {
      const positionTypes =
        'uint96,address,address,address,uint24,int24,int24,uint128,uint256,uint256'
      const position = await ask<readonly [0n, Address, Address, Address, number, 0, 0, bigint]>(
        positions,
        `positions(uint256) view returns (${positionTypes},uint128,uint128)`,
        id,
      )
      const [, , token0, token1, fee, , , liquidity] = position!
      const growths = await readTraded(moment, [token0, token1, fee])
      const call = { from: holder, to: positions } as const
      const [, taken] = await pretend<readonly [bigint, bigint]>([
        {
          ...call,
          function:
            'decreaseLiquidity((uint256,uint128,uint256,uint256,uint256)) returns (uint256,uint256)',
          args: [[id, liquidity, 0n, 0n, 2n ** 40n]],
        },
        {
          ...call,
          function: 'collect((uint256,address,uint128,uint128)) returns (uint256,uint256)',
          args: [[id, holder, all, all]],
        },
      ])
      return [token0, token1].map((asset, at) => ({
        protocol: 'uniswap_v3',
        asset,
        amount: taken![at]!,
        ...plain,
        fees: { position: String(id), growth: growths[at]!, liquidity },
      }))
    }),
  )
  return held.flat()
}

const swapped = parseAbiItem(
  'event Swap(address indexed sender, address indexed recipient, int256 amount0, int256 amount1, uint160 price, uint128 liquidity, int24 tick)',
)

/** Adds up what every trade so far gave a unit of liquidity: its fee, shared out among all there was. */
async function readTraded(
  { ask, client, of, block }: Moment,
  key: readonly [Address, Address, number],
): Promise<readonly [bigint, bigint]> {
  const getPool = 'getPool(address,address,uint24) view returns (address)'
  const pool = await ask<Address>(of('Uniswap factory'), getPool, ...key)
  const range = { fromBlock: 0n, toBlock: block }
  const trades = await client.getLogs({ address: pool!, event: swapped, ...range })
  const growthOf = (amount: bigint, liquidity: bigint) =>
    amount <= 0n ? 0n : (((amount * BigInt(key[2]) + 999_999n) / 1_000_000n) << 128n) / liquidity
  let [first, second] = [0n, 0n]
  for (const { args } of trades) {
    first += growthOf(args.amount0!, args.liquidity!)
    second += growthOf(args.amount1!, args.liquidity!)
  }
  return [first, second]
}
