import { printUnits } from '@vaultwright/base'
import { type Transaction, type TransactionFee, transactionFeeOf } from '@vaultwright/svm'
import { printLamports } from '@vaultwright/svm-builder'
import type { Json } from '../../terminal/context.ts'
import type { TextStyle } from '../../terminal/style.ts'
import { printPairs } from '../../terminal/table.ts'

/** The transaction without its instructions, for a program. */
export function transactionJsonOf(transaction: Transaction): { readonly [key: string]: Json } {
  const { version, size, feePayer, signatures, message, lookups, missingTables } = transaction
  const config = message?.config ?? null
  return {
    version,
    size_bytes: size,
    fee_payer: feePayer,
    lifetime: message?.lifetime ?? null,
    signatures: signatures.length,
    is_signed: isSigned(transaction),
    fee: feeJsonOf(transactionFeeOf(transaction)),
    config:
      config === null
        ? null
        : {
            priority_fee_lamports: config.priorityFeeLamports,
            compute_unit_limit: config.computeUnitLimit,
            loaded_accounts_bytes: config.loadedAccountsBytes,
            heap_bytes: config.heapBytes,
          },
    lookup_tables: lookups.map(({ table }) => table),
    missing_lookup_tables: missingTables,
  }
}

/** Prints what a transaction is, without its instructions, for a person. */
export function* printTransaction(transaction: Transaction, style: TextStyle): Iterable<string> {
  const { version, size, feePayer, signatures, message } = transaction
  const config = message?.config ?? null
  const count = `${signatures.length} ${signatures.length === 1 ? 'signature' : 'signatures'}`
  yield* printPairs(
    [
      ['version', `${version}, ${size} bytes`],
      ['fee payer', feePayer],
      ...(message === null ? [] : [['lifetime', message.lifetime] as const]),
      ['signatures', isSigned(transaction) ? count : `${count} needed, not signed`],
      ...(config === null
        ? []
        : [['compute units', String(config.computeUnitLimit ?? 'none')] as const]),
      ['fee', feeTextOf(transactionFeeOf(transaction))],
    ],
    style,
  )
}

function isSigned({ signatures }: Transaction): boolean {
  return signatures.every((signature) => signature.some((byte) => byte !== 0))
}

function feeJsonOf(fee: TransactionFee | null): Json {
  if (fee === null) return null
  const { totalLamports, baseLamports, priorityLamports } = fee
  return {
    total_lamports: totalLamports,
    base_lamports: baseLamports,
    priority_lamports: priorityLamports,
    sol: printUnits(totalLamports, 9),
  }
}

/** Says what a transaction costs at most. */
export function feeTextOf(fee: TransactionFee | null): string {
  if (fee === null) return 'not known'
  const units = fee.isDefaultLimit && fee.unitPrice !== 0n ? ', without a limit of units' : ''
  return `at most ${printLamports(fee.totalLamports)}, ${fee.priorityLamports} for priority${units}`
}
