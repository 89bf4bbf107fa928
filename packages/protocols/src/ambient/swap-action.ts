import { type Address, zeroAddress } from '@vaultwright/base'
import { type AbiValue, encodeTuple, parseAbiTuple } from '@vaultwright/manager'
import { type Action, defineAction } from '../action/action.ts'
import { ambient, swapTuple } from './function.ts'
import { dex, pair, poolIndex, reserveFlags } from './pool.ts'

const swapFields = parseAbiTuple(swapTuple)

type AmbientSwap = {
  readonly base: Address
  readonly quote: Address
  readonly pool_index: bigint
  readonly amount: bigint
  readonly tip: bigint
  readonly limit_price: bigint
  readonly minimum: bigint
  readonly reserve_flags: bigint
}

/** The sold token: pools call the one with the lower address base. */
type SoldToken = 'base' | 'quote'

/** An exact amount of what is sold; the minimum is of what is bought. */
function swapOf(side: SoldToken, values: AmbientSwap): readonly AbiValue[] {
  const isBase = side === 'base'
  const { base, quote, pool_index, amount, tip, limit_price, minimum, reserve_flags } = values
  const pool = [base, quote, pool_index]
  return [...pool, isBase, isBase, amount, tip, limit_price, minimum, reserve_flags]
}

function swapActionsOf(side: SoldToken, other: SoldToken): readonly Action[] {
  const common = {
    description: `Sells the ${side} token of a pool of Ambient for the ${other} token`,
    sentence: `Swap {amount} for at least {minimum} in pool {pool_index}`,
    parameters: {
      dex,
      ...pair,
      pool_index: poolIndex,
      amount: { kind: 'amount', unit: side, describe: 'How much is sold' },
      minimum: { kind: 'minimum', unit: other, describe: 'Minimum output' },
      limit_price: {
        kind: 'integer',
        min: 0n,
        max: 2n ** 128n - 1n,
        describe:
          'Price at which the swap stops: square root of base for one quote, times 2^64; no limit at either end',
      },
      tip: {
        kind: 'integer',
        min: 0n,
        max: 65_535n,
        fallback: 0n,
        describe: 'Fee beyond that of the pool, for who provides liquidity',
      },
      reserve_flags: reserveFlags,
    },
    rules: [ambient],
    target: 'dex',
    sends: 'either',
    value: ({ base, amount }: AmbientSwap) =>
      side === 'base' && base === zeroAddress ? amount : 0n,
    approvals: [{ token: side, spender: 'dex', amount: 'amount' }],
  } as const
  return [
    defineAction({
      ...common,
      route: `ambient/swap_${side}`,
      name: `Swap the ${side} token`,
      description: `${common.description}.`,
      signature:
        'swap(address base, address quote, uint256 poolIdx, bool isBuy, bool inBaseQty, uint128 qty, uint16 tip, uint128 limitPrice, uint128 minOut, uint8 reserveFlags)',
      arguments: (values) => swapOf(side, values),
    }),
    defineAction({
      ...common,
      route: `ambient/command_swap_${side}`,
      name: `Swap the ${side} token by command`,
      description: `${common.description}, as a command.`,
      signature: 'userCmd(uint16 callpath, bytes cmd)',
      arguments: (values) => [1n, encodeTuple(swapFields, swapOf(side, values))],
    }),
  ]
}

/** Swaps in pools of Ambient. */
export const swapActions = [
  ...swapActionsOf('base', 'quote'),
  ...swapActionsOf('quote', 'base'),
] as const
