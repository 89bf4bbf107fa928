import { BaseError } from '@vaultwright/base'
import type { SvmDefinition } from '../definition/definition-type.ts'
import type { SvmBuildOptions } from './build-type.ts'
import type { SvmTransactionCost } from './transaction.ts'

const microLamports = 1_000_000n

/** The most compute units that a transaction may ask for. */
const mostUnits = 1_400_000

/**
 * What a transaction says of its cost, for a limit of compute units.
 *
 * @throws {PriorityFeeTooHighError} when a request asks for more than the definition's cap.
 */
export function costOf(
  { priorityFee }: SvmDefinition,
  options: SvmBuildOptions,
  units: number,
): SvmTransactionCost {
  const { version, computeBudget, priorityFeeLamports } = options
  const computeUnitLimit = Math.min(units, mostUnits)
  const standard = priorityFee?.kind === 'fixed' ? priorityFee.price : 0n
  const price = options.computeUnitPriceMicroLamports ?? standard
  const cost = { version, computeBudget: computeBudget || version === 1, computeUnitLimit }
  const computeUnitPrice =
    priorityFeeLamports === null
      ? price
      : (priorityFeeLamports * microLamports) / BigInt(Math.max(1, computeUnitLimit))
  assertCapped(computeUnitPrice, priorityFee?.cap ?? null)
  return {
    ...cost,
    computeUnitPrice,
    priorityFee: priorityFeeLamports ?? feeOf(price, computeUnitLimit),
  }
}

/** @throws {PriorityFeeTooHighError} when a price is above the definition's cap. */
export function assertCapped(price: bigint, cap: bigint | null): void {
  if (cap !== null && price > cap) throw new PriorityFeeTooHighError(price, cap)
}

/** Lamports for units at a price, rounded up. */
export function feeOf(price: bigint, units: number): bigint {
  return (price * BigInt(units) + microLamports - 1n) / microLamports
}

/** A request asks for a higher price than the definition permits. */
export class PriorityFeeTooHighError extends BaseError {
  override readonly code = 'priority_fee_too_high'
  override readonly kind = 'invalid_input'

  constructor(price: bigint, cap: bigint) {
    super({
      message: `The price is ${price} micro-lamports a compute unit, and the definition permits ${cap}. Give less.`,
      facts: { price: String(price), cap: String(cap) },
    })
  }
}
