import type { Hex } from '@vaultwright/base'
import { type AbiTuple, type AbiValue, encodeTuple, parseAbiTuple } from '@vaultwright/manager'

const key = '(address,address,uint24,int24,address)'
const held = '(uint256,uint256,uint128,uint128,bytes)'
const swap = `((${key},bool,uint128,uint128,bytes))`
const currencyAndAmount = '(address,uint256)'

/** The steps that plans here are made of: the byte of each, and its parameters. */
const steps = {
  increase: ['00', held],
  decrease: ['01', held],
  mint: ['02', `(${key},int24,int24,uint256,uint128,uint128,address,bytes)`],
  burn: ['03', '(uint256,uint128,uint128,bytes)'],
  swapExactIn: ['06', swap],
  swapExactOut: ['08', swap],
  settleAll: ['0c', currencyAndAmount],
  settlePair: ['0d', '(address,address)'],
  takeAll: ['0f', currencyAndAmount],
  takePair: ['11', '(address,address,address)'],
  closeCurrency: ['12', '(address)'],
  sweep: ['14', '(address,address)'],
} as const

/** One step of a plan, and its parameters in order. */
export type PoolStep = readonly [keyof typeof steps, readonly AbiValue[]]

const plan = parseAbiTuple('(bytes actions, bytes[] params)')
const types = new Map<string, AbiTuple>()

/**
 * Encodes steps as Uniswap v4 reads them: a byte for each, and the parameters of each.
 *
 * Source: Uniswap v4 periphery, Actions and CalldataDecoder.
 *
 * @throws {UnencodableError} when a parameter is none of its type.
 */
export function encodePlan(poolSteps: readonly PoolStep[]): Hex {
  const codes = poolSteps.map(([name]) => steps[name][0]).join('')
  return encodeTuple(plan, [
    `0x${codes}`,
    poolSteps.map(([name, values]) => encodeTuple(typeOf(steps[name][1]), values)),
  ])
}

function typeOf(text: string): AbiTuple {
  const type = types.get(text) ?? parseAbiTuple(text)
  types.set(text, type)
  return type
}
