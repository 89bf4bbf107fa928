import { parseSvmAddress, type SvmAddress } from '../address/address.ts'
import type { Instruction } from '../call/instruction.ts'
import { type ComputeBudget, readComputeBudget } from '../instruction/compute-budget.ts'
import { MalformedInstructionError } from '../instruction/discriminator.ts'
import type { Transaction } from './decode-transaction.ts'
import type { Message } from './message.ts'

/** The maximum that a transaction takes from its fee payer, whether it succeeds or fails. */
export type TransactionFee = {
  /** Lamports for signatures, those that an instruction has verified among them. */
  readonly baseLamports: bigint
  /** Lamports beyond, for a price of compute units or as a sum. */
  readonly priorityLamports: bigint
  readonly totalLamports: bigint
  /** Compute units that the price is counted for. */
  readonly computeUnits: number
  /** True if the transaction states no limit of compute units, so that the runtime's counts. */
  readonly isDefaultLimit: boolean
  /** Micro-lamports a compute unit as version 0 states it; null in version 1. */
  readonly unitPrice: bigint | null
}

const signatureLamports = 5_000n
const maxUnits = 1_400_000
/** Units of an instruction without a stated limit; one of the compute budget has fewer. */
const standardUnits = 200_000
const budgetUnits = 3_000
const microLamports = 1_000_000n

/** They verify signatures for other programs; the first byte of their data says how many. */
export const signaturePrograms: ReadonlySet<SvmAddress> = new Set([
  parseSvmAddress('Ed25519SigVerify111111111111111111111111111'),
  parseSvmAddress('KeccakSecp256k11111111111111111111111111111'),
  parseSvmAddress('Secp256r1SigVerify1111111111111111111111111'),
])

/**
 * Counts the fee of a transaction.
 *
 * Source: checked on an emulated validator.
 *
 * @returns null while lookup tables are missing, or when an instruction of the compute budget cannot be read.
 */
export function transactionFeeOf({
  message,
  signatures,
}: Pick<Transaction, 'message' | 'signatures'>): TransactionFee | null {
  if (message === null) return null
  const priority = message.version === 1 ? statedFee(message) : pricedFee(message)
  if (priority === null) return null
  const verified = message.instructions.reduce(
    (sum, { program, data }) => sum + (signaturePrograms.has(program) ? (data[0] ?? 0) : 0),
    0,
  )
  const baseLamports = BigInt(signatures.length + verified) * signatureLamports
  return { baseLamports, totalLamports: baseLamports + priority.priorityLamports, ...priority }
}

/** Lamports for compute units at a price in micro-lamports, rounded up. */
export function priorityLamportsOf(unitPrice: bigint, computeUnits: number): bigint {
  return (unitPrice * BigInt(computeUnits) + microLamports - 1n) / microLamports
}

type PriorityPart = Omit<TransactionFee, 'baseLamports' | 'totalLamports'>

function statedFee({ config }: Message): PriorityPart {
  const { priorityFeeLamports = null, computeUnitLimit = null } = config ?? {}
  return {
    priorityLamports: priorityFeeLamports ?? 0n,
    computeUnits: Math.min(computeUnitLimit ?? 0, maxUnits),
    isDefaultLimit: false,
    unitPrice: null,
  }
}

function pricedFee({ instructions }: Message): PriorityPart | null {
  let unitPrice = 0n
  let limit: number | null = null
  let standard = 0
  for (const instruction of instructions) {
    const budget = budgetIn(instruction)
    if (budget === 'unreadable') return null
    standard += budget === null ? standardUnits : budgetUnits
    if (budget?.kind === 'unit_price') unitPrice = budget.microLamports
    else if (budget?.kind === 'unit_limit') limit = budget.units
  }
  const computeUnits = Math.min(limit ?? standard, maxUnits)
  const priorityLamports = priorityLamportsOf(unitPrice, computeUnits)
  return { priorityLamports, computeUnits, isDefaultLimit: limit === null, unitPrice }
}

function budgetIn(instruction: Instruction): ComputeBudget | 'unreadable' | null {
  try {
    return readComputeBudget(instruction)
  } catch (error) {
    if (error instanceof MalformedInstructionError) return 'unreadable'
    throw error
  }
}
