import type { Address, Hex } from '@vaultwright/base'
import { encodeAbiParameters, keccak256, parseAbiParameters } from 'viem'
import {
  type PoolModel,
  type PriceRange,
  productPool,
  rangePool,
} from '../../support/swap/pool-model.ts'
import { paired, sqrtPriceOf } from '../market/v3-pool.ts'
import type { RealChain } from '../world/real-chain.ts'

const far = 4_000_000_000n
const unit = 2 ** 96

/** The token that is sold, and the one that is bought. */
type Pair = readonly [sold: string, bought: string]
const wethForUsdc: Pair = ['WETH', 'USDC']

/** True if what is sold is the lower token of the pair. */
function isLower({ of }: RealChain, [sold, bought]: Pair): boolean {
  return BigInt(of(sold)) < BigInt(of(bought))
}

/** The pool of Uniswap v2, by its reserves. Amounts in base units. */
export async function productPoolOf(
  chain: RealChain,
  pair: Pair = wethForUsdc,
): Promise<PoolModel> {
  const to = (await chain.read({
    to: 'v2 factory',
    call: 'getPair(address,address) view returns (address)',
    args: pair.map(chain.of),
  })) as Address
  const [reserve0, reserve1] = (await chain.read({
    to,
    call: 'getReserves() view returns (uint112, uint112, uint32)',
  })) as readonly bigint[]
  const [sold, bought] = isLower(chain, pair) ? [reserve0, reserve1] : [reserve1, reserve0]
  return productPool([Number(sold), Number(bought)], 0.003)
}

/** A pool of Uniswap v3 for what is sold, by every tick that its bitmap has. */
export async function tierPoolOf(
  chain: RealChain,
  fee: number,
  pair: Pair = wethForUsdc,
): Promise<PoolModel> {
  const to = (await chain.read({
    to: 'v3 factory',
    call: 'getPool(address,address,uint24) view returns (address)',
    args: [...pair.map(chain.of), fee],
  })) as Address
  const ask = (call: string, args: readonly unknown[] = []) => chain.read({ to, call, args })
  const [sqrtPrice, tick] = (await ask(
    'slot0() view returns (uint160, int24, uint16, uint16, uint16, uint8, bool)',
  )) as readonly [bigint, number]
  const spacing = Number(await ask('tickSpacing() view returns (int24)'))
  const last = Math.floor(Math.floor(887_272 / spacing) / 256)
  const ticks: number[] = []
  for (let word = -last - 1; word <= last; word++) {
    const bits = (await ask('tickBitmap(int16) view returns (uint256)', [word])) as bigint
    for (let bit = 0; bits >> BigInt(bit) > 0n; bit++) {
      if ((bits >> BigInt(bit)) & 1n) ticks.push((256 * word + bit) * spacing)
    }
  }
  const net = new Map<number, number>()
  for (const end of ticks) {
    const answer = (await ask(
      'ticks(int24) view returns (uint128, int128, uint256, uint256, int56, uint160, uint32, bool)',
      [end],
    )) as readonly bigint[]
    net.set(end, Number(answer[1]))
  }
  const liquidity = Number(await ask('liquidity() view returns (uint128)'))
  const falls = isLower(chain, pair)
  const ahead = ticks.filter((one) => (falls ? one <= tick : one > tick))
  return rangesFrom(
    { price: Number(sqrtPrice) / unit, liquidity, falls },
    ahead
      .sort((one, other) => (falls ? other - one : one - other))
      .map((one) => ({
        price: 1.0001 ** (one / 2),
        net: net.get(one)!,
      })),
    fee / 1e6,
  )
}

/** The pool of Uniswap v4 of the world, which is one range. */
export async function singletonPoolOf(chain: RealChain): Promise<PoolModel> {
  const tokens = ['WETH', 'USDC']
    .map(chain.of)
    .sort((one, other) => (BigInt(one) < BigInt(other) ? -1 : 1))
  const key = encodeAbiParameters(parseAbiParameters('address, address, uint24, int24, address'), [
    ...(tokens as [Hex, Hex]),
    3000,
    60,
    `0x${'00'.repeat(20)}`,
  ])
  const ask = (call: string) => chain.read({ to: 'v4 view', call, args: [keccak256(key)] })
  const [sqrtPrice] = (await ask(
    'getSlot0(bytes32) view returns (uint160, int24, uint24, uint24)',
  )) as readonly bigint[]
  const liquidity = Number(await ask('getLiquidity(bytes32) view returns (uint128)'))
  const falls = isLower(chain, wethForUsdc)
  const end = { price: 1.0001 ** ((falls ? -887_220 : 887_220) / 2), net: 0 }
  return rangesFrom({ price: Number(sqrtPrice) / unit, liquidity, falls }, [end], 0.003)
}

type Start = { readonly price: number; readonly liquidity: number; readonly falls: boolean }

/** The ranges that a sale of WETH passes; a price that rises is turned over. */
function rangesFrom(
  start: Start,
  ends: readonly { readonly price: number; readonly net: number }[],
  fee: number,
): PoolModel {
  const { falls } = start
  const turned = (price: number) => (falls ? price : 1 / price)
  let [from, liquidity] = [turned(start.price), start.liquidity]
  const ranges = ends.map(({ price, net }): PriceRange => {
    const range = { liquidity, from, to: turned(price) }
    from = range.to
    liquidity += falls ? -net : net
    return range
  })
  return rangePool(ranges, fee)
}

/** A position of the trader in a tier, close around the price or far: ticks, and whole WETH at 3,000 dollars each. */
export type TierDraft = {
  /** WETH for USDC where it is left out. */
  readonly pair?: readonly ['WETH', 'USDC' | 'DAI'] | readonly ['USDC', 'DAI']
  readonly fee: number
  readonly below: number
  readonly above: number
  readonly weth: bigint
}

/** A tier that is narrow and deep. */
export const narrowTier: TierDraft = { fee: 100, below: 73, above: 81, weth: 600n }

const spacings = new Map([
  [100, 1],
  [500, 10],
  [3000, 60],
  [10000, 200],
])

/** Opens a tier where there is none yet, and adds the trader's liquidity to it. */
export async function openTier(
  chain: RealChain,
  { pair = ['WETH', 'USDC'], fee, below, above, weth }: TierDraft,
): Promise<void> {
  const depths = { WETH: 10n ** 18n, USDC: 3_000n * 10n ** 6n, DAI: 3_000n * 10n ** 18n }
  const sides = paired(
    chain,
    pair.map((token) => [token, weth * depths[token]]),
  )
  const [[token0, amount0], [token1, amount1]] = sides as [[Address, bigint], [Address, bigint]]
  const sqrtPrice = sqrtPriceOf(amount0, amount1)
  const tick = Math.floor(Math.log(Number(sqrtPrice) / unit) / Math.log(1.0001 ** 0.5))
  const spacing = spacings.get(fee)!
  const alignedOf = (one: number) => Math.floor(one / spacing) * spacing
  await chain.act({
    to: 'v3 positions',
    from: 'trader',
    call: 'createAndInitializePoolIfNecessary(address,address,uint24,uint160)',
    args: [token0, token1, fee, sqrtPrice],
  })
  await chain.act({
    to: 'v3 positions',
    from: 'trader',
    call: 'mint((address,address,uint24,int24,int24,uint256,uint256,uint256,uint256,address,uint256))',
    args: [
      [
        token0,
        token1,
        fee,
        alignedOf(tick - below),
        alignedOf(tick + above) + (spacing === 1 ? 0 : spacing),
        amount0,
        amount1,
        0n,
        0n,
        chain.of('trader'),
        far,
      ],
    ],
  })
}
