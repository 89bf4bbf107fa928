import type { Address, Hex } from '@vaultwright/base'
import { type AbiValue, encodeTuple, parseAbiTuple } from '@vaultwright/manager'
import type { AccountParameter, TokenParameter, WordParameter } from '../action/parameter.ts'
import { balancerV2 } from './function.ts'

/** The decoders of every action of Balancer v2. */
export const rules = [balancerV2] as const

/** The contract that keeps the tokens of all pools. */
export const vault = {
  kind: 'account',
  role: 'vault',
  describe: 'Vault of Balancer v2',
} as const satisfies AccountParameter

/** A pool. */
export const pool = {
  kind: 'token',
  role: 'pool',
  describe: 'Pool of Balancer v2; it is also the token of its liquidity',
} as const satisfies TokenParameter

/** What the vault calls the pool; leaves bind its first 20 bytes, which are the pool. */
export const poolId = {
  kind: 'word',
  startsWith: 'pool',
  fact: { of: 'pool', call: 'getPoolId()', returns: '(bytes32)' },
  describe: 'What the vault calls the pool',
} as const satisfies WordParameter

const exactIn = parseAbiTuple('(uint256 kind, uint256[] amountsIn, uint256 minimumOut)')
const exactOut = parseAbiTuple('(uint256 kind, uint256 amountOut)')
const proportional = parseAbiTuple('(uint256 kind, uint256 amountIn)')

/** An entry of the tokens of a pool, and what is said of each. */
export type Joining = {
  readonly pool: Address
  readonly assets: readonly Address[]
  readonly amounts: readonly bigint[]
  readonly minimum: bigint
}

/**
 * Encodes what a pool is told when exactly some amounts go in.
 *
 * Source: Balancer v2 pools, JoinKind 1; a pool's own token is in its list but not among its amounts.
 */
export function joinExactIn({ pool, assets, amounts, minimum }: Joining): Hex {
  const given = amounts.filter((_, at) => !isSame(assets[at], pool))
  return encodeTuple(exactIn, [1n, given, minimum])
}

/**
 * Encodes what a pool is told when exactly some of its own token comes out, for all tokens.
 *
 * Source: Balancer v2 pools, JoinKind 3; the only one that pools of Gyroscope know.
 */
export function joinExactOut(amount: bigint): Hex {
  return encodeTuple(exactOut, [3n, amount])
}

/**
 * Encodes what a pool is told when its own token goes in for all tokens in proportion.
 *
 * Source: Balancer v2 pools, ExitKind 1; pools that list their own token call it 2.
 */
export function exitProportional(
  { pool, assets }: Pick<Joining, 'pool' | 'assets'>,
  amount: bigint,
): AbiValue {
  const kind = assets.some((asset) => isSame(asset, pool)) ? 2n : 1n
  return encodeTuple(proportional, [kind, amount])
}

function isSame(one: Address | undefined, other: Address): boolean {
  return one?.toLowerCase() === other.toLowerCase()
}
