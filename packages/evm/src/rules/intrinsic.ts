import { ethereumRulesOf } from '@vaultwright/registry'
import type { EvmRules } from './rules.ts'

/** Gas that a transaction pays before its first step, and the least that its data costs in the end. */
export type IntrinsicGas = { readonly spent: bigint; readonly floor: bigint }

const transaction = 21_000n

/** Computes what a call's data costs. Sources: EIP-2028, EIP-7623. */
export function intrinsicGasOf(data: Uint8Array, { hardfork }: EvmRules): IntrinsicGas {
  let zeros = 0
  for (const byte of data) if (byte === 0) zeros++
  const rules = ethereumRulesOf(hardfork)
  const hasFloor = rules === 'prague' || rules === 'osaka'
  const tokens = BigInt(zeros) + 4n * BigInt(data.length - zeros)
  return {
    spent: transaction + 4n * tokens,
    floor: hasFloor ? transaction + 10n * tokens : 0n,
  }
}

/** Takes back what a transaction saved, at most a fifth of what it spent. Source: EIP-3529. */
export function gasAfterRefund(spent: bigint, refund: bigint, floor: bigint): bigint {
  const most = spent / 5n
  const used = spent - (refund < most ? refund : most)
  return used < floor ? floor : used
}
