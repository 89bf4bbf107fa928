import { BaseError, printUnits } from '@vaultwright/base'
import { priorityLamportsOf } from '@vaultwright/svm'
import type { SvmDefinition } from '../definition/definition-type.ts'
import type { SvmBuildOptions } from './build-type.ts'
import type { SvmTransactionCost } from './transaction.ts'

const microLamports = 1_000_000n

/** Lamports of priority that a vault without a cap of its own pays at most: 0.01 SOL. */
export const maxPriorityLamports = 10_000_000n

/** The most compute units that a transaction may ask for. */
const maxUnits = 1_400_000

/**
 * The cost statement of a transaction, for a limit of compute units.
 *
 * @throws {PriorityFeeTooHighError} when a request asks for more than the definition's cap.
 */
export function costOf(
  { priorityFee }: SvmDefinition,
  options: SvmBuildOptions,
  units: number,
): SvmTransactionCost {
  const { version, computeBudget, priorityFeeLamports } = options
  const computeUnitLimit = Math.min(units, maxUnits)
  const standard = priorityFee?.kind === 'fixed' ? priorityFee.price : 0n
  const price = options.computeUnitPriceMicroLamports ?? standard
  const cost = { version, computeBudget: computeBudget || version === 1, computeUnitLimit }
  const computeUnitPrice =
    priorityFeeLamports === null
      ? price
      : (priorityFeeLamports * microLamports) / BigInt(Math.max(1, computeUnitLimit))
  const fee = priorityFeeLamports ?? priorityLamportsOf(price, computeUnitLimit)
  assertCapped(computeUnitPrice, fee, priorityFee?.cap ?? null)
  return { ...cost, computeUnitPrice, priorityFee: fee }
}

/**
 * @param lamports - of the whole transaction, which a vault without a cap is judged by.
 * @throws {PriorityFeeTooHighError} when a price is above the definition's cap.
 */
export function assertCapped(price: bigint, lamports: bigint, cap: bigint | null): void {
  if (cap === null) {
    if (lamports > maxPriorityLamports) throw new PriorityFeeTooHighError(lamports, null)
  } else if (price > cap) throw new PriorityFeeTooHighError(price, cap)
}

/** A request asks for a higher price than the definition permits. */
class PriorityFeeTooHighError extends BaseError {
  override readonly code = 'priority_fee_too_high'
  override readonly kind = 'invalid_input'

  constructor(asked: bigint, cap: bigint | null) {
    const sol = (lamports: bigint) => `${printUnits(lamports, 9)} SOL`
    super({
      message:
        cap === null
          ? `The priority fee is ${sol(asked)}, and a definition without a cap permits ${sol(maxPriorityLamports)}. Give less, or set cap_micro_lamports of its priority_fee.`
          : `The price is ${asked} micro-lamports a compute unit, and the definition permits ${cap}. Give less.`,
      facts:
        cap === null
          ? { lamports: String(asked), most_lamports: String(maxPriorityLamports) }
          : { price: String(asked), cap: String(cap) },
    })
  }
}
