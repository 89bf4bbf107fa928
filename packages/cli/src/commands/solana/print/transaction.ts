import type { Transaction } from '@vaultwright/svm'
import type { Json } from '../../../terminal/context.ts'
import type { TextStyle } from '../../../terminal/style.ts'
import { printPairs } from '../../../terminal/table.ts'

/** What a transaction is, without its instructions, for a program. */
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
        : [
            ['compute units', String(config.computeUnitLimit ?? 'none')] as const,
            ['priority fee', `${config.priorityFeeLamports ?? 0n} lamports`] as const,
          ]),
    ],
    style,
  )
}

function isSigned({ signatures }: Transaction): boolean {
  return signatures.every((signature) => signature.some((byte) => byte !== 0))
}
