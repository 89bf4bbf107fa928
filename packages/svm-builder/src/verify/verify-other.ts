import { BaseError } from '@vaultwright/base'
import {
  type DigestAdmin,
  type Instruction,
  isAdvanceNonce,
  isSameOperators,
  readComputeBudget,
  readDigestInstruction,
  readSquadsCreate,
  readVaultInstruction,
  type SvmAddress,
  type SvmVaultState,
  squadsVoteOf,
} from '@vaultwright/svm'
import type { SvmDefinition } from '../definition/definition-type.ts'
import { permissionAt } from '../permission/permission.ts'
import { crankTextOf } from './crank.ts'
import type { ReasonList } from './reason.ts'
import { isTokenAccountCreation, rentText } from './token-account.ts'
import { vaultChangeText } from './vault-change.ts'

/** By what an instruction is judged that is not `manage`. */
export type OtherContext = {
  readonly index: number
  readonly program: SvmAddress
  readonly definition: SvmDefinition | null
  /** The state of a vault where its account was given; else null. */
  readonly stateOf: (vaultId: bigint) => SvmVaultState | null
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
    // As the first instruction it decides how long the whole transaction lives.
    if (index > 0)
      reasons.no('nonce_late', 'It advances a nonce, and is not the first instruction.')
    return
  }
  if (isBudget(instruction, reasons)) return
  if (verifyProposal(instruction, reasons)) return
  const signers = instruction.accounts.filter(({ isSigner }) => isSigner)
  const [payer] = signers
  if (payer === undefined) {
    const text = crankTextOf(instruction)
    if (text !== null) reasons.note('permissionless', `It ${text}, and names no signer.`)
    else
      reasons.open(
        'unknown_instruction',
        `It is not known what this instruction of ${instruction.program} does beside the vault's calls: it may move a price before or after them.`,
      )
    return
  }
  if (isTokenAccountCreation(instruction)) {
    reasons.note('rent_paid', rentText(payer.address))
    return
  }
  const names = [...new Set(signers.map(({ address }) => address))]
  reasons.no(
    'own_signature',
    `It is not a call of the vault: it runs with the signature of ${names.join(' and ')}, and no digest checks it.`,
  )
}

/**
 * Verifies a proposal, whose sender pays rent: what the members then approve stands in an account,
 * which is judged by itself.
 */
function verifyProposal(instruction: Instruction, reasons: ReasonList): boolean {
  const vote = squadsVoteOf(instruction)
  if (vote !== null) {
    reasons.open(
      'proposes',
      `It opens the vote on transaction ${vote} of a Squads multisig, and a signer pays rent.`,
    )
    return true
  }
  try {
    const create = readSquadsCreate(instruction)
    if (create === null) return false
    const { multisig, address, transaction } = create
    const count = transaction.message?.instructions.length ?? null
    reasons.open(
      'proposes',
      `It proposes ${count === null ? 'calls' : countText(count)} of ${transaction.feePayer} to the members of the Squads multisig ${multisig}, and a signer pays rent. Once it is sent, verify the account ${address}, which holds them.`,
    )
  } catch (error) {
    if (!(error instanceof BaseError)) throw error
    reasons.no('proposal_unreadable', error.shortMessage)
  }
  return true
}

function countText(count: number): string {
  return count === 1 ? '1 call' : `${count} calls`
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

function verifyAdmin(instruction: Instruction, context: OtherContext): void {
  const { program, definition, reasons } = context
  const act = readAdmin(instruction, program, reasons)
  if (act === null) return
  if (act === 'unknown') {
    verifyVault(instruction, context)
    return
  }
  const word = act.kind === 'initialize' ? 'creates' : 'takes away'
  const text = `It ${word} the permission at ${act.digestAddress}`
  if (definition === null) {
    reasons.open('permission_changes', `${text}. Give the definition to compare it with.`)
    return
  }
  const permission = permissionAt(definition, act.digestAddress)
  const isWanted = permission !== null && definition.vaultId === act.vaultId
  if (act.kind === 'close') {
    if (isWanted) reasons.no('permission_wanted', `${text}, which the definition has.`)
    else reasons.note('permission_unwanted', `${text}, which the definition does not have.`)
  } else if (isWanted && isSameOperators(act.operators, permission.operators))
    reasons.note('permission_wanted', `${text}: ${permission.route} of the definition.`)
  else reasons.no('permission_unwanted', `${text}, which does not follow from the definition.`)
}

/** Nothing on the chain says whether a change of the vault is meant: it is named, and people decide. */
function verifyVault(instruction: Instruction, { program, stateOf, reasons }: OtherContext): void {
  const parsed = readVaultInstruction(instruction, program)
  if (parsed === null)
    reasons.no(
      'admin_instruction',
      'It is an instruction of the vault program without a name here.',
    )
  else if (parsed.kind === 'read')
    reasons.note('answers', `${parsed.name} answers, and changes nothing.`)
  else if (parsed.kind === 'govern') {
    const vault = parsed.vaultId === null ? '' : ` Vault ${parsed.vaultId}.`
    const state = parsed.vaultId === null ? null : stateOf(parsed.vaultId)
    reasons.open('governs', `It ${vaultChangeText(parsed, state)}.${vault}`)
  } else
    reasons.no(
      'own_signature',
      `${parsed.name} moves what the signer itself has: no digest checks it.`,
    )
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
