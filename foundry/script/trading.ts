import { encodePacked, getAddress, type Hex } from 'viem'
import { accountOf } from './account.ts'
import { sortedPair, sqrtPrice } from './market/market.ts'
import type { Of } from './plan/piece.ts'
import type { Session } from './session.ts'
import type { Step } from './step.ts'

const wad = 10n ** 18n
const q96 = 2n ** 96n
const fee = 500n
const feeUnits = 1_000_000n
/** A deadline that does not pass. */
const later = 2n ** 40n
/** The amount that is sold each day, and bought back. */
const sold = 200n * wad

/** The state of a pool within its price. */
type PoolState = { readonly price: bigint; readonly liquidity: bigint }

/**
 * Trades on Uniswap for a day: sells WETH, and buys until the price is that of the oracle again. Both pay
 * the pool's fee to those who provide liquidity.
 *
 * @param session - the chain; the pool tells its price.
 * @param of - where things are.
 */
export async function tradesOf(session: Session, of: Of): Promise<readonly Step[]> {
  const state = await readPool(session, of)
  const isFirst = sortedPair(of)[0] === of('WETH')
  const low = isFirst ? afterFirst(state, netOf(sold)) : afterSecond(state, netOf(sold))
  const moved = { ...state, price: low }
  const bought = grossOf(isFirst ? toRise(moved, sqrtPrice(of)) : toFall(moved, sqrtPrice(of)))
  return [swap(of, ['WETH', 'USDC'], sold), swap(of, ['USDC', 'WETH'], bought)]
}

async function readPool(session: Session, of: Of): Promise<PoolState> {
  const poolRead = await session.read(of('Uniswap factory'), {
    contract: 'UniswapFactory',
    name: 'getPool',
    args: [...sortedPair(of), Number(fee)],
  })
  const pool = getAddress(`0x${poolRead.slice(-40)}`)
  const [price, liquidity] = await Promise.all(
    ['sqrtPriceX96', 'liquidity'].map((name) =>
      session.read(pool, { contract: 'UniswapPool', name }),
    ),
  )
  return { price: BigInt(price as Hex), liquidity: BigInt(liquidity as Hex) }
}

function netOf(amount: bigint): bigint {
  return amount - (amount * fee + feeUnits - 1n) / feeUnits
}

function grossOf(net: bigint): bigint {
  return (net * feeUnits + feeUnits - fee - 1n) / (feeUnits - fee)
}

/** The price after so much of the first token came in. */
function afterFirst({ price, liquidity }: PoolState, net: bigint): bigint {
  return (liquidity * price) / (liquidity + (net * price) / q96)
}

/** The price after so much of the second token came in. */
function afterSecond({ price, liquidity }: PoolState, net: bigint): bigint {
  return price + (net * q96) / liquidity
}

/** The amount of the second token that lifts the price to another. */
function toRise({ price, liquidity }: PoolState, target: bigint): bigint {
  return ((target - price) * liquidity) / q96
}

/** The amount of the first token that lowers the price to another. */
function toFall({ price, liquidity }: PoolState, target: bigint): bigint {
  return (liquidity * q96 * (price - target)) / target / price
}

/** Swaps as the owner, along the pool of the history. */
export function swap(of: Of, [from, to]: readonly [string, string], amountIn: bigint): Step {
  const path = encodePacked(['address', 'uint24', 'address'], [of(from), Number(fee), of(to)])
  return {
    to: 'Uniswap router',
    contract: 'SwapRouter:SwapRouter',
    name: 'exactInput',
    args: [
      { path, recipient: accountOf('owner'), deadline: later, amountIn, amountOutMinimum: 0n },
    ],
  }
}
