import { printUnits } from '@vaultwright/base'
import {
  encodeBase64,
  type Transaction,
  type TransactionFee,
  transactionFeeOf,
} from '@vaultwright/svm'
import {
  printLamports,
  type SvmAccountDescription,
  type SvmInstructionDescription,
} from '@vaultwright/svm-builder'
import type { Json } from '../../terminal/context.ts'
import type { TextStyle } from '../../terminal/style.ts'
import { printPairs, printSafely } from '../../terminal/table.ts'

/** Prints an instruction for a person: what it is, its arguments, its accounts; the inner call below. */
export function* printInstruction(
  description: SvmInstructionDescription,
  {
    style,
    head,
    margin,
  }: { readonly style: TextStyle; readonly head: string; readonly margin: string },
): Iterable<string> {
  const { program, programName, name, data, extraBytes, inner } = description
  const title = name ?? `unknown instruction, ${data.length} bytes of data`
  yield `${head}${style.bold(title)}  ${programName ?? 'program'} ${program}\n`
  const rows = [
    ...description.arguments.map(({ name, value }) => [name, value] as const),
    ...(name === null && data.length > 0 ? [['data', encodeBase64(data)] as const] : []),
    // What manage hands on is shown as the call that it makes.
    ...(inner === null ? description.accounts : description.accounts.slice(0, 5)).map(accountRow),
  ]
  const width = rows.reduce((most, [title]) => Math.max(most, title.length), 0)
  for (const [title, value] of rows) {
    yield `${margin}${style.dim(title.padEnd(width))}  ${printSafely(value)}\n`
  }
  if (extraBytes > 0) {
    yield style.yellow(`${margin}extra bytes behind the arguments: ${extraBytes}\n`)
  }
  if (inner !== null) {
    yield* printInstruction(inner, { style, head: `${margin}calls  `, margin: `${margin}  ` })
  }
}

/** An instruction with everything inside, for a program. */
export function instructionJsonOf(description: SvmInstructionDescription): Json {
  const { program, programName, name, accounts, data, extraBytes, inner } = description
  return {
    program,
    program_name: programName,
    name,
    arguments: Object.fromEntries(description.arguments.map(({ name, value }) => [name, value])),
    accounts: accounts.map(({ address, isSigner, isWritable, ...account }) => ({
      name: account.name,
      address,
      is_signer: isSigner,
      is_writable: isWritable,
    })),
    data_base64: encodeBase64(data),
    extra_bytes: extraBytes,
    inner: inner === null ? null : instructionJsonOf(inner),
  }
}

function accountRow(account: SvmAccountDescription, index: number): readonly [string, string] {
  const flags = [account.isSigner ? 'signer' : '', account.isWritable ? 'writable' : '']
  const marks = flags.filter((flag) => flag !== '').join(', ')
  const title = account.name ?? `account ${index}`
  return [title, `${account.address}${marks === '' ? '' : `  ${marks}`}`]
}

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
