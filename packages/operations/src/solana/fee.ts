import {
  type PriorityFee,
  type PriorityFeePolicy,
  priorityFeeOf,
  type SolanaNode,
} from '@vaultwright/chain'
import type { SvmBuilt, SvmDefinition } from '@vaultwright/svm-builder'
import type { SolanaBuildOptions } from './build-request.ts'

/** A price of a compute unit, and who chose it. */
export type SolanaPriorityFee = {
  /** The caller, a fixed price or recent prices of the definition's policy; none without a price. */
  readonly kind: 'given' | 'none' | PriorityFee['kind']
  /** Null where the transaction states no price of its own. */
  readonly microLamports: bigint | null
  /** True if the price would have been higher without the definition's cap. */
  readonly isCapped: boolean
}

type FeeOptions = {
  readonly definition: SvmDefinition
  readonly options: SolanaBuildOptions
}

const none: SolanaPriorityFee = { kind: 'none', microLamports: null, isCapped: false }

/** The price of the draft that is simulated: the final price, or the most that it may become. */
export function draftPriceOf(
  definition: SvmDefinition,
  options: SolanaBuildOptions,
): bigint | null {
  const policy = policyOf(definition)
  if (policy === null || isGiven(options)) return options.computeUnitPriceMicroLamports
  return policy.kind === 'fixed' ? priorityFeeOf(policy, []).microLamports : policy.capMicroLamports
}

/** Chooses the price; asks the node only where the definition wants recent prices. */
export async function readPriorityFee(
  node: Pick<SolanaNode, 'priorityFees'>,
  draft: SvmBuilt,
  { definition, options }: FeeOptions,
): Promise<SolanaPriorityFee> {
  if (isGiven(options)) {
    const { computeUnitPriceMicroLamports: microLamports } = options
    return options.computeBudget ? { kind: 'given', microLamports, isCapped: false } : none
  }
  const policy = policyOf(definition)
  if (policy === null) return none
  const recent = policy.kind === 'fixed' ? [] : await node.priorityFees(writableIn(draft))
  return priorityFeeOf(policy, recent)
}

function isGiven(options: SolanaBuildOptions): boolean {
  const { computeUnitPriceMicroLamports, priorityFeeLamports, computeBudget } = options
  return !computeBudget || computeUnitPriceMicroLamports !== null || priorityFeeLamports !== null
}

function policyOf({ priorityFee }: SvmDefinition): PriorityFeePolicy | null {
  if (priorityFee === null) return null
  if (priorityFee.kind === 'recent') return { kind: 'recent', capMicroLamports: priorityFee.cap }
  const { price, cap } = priorityFee
  return { kind: 'fixed', microLamports: price, capMicroLamports: cap ?? price }
}

function writableIn({ instructions }: SvmBuilt) {
  const accounts = instructions.flatMap((entry) => entry.accounts)
  return [...new Set(accounts.filter(({ isWritable }) => isWritable).map(({ address }) => address))]
}

const lamportsPerSignature = 5_000n

/** The fee payer's fee: signatures and priority fee. */
export function feeOf({ feePayer, instructions, priorityFee }: SvmBuilt): bigint {
  const accounts = instructions.flatMap((instruction) => instruction.accounts)
  const signers = accounts.filter(({ isSigner }) => isSigner).map(({ address }) => address)
  return lamportsPerSignature * BigInt(new Set([feePayer, ...signers]).size) + (priorityFee ?? 0n)
}
