import { BaseError } from '@vaultwright/base'
import {
  associatedTokenProgram,
  type DigestAdmin,
  type Instruction,
  isAdvanceNonce,
  isSameOperators,
  readComputeBudget,
  readDigestInstruction,
  type SvmAddress,
} from '@vaultwright/svm'
import type { SvmDefinition } from '../definition/definition-type.ts'
import { permissionsOf } from '../permission/permission.ts'
import type { ReasonList } from './reason.ts'

/** By what an instruction is judged that is not `manage`. */
export type OtherContext = {
  readonly index: number
  readonly program: SvmAddress
  readonly definition: SvmDefinition | null
  readonly reasons: ReasonList
}

/**
 * Judges an instruction that no digest checks.
 *
 * @param instruction - with the flags that the runtime shows: its program gets every signature of an account that it
 *   names.
 */
export function verifyOther(instruction: Instruction, context: OtherContext): void {
  const { index, program, reasons } = context
  if (instruction.program === program) {
    verifyAdmin(instruction, context)
    return
  }
  if (isAdvanceNonce(instruction)) {
    if (index > 0) {
      reasons.no('nonce_late', 'It advances a nonce, and is not the first instruction.')
      return
    }
    reasons.note('nonce', 'It advances a nonce: the transaction does not expire before.')
    return
  }
  if (isBudget(instruction, reasons)) return
  const signers = instruction.accounts.filter(({ isSigner }) => isSigner)
  const [payer] = signers
  if (payer === undefined) {
    reasons.note('permissionless', 'It names no signer: no account of a signer can be spent.')
    return
  }
  if (isTokenAccountCreation(instruction)) {
    reasons.note('rent_paid', `${payer.address} pays the rent if the account does not exist.`)
    return
  }
  const names = [...new Set(signers.map(({ address }) => address))]
  reasons.no(
    'own_signature',
    `It is not a call of the vault: it runs with the signature of ${names.join(' and ')}, and no digest checks it.`,
  )
}

function isBudget(instruction: Instruction, reasons: ReasonList): boolean {
  try {
    return readComputeBudget(instruction) !== null
  } catch (error) {
    if (!(error instanceof BaseError)) throw error
    reasons.no('budget_unreadable', error.shortMessage)
    return true
  }
}

/** Create and its idempotent twin: the associated token program takes nothing but rent from its payer. */
function isTokenAccountCreation({ program, data, accounts }: Instruction): boolean {
  const isCreate = data.length === 0 || (data.length === 1 && data[0]! <= 1)
  const signers = accounts.flatMap(({ isSigner }, index) => (isSigner ? [index] : []))
  return program === associatedTokenProgram && isCreate && signers.every((index) => index === 0)
}

function verifyAdmin(
  instruction: Instruction,
  { program, definition, reasons }: OtherContext,
): void {
  const act = readAdmin(instruction, program, reasons)
  if (act === null) return
  if (act === 'unknown') {
    reasons.no(
      'admin_instruction',
      'It is an instruction of the vault program that is neither a call nor a permission.',
    )
    return
  }
  const word = act.kind === 'initialize' ? 'creates' : 'takes away'
  const text = `It ${word} the permission at ${act.digestAddress}`
  if (definition === null) {
    reasons.open('permission_changes', `${text}. Give the definition to compare it with.`)
    return
  }
  const permission = permissionsOf(definition).find(
    ({ digestAddress }) => digestAddress === act.digestAddress,
  )
  const isWanted = permission !== undefined && definition.vaultId === act.vaultId
  if (act.kind === 'close') {
    if (isWanted) reasons.no('permission_wanted', `${text}, which the definition has.`)
    else reasons.note('permission_unwanted', `${text}, which the definition does not have.`)
  } else if (isWanted && isSameOperators(act.operators, permission.operators))
    reasons.note('permission_wanted', `${text}: ${permission.route} of the definition.`)
  else reasons.no('permission_unwanted', `${text}, which does not follow from the definition.`)
}

function readAdmin(
  instruction: Instruction,
  program: SvmAddress,
  reasons: ReasonList,
): DigestAdmin | 'unknown' | null {
  try {
    return readDigestInstruction(instruction, program) ?? 'unknown'
  } catch (error) {
    if (!(error instanceof BaseError)) throw error
    reasons.no('instruction_unreadable', error.shortMessage)
    return null
  }
}
