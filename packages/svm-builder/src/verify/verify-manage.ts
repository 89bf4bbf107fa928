import { BaseError, printHex } from '@vaultwright/base'
import {
  cpiDigest,
  decodeDigestAccount,
  decodeVaultState,
  type EffectiveFlags,
  type Instruction,
  type Manage,
  type Operator,
  type SvmAddress,
  systemProgram,
  vaultAddresses,
} from '@vaultwright/svm'
import { missingBoundOf, svmTemplateOfCall } from '../catalogue/catalogue.ts'
import type { SvmDefinition } from '../definition/definition-type.ts'
import { lintDigest } from '../lint/digest-lint.ts'
import type { SvmDigestFinding } from '../lint/finding.ts'
import { permissionAt } from '../permission/permission.ts'
import type { SvmSnapshot } from '../permission/snapshot.ts'
import { freePartsOf } from './free-part.ts'
import { missingText, type ReasonList } from './reason.ts'
import { isTokenAccountCreation, rentText } from './token-account.ts'

/** A call that a vault makes, and whether the digest that it names permits it. */
export type VerifiedManage = {
  readonly manage: Manage
  /** The inner call with the flags that the runtime shows. */
  readonly shownCall: Instruction
  /** `unknown` when an account that decides was not given. */
  readonly status: 'permitted' | 'refused' | 'unknown'
  /** Computed with the stored operators; null without them, or when they do not fit the call. */
  readonly digest: Uint8Array | null
  /** As the digest account stores them; null when they were not given or cannot be read. */
  readonly operators: readonly Operator[] | null
  /** The parts that the digest does not pin; empty without operators. */
  readonly free: readonly string[]
  /** The parts that the digest leaves open and should not; empty while the digest is unknown. */
  readonly findings: readonly SvmDigestFinding[]
}

/** By what calls are judged. */
export type ManageContext = {
  readonly program: SvmAddress
  readonly accounts: SvmSnapshot['accounts']
  readonly flagsOf: (address: SvmAddress) => EffectiveFlags
  readonly definition: SvmDefinition | null
  readonly reasons: ReasonList
}

/** Judges a `manage`: its addresses, the vault's state, and the digest with the operators that are stored. */
export function verifyManage(manage: Manage, context: ManageContext): VerifiedManage {
  const { innerCall } = manage
  const { flagsOf, reasons } = context
  const accounts = innerCall.accounts.map(({ address }) => ({ address, ...flagsOf(address) }))
  const shownCall = { ...innerCall, accounts }
  checkAddresses(manage, context)
  checkState(manage, context)
  checkSubAccount(manage, context)
  const operators = storedOperators(manage, context)
  const digest = operators === null ? null : digestOf(shownCall, operators, reasons)
  if (operators !== null) checkSignatures(shownCall, operators, reasons)
  if (digest !== null) checkDigest(manage, digest, context)
  const status = statusOf(reasons)
  const findings =
    operators === null || digest === null
      ? []
      : findingsOf(manage, shownCall, { operators, context })
  judgeFindings(findings, reasons)
  noteBound(innerCall, reasons)
  return {
    manage,
    shownCall,
    status,
    digest,
    operators,
    free: operators === null ? [] : freePartsOf(shownCall, operators),
    findings,
  }
}

function statusOf({ reasons }: ReasonList): VerifiedManage['status'] {
  if (reasons.some(({ weight }) => weight === 'no')) return 'refused'
  return reasons.some(({ weight }) => weight === 'open') ? 'unknown' : 'permitted'
}

function checkAddresses(manage: Manage, { program, flagsOf, reasons }: ManageContext): void {
  const { vaultId, subAccount, state, subAccountAddress, strategist } = manage
  const addresses = vaultAddresses(program)
  const wantedState = addresses.state(vaultId)
  if (state !== wantedState)
    reasons.no(
      'state_differs',
      `It names state ${state}; that of vault ${vaultId} is ${wantedState}.`,
    )
  const expected = addresses.subAccount(vaultId, subAccount)
  if (subAccountAddress !== expected)
    reasons.no(
      'sub_account_differs',
      `It names ${subAccountAddress} as sub-account ${subAccount}, which is ${expected}.`,
    )
  else if (!flagsOf(subAccountAddress).isWritable)
    reasons.no('sub_account_readonly', `It names sub-account ${expected} as readonly.`)
  if (!flagsOf(strategist).isSigner)
    reasons.no('strategist_does_not_sign', `Strategist ${strategist} is not one of the signers.`)
}

function checkState({ state, strategist }: Manage, context: ManageContext): void {
  const { program, accounts, reasons } = context
  const account = accounts.get(state)
  if (account === undefined) {
    reasons.open('state_missing', missingText('vault state', state))
    return
  }
  if (account === null) {
    reasons.no('state_missing', `The vault state ${state} does not exist.`)
    return
  }
  try {
    const vaultState = decodeVaultState(account, program)
    if (vaultState.paused) reasons.no('vault_paused', 'The vault is paused: it makes no call.')
    if (vaultState.strategist !== strategist)
      reasons.no(
        'strategist_differs',
        `It is sent by ${strategist}; the vault's strategist is ${vaultState.strategist}.`,
      )
  } catch (error) {
    reasons.no('state_unreadable', sentenceOf(error))
  }
}

/**
 * A digest that leaves the instruction free lets the strategist give a sub-account away: it no longer acts then.
 *
 * Nothing is lost by that, so that a yes does not wait for the account, which `needs` names.
 */
function checkSubAccount(
  { subAccountAddress }: Manage,
  { accounts, reasons }: ManageContext,
): void {
  const account = accounts.get(subAccountAddress) ?? null
  if (account === null || account.owner === systemProgram) return
  reasons.no(
    'sub_account_owned',
    `The sub-account ${subAccountAddress} belongs to program ${account.owner}: it cannot act.`,
  )
}

function storedOperators(
  { digestAddress }: Manage,
  { program, accounts, reasons }: ManageContext,
): readonly Operator[] | null {
  const account = accounts.get(digestAddress)
  if (account === undefined) {
    reasons.open('digest_not_given', missingText('digest account', digestAddress))
    return null
  }
  if (account === null) {
    reasons.no(
      'digest_missing',
      `The digest account ${digestAddress} does not exist: the call is not permitted.`,
    )
    return null
  }
  try {
    return decodeDigestAccount(account, program)
  } catch (error) {
    reasons.no('digest_unreadable', sentenceOf(error))
    return null
  }
}

function digestOf(
  call: Instruction,
  operators: readonly Operator[],
  reasons: ReasonList,
): Uint8Array | null {
  try {
    return cpiDigest(call, operators)
  } catch (error) {
    reasons.no('operators_do_not_fit', sentenceOf(error))
    return null
  }
}

function checkDigest(
  manage: Manage,
  digest: Uint8Array,
  { program, reasons }: ManageContext,
): void {
  const expected = vaultAddresses(program).cpiDigest(manage.vaultId, digest)
  if (expected === manage.digestAddress) return
  reasons.no(
    'digest_differs',
    `The call's digest is ${printHex(digest).slice(2)}, whose account is ${expected}; the transaction names ${manage.digestAddress}. The program refuses it.`,
  )
}

/** A signer of the transaction stands in the inner call: the called program may spend what the signer has. */
function checkSignatures(
  call: Instruction,
  operators: readonly Operator[],
  reasons: ReasonList,
): void {
  const rentPayer = isTokenAccountCreation(call) ? 0 : null
  for (const [index, { address, isSigner }] of call.accounts.entries()) {
    if (!isSigner) continue
    const isPinned = operators.some(
      (each) => each.kind === 'ingest_account' && each.index === index,
    )
    if (index === rentPayer && isPinned) {
      reasons.note('rent_paid', rentText(address))
      continue
    }
    reasons.open(
      'strategist_signs',
      `The signature of ${address} reaches the called program as account ${index}, which the digest ${isPinned ? 'pins' : 'does not pin'}: the program may spend what ${address} has.`,
    )
  }
}

function findingsOf(
  manage: Manage,
  call: Instruction,
  {
    operators,
    context,
  }: { readonly operators: readonly Operator[]; readonly context: ManageContext },
): readonly SvmDigestFinding[] {
  const { vaultId, subAccount, strategist, digestAddress } = manage
  const { program, definition } = context
  const permission = definition === null ? null : permissionAt(definition, digestAddress)
  return lintDigest({
    operators,
    call,
    vault: { program, vaultId, subAccount, strategist },
    template: permission?.template ?? svmTemplateOfCall(call),
  })
}

/** A call without a bound is permitted, and what it gives is not stated anywhere. */
function noteBound(innerCall: Instruction, reasons: ReasonList): void {
  const route = svmTemplateOfCall(innerCall)?.route
  const missing = route === undefined ? null : missingBoundOf(route)
  if (missing !== null) reasons.note('no_bound', missing.message)
}

/** Judges findings: the opening behind an error may be the purpose of this call: the vault cannot get it back. */
function judgeFindings(findings: readonly SvmDigestFinding[], reasons: ReasonList): void {
  for (const { code, severity, message } of findings) {
    if (severity === 'error')
      reasons.open(
        'permission_dangerous',
        `It is permitted, and the permission is dangerous (${code}): ${message}`,
      )
    else if (code === 'unknown_program') reasons.note('program_unknown', message)
  }
}

function sentenceOf(error: unknown): string {
  if (error instanceof BaseError) return error.shortMessage
  throw error
}
