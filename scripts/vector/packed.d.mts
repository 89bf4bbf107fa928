import type { Hex } from 'viem'
import type { Random } from './random.mjs'

export function calldataOf(call: {
  readonly name: string
  readonly signature: string
  readonly random: Random
}): Hex
