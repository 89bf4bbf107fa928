import { readerOf } from '@vaultwright/document'
import type { SvmAddress } from '@vaultwright/svm'
import Type from 'typebox'
import type { Rpc } from '../rpc/rpc.ts'
import { exactCount, parseSolanaAnswer } from './answer.ts'

/** The choice of a transaction's price of a compute unit · micro-lamports. */
export type PriorityFeePolicy =
  | { readonly kind: 'fixed'; readonly microLamports: bigint; readonly capMicroLamports: bigint }
  | { readonly kind: 'recent'; readonly capMicroLamports: bigint }

/** A price and where it comes from. */
export type PriorityFee = {
  readonly kind: PriorityFeePolicy['kind']
  /** Micro-lamports a compute unit. */
  readonly microLamports: bigint
  /** True if the price would have been higher without the cap. */
  readonly isCapped: boolean
}

/** The most accounts that nodes take in one question. */
const maxFeeAccounts = 128

const readFees = readerOf(
  Type.Array(Type.Object({ slot: exactCount, prioritizationFee: exactCount })),
)

/**
 * Chooses the price of a compute unit.
 *
 * @param recent - the least price paid in each recent slot for the accounts that are written · any order.
 * @returns the fixed price, or the 75th percentile of the recent ones, 0 without any; never above the cap.
 */
export function priorityFeeOf(policy: PriorityFeePolicy, recent: readonly bigint[]): PriorityFee {
  const { kind, capMicroLamports } = policy
  const price = kind === 'fixed' ? policy.microLamports : percentile75Of(recent)
  const isCapped = price > capMicroLamports
  return { kind, microLamports: isCapped ? capMicroLamports : price, isCapped }
}

/**
 * Reads the least price paid in each of about 150 recent slots.
 *
 * @param writable - accounts that a transaction writes; only the first 128 are asked about.
 * @returns micro-lamports a compute unit, in the order of the slots.
 */
export async function readPriorityFees(
  rpc: Rpc,
  writable: readonly SvmAddress[],
): Promise<readonly bigint[]> {
  const accounts = [...new Set(writable)].slice(0, maxFeeAccounts)
  const call = { method: 'getRecentPrioritizationFees', params: [accounts] }
  const [answer] = await rpc.ask([call])
  const rows = parseSolanaAnswer(readFees, call, answer)
  return [...rows]
    .sort((one, other) => (one.slot < other.slot ? -1 : 1))
    .map(({ prioritizationFee }) => prioritizationFee)
}

/** The least price that at least three quarters of the prices do not exceed. */
function percentile75Of(prices: readonly bigint[]): bigint {
  const sorted = [...prices].sort((one, other) => (one < other ? -1 : one > other ? 1 : 0))
  return sorted[Math.ceil(sorted.length * 0.75) - 1] ?? 0n
}
