import {
  type AccountMeta,
  cpiDigest,
  type Instruction,
  type Operator,
  type SvmAddress,
  vaultAddresses,
} from '@vaultwright/svm'
import type { SvmTemplate } from '../template/template.ts'

/** A permission to judge. */
export type SvmLintInput = {
  readonly operators: readonly Operator[]
  /** A call that the digest permits, its flags as the runtime shows them: what is pinned, is pinned to its values. */
  readonly call: Instruction
  readonly vault: {
    readonly program: SvmAddress
    readonly vaultId: bigint
    /** The one that acts in the call. */
    readonly subAccount: number
    readonly strategist: SvmAddress
  }
  /** Null if the call is not of a protocol that this version knows. */
  readonly template: SvmTemplate | null
  /** The same call with the flags that it has alone in a transaction; null if that is not known. */
  readonly expected?: Instruction | null
}

/** A call that a digest lets through, and what is wrong with that. */
export type SvmWorstCall = {
  readonly subAccount: number
  /** Has the same digest. Its flags are those that the runtime shows. */
  readonly innerCall: Instruction
}

/** The input, and what every check asks of it. */
export type LintContext = SvmLintInput & {
  readonly actor: SvmAddress
  readonly isPinnedByte: (index: number) => boolean
  readonly isPinnedAccount: (index: number) => boolean
  readonly pinsSize: boolean
  /** Gives a call with the flags of the runtime, if the digest lets it through; else null. */
  readonly through: (innerCall: Instruction, subAccount?: number) => SvmWorstCall | null
}

/** Prepares an input for the checks. */
export function lintContextOf(input: SvmLintInput): LintContext {
  const { operators, call, vault } = input
  const addresses = vaultAddresses(vault.program)
  const digest = cpiDigest(call, operators)
  const flags = new Map(call.accounts.map((account) => [account.address, account]))
  const shown = (address: SvmAddress, actor: SvmAddress): AccountMeta => {
    // The strategist pays and signs, so that it is written wherever it stands.
    if (address === vault.strategist) return { address, isSigner: true, isWritable: true }
    if (address === actor) return { address, isSigner: false, isWritable: true }
    return flags.get(address) ?? { address, isSigner: false, isWritable: true }
  }
  return {
    ...input,
    actor: addresses.subAccount(vault.vaultId, vault.subAccount),
    isPinnedByte: (index) =>
      operators.some(
        (operator) =>
          operator.kind === 'ingest_instruction' &&
          index >= operator.start &&
          index < operator.start + operator.length,
      ),
    isPinnedAccount: (index) =>
      operators.some((operator) => operator.kind === 'ingest_account' && operator.index === index),
    pinsSize: operators.some(({ kind }) => kind === 'ingest_instruction_data_size'),
    through: (innerCall, subAccount = vault.subAccount) => {
      const actor = addresses.subAccount(vault.vaultId, subAccount)
      const accounts = innerCall.accounts.map(({ address }) => shown(address, actor))
      const worst = { ...innerCall, accounts }
      return isSameDigest(worst, operators, digest) ? { subAccount, innerCall: worst } : null
    },
  }
}

/** Replaces an account of a call. */
export function withAccount(call: Instruction, index: number, address: SvmAddress): Instruction {
  const accounts = call.accounts.map((account, place) =>
    place === index ? { ...account, address } : account,
  )
  return { ...call, accounts }
}

function isSameDigest(
  call: Instruction,
  operators: readonly Operator[],
  digest: Uint8Array,
): boolean {
  const beyond = operators.some((operator) =>
    operator.kind === 'ingest_account'
      ? operator.index >= call.accounts.length
      : operator.kind === 'ingest_instruction' &&
        operator.start + operator.length > call.data.length,
  )
  return !beyond && cpiDigest(call, operators).every((byte, index) => byte === digest[index])
}
