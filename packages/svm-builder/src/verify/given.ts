import { BaseError } from '@vaultwright/base'
import {
  decodeLookupTable,
  decodeSquadsTransaction,
  decodeTransaction,
  encodeTransaction,
  type Instruction,
  isSquadsTransaction,
  type LookupTable,
  type SvmAddress,
  systemProgram,
  type Transaction,
} from '@vaultwright/svm'
import type { SvmSnapshot } from '../permission/snapshot.ts'
import { missingText, type ReasonList } from './reason.ts'

/** Calls without a transaction around them, and who pays and signs for them. */
export type SvmCallList = {
  readonly feePayer: SvmAddress
  /** In the order in which they run. */
  readonly instructions: readonly Instruction[]
}

/** The input to judge: base64 or bytes of a transaction or of the account of a Squads transaction, or calls. */
export type SvmGiven = string | Uint8Array | SvmCallList

/** Tells whether calls were given. */
export function isCalls(given: SvmGiven): given is SvmCallList {
  return typeof given === 'object' && 'instructions' in given
}

/** Reads what is judged as a transaction. */
export function readGiven(given: SvmGiven, tables: readonly LookupTable[] = []): Transaction {
  if (isCalls(given)) return transactionOf(given)
  return isSquadsTransaction(given)
    ? decodeSquadsTransaction(given, tables).transaction
    : decodeTransaction(given, tables)
}

/** Version 1 has the most room; flags and fees are those of version 0, whose instructions state their cost. */
function transactionOf({ feePayer, instructions }: SvmCallList): Transaction {
  const parts = { version: 1, lifetime: systemProgram, config: null, lookupTables: [] } as const
  const transaction = decodeTransaction(
    encodeTransaction({ ...parts, feePayer, instructions }).bytes,
  )
  const { message } = transaction
  return {
    ...transaction,
    version: 0,
    message: message === null ? null : { ...message, version: 0, config: null },
  }
}

type TableContext = {
  readonly given: SvmGiven
  readonly slot: bigint
  readonly accounts: SvmSnapshot['accounts']
  readonly reasons: ReasonList
}

/** Reads what is judged again, with the tables that were given. */
export function withTables(
  bare: Transaction,
  { given: inputs, slot, accounts, reasons }: TableContext,
): Transaction {
  const tables: LookupTable[] = []
  for (const { table } of bare.lookups) {
    const account = accounts.get(table)
    if (account === undefined) reasons.open('table_not_given', missingText('lookup table', table))
    else if (account === null)
      reasons.no('table_missing', `The lookup table ${table} does not exist.`)
    else {
      const lookupTable = attempt(() => decodeLookupTable(account), reasons)
      if (lookupTable === null) continue
      if (lookupTable.deactivationSlot !== null)
        reasons.no('table_deactivated', `The lookup table ${table} was switched off.`)
      if (lookupTable.lastExtendedSlot >= slot)
        reasons.open(
          'table_new',
          `The lookup table ${table} was extended in slot ${lookupTable.lastExtendedSlot}, and what was added is in use from the next slot on. Ask again.`,
        )
      tables.push({ address: table, addresses: lookupTable.addresses })
    }
  }
  if (tables.length === 0) return bare
  return attempt(() => readGiven(inputs, tables), reasons) ?? bare
}

function attempt<Value>(work: () => Value, { no }: ReasonList): Value | null {
  try {
    return work()
  } catch (error) {
    if (!(error instanceof BaseError)) throw error
    no('table_unreadable', error.shortMessage)
    return null
  }
}
