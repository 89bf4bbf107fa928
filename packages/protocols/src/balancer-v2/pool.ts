import type { Address, Hex } from '@vaultwright/base'
import type { DecoderRules } from '@vaultwright/manager'
import { type AbiValue, encodeTuple, parseAbiTuple } from '@vaultwright/manager'
import type { AccountParameter, TokenParameter, WordParameter } from '../action/parameter.ts'

/**
 * Balancer v2: swaps, joins, exits, flash loans and gauges. Internal balances are refused.
 *
 * Source: Balancer v2 Vault, gauges and minter; what the decoder packs was observed.
 */
export const balancerV2 = {
  decoder: 'BalancerV2',
  inherits: [],
  functions: [
    { signature: 'deposit(uint256 value, address recipient)', packs: 'recipient' },
    {
      signature:
        'exitPool(bytes32 poolId, address sender, address recipient, (address[] assets, uint256[] minAmountsOut, bytes userData, bool toInternalBalance) req)',
      packs: 'first20(poolId), sender, recipient, req.assets[]',
      checks: ['req.toInternalBalance == false'],
    },
    {
      signature:
        'flashLoan(address recipient, address[] tokens, uint256[] amounts, bytes userData)',
      packs: 'recipient, tokens[]',
    },
    {
      signature:
        'joinPool(bytes32 poolId, address sender, address recipient, (address[] assets, uint256[] maxAmountsIn, bytes userData, bool fromInternalBalance) req)',
      packs: 'first20(poolId), sender, recipient, req.assets[]',
      checks: ['req.fromInternalBalance == false'],
    },
    { signature: 'mint(address gauge)', packs: 'gauge' },
    {
      signature:
        'swap((bytes32 poolId, uint8 kind, address assetIn, address assetOut, uint256 amount, bytes userData) singleSwap, (address sender, bool fromInternalBalance, address recipient, bool toInternalBalance) funds, uint256 limit, uint256 deadline)',
      packs:
        'first20(singleSwap.poolId), singleSwap.assetIn, singleSwap.assetOut, funds.sender, funds.recipient',
      checks: [
        'length(singleSwap.userData) == 0',
        'funds.fromInternalBalance == false',
        'funds.toInternalBalance == false',
      ],
    },
    { signature: 'withdraw(uint256 value)', packs: '' },
  ],
} as const satisfies DecoderRules

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

/** The vault's id of the pool; leaves bind its first 20 bytes, which are the pool. */
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
 * Encodes the user data of a pool when exactly some amounts go in.
 *
 * Source: Balancer v2 pools, JoinKind 1; a pool's own token is in its list but not among its amounts.
 */
export function joinExactIn({ pool, assets, amounts, minimum }: Joining): Hex {
  const amountsGiven = amounts.filter((_, at) => !isSame(assets[at], pool))
  return encodeTuple(exactIn, [1n, amountsGiven, minimum])
}

/**
 * Encodes the user data of a pool when exactly some of its own token comes out, for all tokens.
 *
 * Source: Balancer v2 pools, JoinKind 3; the only one that pools of Gyroscope know.
 */
export function joinExactOut(amount: bigint): Hex {
  return encodeTuple(exactOut, [3n, amount])
}

/**
 * Encodes the user data of a pool when its own token goes in for all tokens in proportion.
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
