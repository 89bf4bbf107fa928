import { printUnits } from '@vaultwright/base'
import {
  priorityLamportsOf,
  readComputeBudget,
  type Transaction,
  type TransactionFee,
  transactionFeeOf,
} from '@vaultwright/svm'
import { maxPriorityLamports } from '../build/priority-fee.ts'
import type { SvmDefinition } from '../definition/definition-type.ts'
import type { ReasonList } from './reason.ts'

/**
 * Judges what a transaction costs by the definition's cap, or without one by 0.01 SOL.
 *
 * @returns null when it is not known.
 */
export function judgeFee(
  transaction: Transaction,
  definition: SvmDefinition | null,
  reasons: ReasonList,
): TransactionFee | null {
  const fee = transactionFeeOf(transaction)
  if (fee === null) return null
  if (isBudgetRepeated(transaction))
    reasons.no('budget_repeated', 'It states a part of its compute budget twice.')
  const cap = definition?.priorityFee?.cap ?? null
  if (cap !== null && isAboveCap(fee, cap))
    reasons.no(
      'fee_above_cap',
      `It costs up to ${printLamports(fee.totalLamports)}, ${printLamports(fee.priorityLamports)} of them for priority. The definition permits ${cap} micro-lamports a compute unit.`,
    )
  else if ((cap === null ? fee.totalLamports : fee.baseLamports) > maxPriorityLamports)
    reasons.open(
      'fee_high',
      `It costs up to ${printLamports(fee.totalLamports)}, more than ${printUnits(maxPriorityLamports, 9)} SOL.`,
    )
  return fee
}

/** Writes an amount in lamports and in SOL. */
export function printLamports(lamports: bigint): string {
  return `${lamports} lamports (${printUnits(lamports, 9)} SOL)`
}

function isAboveCap(fee: TransactionFee, cap: bigint): boolean {
  if (fee.unitPrice !== null) return fee.unitPrice > cap
  return fee.priorityLamports > priorityLamportsOf(cap, fee.computeUnits)
}

function isBudgetRepeated({ message }: Transaction): boolean {
  if (message === null || message.version === 1) return false
  const kinds = message.instructions.flatMap((each) => readComputeBudget(each)?.kind ?? [])
  return new Set(kinds).size < kinds.length
}
