import { BaseError } from '@vaultwright/base'
import {
  decodeLookupTable,
  decodeTransaction,
  defaultVaultProgram,
  type Instruction,
  type LookupTable,
  type Manage,
  type Message,
  mergedFlags,
  readManage,
  type SvmAddress,
  type Transaction,
} from '@vaultwright/svm'
import type { SvmDefinition } from '../definition/definition-type.ts'
import { permissionsOf } from '../permission/permission.ts'
import type { SvmSnapshot } from '../permission/snapshot.ts'
import { missingText, openReasons, type ReasonList, type SvmReason } from './reason.ts'
import { type VerifiedManage, verifyManage } from './verify-manage.ts'
import { verifyOther } from './verify-other.ts'

/** By what a transaction is judged. */
export type SvmVerifyEvidence = {
  /** Accounts as a node gave them: state, digests and lookup tables. Null without any. */
  readonly snapshot: SvmSnapshot | null
  /** What the vault's permissions should be; null without one. */
  readonly definition?: SvmDefinition | null
  /** The vault program; default: the definition's, else the published one. */
  readonly program?: SvmAddress
}

/** One instruction, judged. */
export type VerifiedSvmInstruction = {
  readonly index: number
  /** With the flags that the runtime shows. */
  readonly instruction: Instruction
  /** Null when it is not a call of a vault. */
  readonly manage: VerifiedManage | null
  readonly reasons: readonly SvmReason[]
}

/** What a transaction does, and whether what is stored on chain permits it. */
export type SvmVerdict = {
  /** `cannot_say` when an account that decides was not given. */
  readonly answer: 'yes' | 'no' | 'cannot_say'
  /** What decides first. */
  readonly reasons: readonly SvmReason[]
  readonly transaction: Transaction
  /** Empty when a lookup table was not given. */
  readonly instructions: readonly VerifiedSvmInstruction[]
  /** States of the vaults that it acts for. */
  readonly vaults: readonly SvmAddress[]
  /** Accounts that decide: states, digests, lookup tables, sub-accounts. */
  readonly needs: readonly SvmAddress[]
  /** Those of them that were not given. */
  readonly missing: readonly SvmAddress[]
}

/**
 * Judges a transaction from its bytes and what is stored on chain: each digest is computed again with the operators
 * that its account stores. What a digest leaves free is named, and is not judged.
 *
 * @param given - base64 or bytes, signed or not.
 * @throws {InvalidBase64Error} {TransactionTooLargeError} {MalformedTransactionError} when it is not a transaction.
 */
export function verifySvmTransaction(
  given: string | Uint8Array,
  evidence: SvmVerifyEvidence,
): SvmVerdict {
  const { snapshot, definition = null } = evidence
  const accounts: SvmSnapshot['accounts'] = snapshot?.accounts ?? new Map()
  const program = evidence.program ?? definition?.program ?? defaultVaultProgram
  const whole = openReasons(null)
  const transaction = withTables(decodeTransaction(given), { given, accounts, reasons: whole })
  const { message, lookups } = transaction
  const context = { program, accounts, definition }
  const instructions = message === null ? [] : judgeAll(transaction, message, context)
  const calls = instructions.flatMap(({ manage }) => manage?.manage ?? [])
  const vaults = [...new Set(calls.map(({ state }) => state))]
  const digests = calls.map(({ digestAddress }) => digestAddress)
  const actors = calls.map(({ subAccountAddress }) => subAccountAddress)
  const tables = lookups.map(({ table }) => table)
  const needs = [...new Set([...vaults, ...digests, ...tables, ...actors])]
  judgeWhole(calls, { transaction, definition, reasons: whole })
  const reasons = [...whole.reasons, ...instructions.flatMap((each) => each.reasons)]
  return {
    answer: answerOf(reasons),
    reasons: reasons.toSorted((left, right) => weights[left.weight] - weights[right.weight]),
    transaction,
    instructions,
    vaults,
    needs,
    missing: needs.filter((address) => !accounts.has(address)),
  }
}

const weights = { no: 0, open: 1, note: 2 } as const

function answerOf(reasons: readonly SvmReason[]): SvmVerdict['answer'] {
  if (reasons.some(({ weight }) => weight === 'no')) return 'no'
  return reasons.some(({ weight }) => weight === 'open') ? 'cannot_say' : 'yes'
}

type WholeContext = {
  readonly transaction: Transaction
  readonly definition: SvmDefinition | null
  readonly reasons: ReasonList
}

function judgeWhole(calls: readonly Manage[], context: WholeContext): void {
  const { transaction, definition, reasons } = context
  const { feePayer, message } = transaction
  if (message !== null && calls.length === 0)
    reasons.open('no_manage', 'It makes no call of a vault: no digest says anything about it.')
  if (calls.some(({ strategist }) => strategist !== feePayer))
    reasons.note('fee_payer_differs', `${feePayer} pays the fee, and is not the strategist.`)
  if (definition === null) return
  if (calls.some(({ vaultId }) => vaultId !== definition.vaultId))
    reasons.no('vault_differs', `It calls another vault than ${definition.name}.`)
  const wanted = new Set(permissionsOf(definition).map(({ digestAddress }) => digestAddress))
  for (const { digestAddress } of calls) {
    if (wanted.has(digestAddress)) continue
    reasons.note('not_in_definition', `The digest at ${digestAddress} is not of the definition.`)
  }
}

type TableContext = {
  readonly given: string | Uint8Array
  readonly accounts: SvmSnapshot['accounts']
  readonly reasons: ReasonList
}

/** Reads the transaction again with the tables that were given. */
function withTables(bare: Transaction, { given, accounts, reasons }: TableContext): Transaction {
  const tables: LookupTable[] = []
  for (const { table } of bare.lookups) {
    const account = accounts.get(table)
    if (account === undefined) reasons.open('table_not_given', missingText('lookup table', table))
    else if (account === null)
      reasons.no('table_missing', `The lookup table ${table} does not exist.`)
    else {
      const read = attempt(() => decodeLookupTable(account), reasons)
      if (read === null) continue
      if (read.deactivationSlot !== null)
        reasons.no('table_deactivated', `The lookup table ${table} was switched off.`)
      tables.push({ address: table, addresses: read.addresses })
    }
  }
  if (tables.length === 0) return bare
  return attempt(() => decodeTransaction(given, tables), reasons) ?? bare
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

type JudgeContext = Required<Pick<SvmVerifyEvidence, 'program'>> & {
  readonly accounts: SvmSnapshot['accounts']
  readonly definition: SvmDefinition | null
}

function judgeAll(
  { accounts: listed }: Transaction,
  message: Message,
  context: JudgeContext,
): readonly VerifiedSvmInstruction[] {
  const flagsOf = mergedFlags(message, listed)
  return message.instructions.map((asked, index) => {
    const reasons = openReasons(index)
    const accounts = asked.accounts.map(({ address }) => ({ address, ...flagsOf(address) }))
    const instruction = { ...asked, accounts }
    const manage = callIn(asked, context.program, reasons)
    if (manage === null) verifyOther(instruction, { ...context, index, reasons })
    const verified =
      manage === null || manage === 'unreadable'
        ? null
        : verifyManage(manage, { ...context, flagsOf, reasons })
    return { index, instruction, manage: verified, reasons: reasons.reasons }
  })
}

function callIn(
  instruction: Instruction,
  program: SvmAddress,
  { no }: ReasonList,
): Manage | 'unreadable' | null {
  try {
    return readManage(instruction, program)
  } catch (error) {
    if (!(error instanceof BaseError)) throw error
    no('call_unreadable', error.shortMessage)
    return 'unreadable'
  }
}
