import { BaseError, printHex } from '@vaultwright/base'
import {
  decodeTransaction,
  defaultVaultProgram,
  encodeBase58,
  isAdvanceNonce,
  messageHashOf,
  type Operator,
  type SvmAddress,
  type Transaction,
} from '@vaultwright/svm'
import {
  describeInstruction,
  freePartsOf,
  parseSvmDefinition,
  permissionsOf,
  printLamports,
  type SvmDefinition,
  type SvmDigestFinding,
  type SvmInstructionDescription,
  type SvmReason,
  type SvmVerdict,
  type VerifiedManage,
  type VerifiedSvmInstruction,
  verifySvmTransaction,
} from '@vaultwright/svm-builder'
import { withFieldNames } from './free-text.ts'
import type { VaultEvidence } from './vault-evidence.ts'

/** A digest of a transaction, with what it pins, leaves free, and lets through. */
export type JudgedDigest = {
  readonly status: VerifiedManage['status']
  readonly subAccount: number
  readonly digestHex: string | null
  readonly digestAddress: SvmAddress
  readonly operators: readonly Operator[] | null
  readonly free: readonly string[]
  readonly findings: readonly SvmDigestFinding[]
}

/** One instruction, decoded and judged. */
export type JudgedInstruction = {
  readonly index: number
  /** Of the call inside, for a call of the vault. */
  readonly description: SvmInstructionDescription
  readonly digest: JudgedDigest | null
  readonly reasons: readonly SvmReason[]
}

/** A transaction with the one answer about it, and everything that the answer rests on. */
export type JudgedTransaction = {
  readonly answer: 'yes' | 'no' | 'incomplete'
  /** The reasons, the deciding one first. */
  readonly reasons: readonly SvmReason[]
  /** Empty when a lookup table is missing. */
  readonly instructions: readonly JudgedInstruction[]
  readonly version: Transaction['version']
  readonly size: number
  readonly feePayer: SvmAddress
  readonly signerCount: number
  /** Signatures that are in it. */
  readonly signedCount: number
  /** Blockhash or nonce; null while a lookup table is missing. */
  readonly lifetime: string | null
  readonly isNonce: boolean
  readonly feeText: string
  /** 64 hex digits. */
  readonly messageHash: string
  readonly messageHashBase58: string
  /** States of the vaults that it acts for. */
  readonly vaults: readonly SvmAddress[]
  /** Accounts that decide: states, digests, lookup tables. */
  readonly needs: readonly SvmAddress[]
  /** Those of them that were not given. */
  readonly missing: readonly SvmAddress[]
}

/** By what a transaction is judged in this page. */
export type JudgeInput = {
  readonly evidence: VaultEvidence | null
  /** The message hash that the signer compared on a second device; null before. */
  readonly comparedHash: string | null
}

/**
 * Judges a transaction: every instruction decoded, every digest computed again.
 *
 * @throws what `decodeTransaction` throws when it is not a transaction.
 */
export function judgeTransaction(base64: string, input: JudgeInput): JudgedTransaction {
  const { evidence, comparedHash } = input
  const { definition, reasons: definitionReasons } = definitionIn(evidence)
  const verdict = verifySvmTransaction(base64, {
    snapshot: evidence?.snapshot ?? null,
    definition,
  })
  const { transaction } = verdict
  const hash = messageHashOf(transaction)
  const messageHash = printHex(hash).slice(2)
  const reasons = [
    ...verdict.reasons,
    ...definitionReasons,
    ...(comparedHash === messageHash ? [] : [notCompared]),
  ].toSorted((left, right) => weights[left.weight] - weights[right.weight])
  const message = transaction.message
  const program = definition?.program ?? defaultVaultProgram
  const { signatures } = transaction
  return {
    answer: answerOf(reasons),
    reasons,
    instructions: verdict.instructions.map((each) => judgedOf(each, { program, definition })),
    version: transaction.version,
    size: transaction.size,
    feePayer: transaction.feePayer,
    signerCount: signatures.length,
    signedCount: signatures.filter((signature) => signature.some((byte) => byte !== 0)).length,
    lifetime: message?.lifetime ?? null,
    isNonce: message?.instructions[0] !== undefined && isAdvanceNonce(message.instructions[0]),
    feeText: feeTextOf(verdict),
    messageHash,
    messageHashBase58: encodeBase58(hash),
    vaults: verdict.vaults,
    needs: verdict.needs,
    missing: verdict.missing,
  }
}

/** @throws what `decodeTransaction` throws when the text is not a transaction. */
export function assertTransaction(base64: string): void {
  decodeTransaction(base64)
}

const weights = { no: 0, open: 1, note: 2 } as const

const notCompared: SvmReason = {
  weight: 'open',
  code: 'not_compared',
  message: 'You did not say that the message hash matches on a second device.',
  index: null,
}

function answerOf(reasons: readonly SvmReason[]): JudgedTransaction['answer'] {
  if (reasons.some(({ weight }) => weight === 'no')) return 'no'
  return reasons.some(({ weight }) => weight === 'open') ? 'incomplete' : 'yes'
}

type DefinitionIn = {
  readonly definition: SvmDefinition | null
  readonly reasons: readonly SvmReason[]
}

/** A definition that cannot be read is not used, and is said. */
function definitionIn(evidence: VaultEvidence | null): DefinitionIn {
  if (evidence === null || evidence.definition === null) return { definition: null, reasons: [] }
  try {
    return { definition: parseSvmDefinition(evidence.definition), reasons: [] }
  } catch (error) {
    if (!(error instanceof BaseError)) throw error
    const message = `The definition that was given is not used: ${error.shortMessage}`
    const reason = { weight: 'note', code: 'definition_unreadable', message, index: null } as const
    return { definition: null, reasons: [reason] }
  }
}

type InstructionNaming = { readonly program: SvmAddress; readonly definition: SvmDefinition | null }

function judgedOf(
  verified: VerifiedSvmInstruction,
  { program, definition }: InstructionNaming,
): JudgedInstruction {
  const { index, instruction, manage, reasons } = verified
  const shown = manage?.shownCall ?? instruction
  const description = describeInstruction(shown, program)
  const names = description.accounts.map(({ name }) => name)
  return {
    index,
    description,
    reasons,
    digest:
      manage === null
        ? null
        : {
            status: manage.status,
            subAccount: manage.manage.subAccount,
            digestHex: manage.digest === null ? null : printHex(manage.digest).slice(2),
            digestAddress: manage.manage.digestAddress,
            operators: manage.operators,
            free: freeNamesOf(manage, { definition, names }),
            findings: manage.findings,
          },
  }
}

type NamesOf = {
  readonly definition: SvmDefinition | null
  readonly names: readonly (string | null)[]
}

/** Names of the free parts, where the definition has the permission; else their places. */
function freeNamesOf(verified: VerifiedManage, { definition, names }: NamesOf): readonly string[] {
  const { manage, operators, shownCall } = verified
  if (operators === null) return []
  const permission =
    definition === null
      ? undefined
      : permissionsOf(definition).find((each) => each.digestAddress === manage.digestAddress)
  const fields = permission?.template.dataFields ?? []
  return withFieldNames(freePartsOf(shownCall, operators, names), fields)
}

function feeTextOf({ fee, transaction }: SvmVerdict): string {
  if (fee !== null)
    return `${printLamports(fee.totalLamports)}; ${fee.priorityLamports} of them for priority`
  return transaction.message === null ? 'not known' : 'not known: its compute budget cannot be read'
}
