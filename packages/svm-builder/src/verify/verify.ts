import { BaseError } from '@vaultwright/base'
import {
  decodeSquadsTransaction,
  decodeVaultState,
  defaultVaultProgram,
  type Instruction,
  isAdvanceNonce,
  isSquadsTransaction,
  type Manage,
  type Message,
  mergedFlags,
  readManage,
  readVaultInstruction,
  type SquadsTransaction,
  type SvmAddress,
  type SvmVaultState,
  type Transaction,
  type TransactionFee,
  vaultAddresses,
} from '@vaultwright/svm'
import type { SvmDefinition } from '../definition/definition-type.ts'
import { permissionsOf } from '../permission/permission.ts'
import type { SvmSnapshot } from '../permission/snapshot.ts'
import { judgeFee } from './fee.ts'
import { isCalls, readGiven, type SvmGiven, withTables } from './given.ts'
import { openReasons, type ReasonList, type SvmReason } from './reason.ts'
import { type VerifiedManage, verifyManage } from './verify-manage.ts'
import { verifyOther } from './verify-other.ts'

/** By what a transaction is judged. */
type SvmVerifyEvidence = {
  /** Accounts as a node gave them: state, digests and lookup tables. Null without any. */
  readonly snapshot: SvmSnapshot | null
  /** The permissions that the vault should have; null without a definition. */
  readonly definition?: SvmDefinition | null
  /** The vault program; default: the definition's, else the published one. */
  readonly program?: SvmAddress
  /** True if a transaction that does not expire is meant to be one. */
  readonly allowDurable?: boolean
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

/** The effect of a transaction, and the answer whether the chain's stored state permits it. */
export type SvmVerdict = {
  /** `cannot_say` when an account that decides was not given. */
  readonly answer: 'yes' | 'no' | 'cannot_say'
  /** The reasons, the deciding one first. */
  readonly reasons: readonly SvmReason[]
  readonly transaction: Transaction
  /** True if calls were given without a transaction: they cost what they would in one of version 0. */
  readonly isCallList: boolean
  /** The origin of the calls of a Squads transaction; null for a transaction of the network. */
  readonly squads: Pick<SquadsTransaction, 'multisig' | 'vaultIndex' | 'index' | 'creator'> | null
  /**
   * The maximum cost; null for a Squads transaction, when a lookup table was not given, or when the
   * compute budget cannot be read.
   */
  readonly fee: TransactionFee | null
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
 * @param given - base64 or bytes of a transaction, signed or not, or of the account of a Squads transaction: the calls
 * that its members approve, which whoever executes them pays for; or calls alone, as one transaction.
 * @throws {TooManyAccountsError} {WritableProgramError} when calls do not fit into one transaction.
 * @throws {InvalidBase64Error} {TransactionTooLargeError} {MalformedTransactionError} when it is not a transaction.
 */
export function verifySvmTransaction(given: SvmGiven, evidence: SvmVerifyEvidence): SvmVerdict {
  const { snapshot, definition = null } = evidence
  const accounts: SvmSnapshot['accounts'] = snapshot?.accounts ?? new Map()
  const program = evidence.program ?? definition?.program ?? defaultVaultProgram
  const whole = openReasons(null)
  const slot = snapshot?.slot ?? 0n
  const transaction = withTables(readGiven(given), { given, slot, accounts, reasons: whole })
  const { message, lookups } = transaction
  const context = { program, accounts, definition }
  const instructions = message === null ? [] : judgeAll(transaction, message, context)
  const calls = instructions.flatMap(({ manage }) => manage?.manage ?? [])
  const vaults = [...new Set(calls.map(({ state }) => state))]
  const digests = calls.map(({ digestAddress }) => digestAddress)
  const actors = calls.map(({ subAccountAddress }) => subAccountAddress)
  const tables = lookups.map(({ table }) => table)
  const governed = instructions.flatMap(({ instruction }) => {
    const vaultId = readVaultInstruction(instruction, program)?.vaultId ?? null
    return vaultId === null ? [] : [vaultAddresses(program).state(vaultId)]
  })
  const needs = [...new Set([...vaults, ...governed, ...digests, ...tables, ...actors])]
  judgeWhole(calls, { transaction, definition, reasons: whole })
  judgeLifetime(instructions, { program, evidence, reasons: whole })
  const isCallList = isCalls(given)
  const squads = !isCallList && isSquadsTransaction(given) ? decodeSquadsTransaction(given) : null
  const fee = squads === null ? judgeFee(transaction, definition, whole) : null
  const reasons = [...whole.reasons, ...instructions.flatMap((each) => each.reasons)]
  return {
    answer: answerOf(reasons),
    reasons: reasons.toSorted((left, right) => weights[left.weight] - weights[right.weight]),
    transaction,
    isCallList,
    squads,
    fee,
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
  const definedDigests = new Set(
    permissionsOf(definition).map(({ digestAddress }) => digestAddress),
  )
  for (const { digestAddress } of calls) {
    if (definedDigests.has(digestAddress)) continue
    reasons.open('not_in_definition', `The digest at ${digestAddress} is not of the definition.`)
  }
}

type LifetimeContext = {
  readonly program: SvmAddress
  readonly evidence: SvmVerifyEvidence
  readonly reasons: ReasonList
}

/** A nonce keeps a transaction valid: who holds it may send it when the vault is no longer what it was. */
function judgeLifetime(
  [first, ...further]: readonly VerifiedSvmInstruction[],
  { program, evidence, reasons }: LifetimeContext,
): void {
  if (first === undefined || !isAdvanceNonce(first.instruction)) return
  const nonce = first.instruction.accounts[0]!.address
  const text = `It does not expire before the nonce of ${nonce} advances`
  const isGoverning = further.some(
    ({ instruction, manage }) => instruction.program === program && manage === null,
  )
  if (evidence.allowDurable === true) reasons.note('durable', `${text}.`)
  else if (isGoverning) reasons.no('durable', `${text}, and it changes more than a digest permits.`)
  else reasons.open('durable', `${text}: it may be sent at any later time.`)
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
    const stateOf = (vaultId: bigint) => stateIn(context, vaultId)
    if (manage === null) verifyOther(instruction, { ...context, index, stateOf, reasons })
    const verified =
      manage === null || manage === 'unreadable'
        ? null
        : verifyManage(manage, { ...context, flagsOf, reasons })
    return { index, instruction, manage: verified, reasons: reasons.reasons }
  })
}

/** Only for what a sentence says: what cannot be read is as if it was not given. */
function stateIn({ program, accounts }: JudgeContext, vaultId: bigint): SvmVaultState | null {
  const account = accounts.get(vaultAddresses(program).state(vaultId)) ?? null
  if (account === null || account.owner !== program) return null
  try {
    return decodeVaultState(account, program)
  } catch (error) {
    if (error instanceof BaseError) return null
    throw error
  }
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
