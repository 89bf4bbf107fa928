import {
  cpiDigest,
  type Instruction,
  manageInstruction,
  mergedFlags,
  type Operator,
  type SvmAddress,
  vaultAddresses,
} from '@vaultwright/svm'
import type { SvmAccountFlags, SvmDefinition } from '../definition/definition-type.ts'
import { isSvmToken } from '../definition/resolve.ts'
import type { SvmCall, SvmCallInput, SvmTemplate, SvmValue } from '../template/template.ts'

/** The inputs of a call, beside its definition. */
export type SvmCallRequest = {
  readonly template: SvmTemplate
  readonly subAccount: number
  readonly values: Readonly<Record<string, SvmValue>>
  /** Base units; what is left out is zero. */
  readonly amounts: Readonly<Record<string, bigint>>
  /** By index of the account, where the digest's creator set others than the template. */
  readonly flags: Readonly<Record<string, SvmAccountFlags>>
}

/** Makes a template's call, with the flags that the digest's creator set. */
export function callOf(definition: SvmDefinition, request: SvmCallRequest): SvmCall {
  const { template, flags } = request
  const call = template.callOf(callInputOf(definition, request))
  const accounts = call.innerCall.accounts.map((account, index) => ({
    ...account,
    ...flags[index],
  }))
  return { ...call, innerCall: { ...call.innerCall, accounts } }
}

/** The inputs of a template's calls, for a request. */
export function callInputOf(
  { program, vaultId }: SvmDefinition,
  { subAccount, values, amounts }: Pick<SvmCallRequest, 'subAccount' | 'values' | 'amounts'>,
): SvmCallInput {
  const addressOf = (value: SvmValue) => (isSvmToken(value) ? value.mint : value)
  return {
    subAccount: vaultAddresses(program).subAccount(vaultId, subAccount),
    token: (name) => values[name] as Exclude<SvmValue, SvmAddress>,
    account: (name) => addressOf(values[name]!),
    accountOrNull: (name) => {
      const value = values[name]
      return value === undefined ? null : addressOf(value)
    },
    amount: (name) => amounts[name] ?? 0n,
  }
}

/** The placeholders of a strategist and a digest account that are not yet fixed: neither changes flags. */
type ManageInput = {
  readonly strategist: SvmAddress
  readonly subAccount: number
  readonly digestAddress: SvmAddress
}

/** The instructions of an action, in the order in which they run. */
export function actionInstructions(
  { program, vaultId }: Pick<SvmDefinition, 'program' | 'vaultId'>,
  { before, innerCall, after }: Pick<SvmCall, 'before' | 'innerCall' | 'after'>,
  manage: ManageInput,
): readonly Instruction[] {
  return [...before, manageInstruction({ program, vaultId, innerCall, ...manage }), ...after]
}

/** An inner call as the runtime shows it to the vault program. */
export function shownCall(
  innerCall: Instruction,
  flagsOf: (address: SvmAddress) => SvmAccountFlags,
): Instruction {
  const accounts = innerCall.accounts.map(({ address }) => ({ address, ...flagsOf(address) }))
  return { ...innerCall, accounts }
}

/** A digest of a call that runs in a transaction of its own, sent by an account that is not in it. */
export function loneCall(
  definition: SvmDefinition,
  call: SvmCall,
  { subAccount, strategist }: { subAccount: number; strategist: SvmAddress | null },
): Instruction {
  const { config } = vaultAddresses(definition.program)
  const feePayer = strategist ?? config
  const manage = { strategist: feePayer, subAccount, digestAddress: definition.vault }
  const instructions = actionInstructions(definition, call, manage)
  return shownCall(call.innerCall, mergedFlags({ feePayer, instructions }))
}

/** A digest, its text and its account. */
export type SvmDigest = {
  readonly digest: Uint8Array
  readonly digestHex: string
  readonly digestAddress: SvmAddress
}

/** Computes the digest of a call as the runtime shows it. */
export function digestOfCall(
  { program, vaultId }: Pick<SvmDefinition, 'program' | 'vaultId'>,
  shown: Instruction,
  operators: readonly Operator[],
): SvmDigest {
  const digest = cpiDigest(shown, operators)
  const digestAddress = vaultAddresses(program).cpiDigest(vaultId, digest)
  return { digest, digestHex: hexOf(digest), digestAddress }
}

/** Prints bytes as hex digits, without 0x. */
export function hexOf(bytes: Uint8Array): string {
  return [...bytes].map((byte) => byte.toString(16).padStart(2, '0')).join('')
}

/** Names what the operators leave free: fields of the data, accounts by index, the data's length. */
export function freeParts(
  template: SvmTemplate,
  operators: readonly Operator[],
): readonly string[] {
  const { dataFields, accountNames } = template
  const pinned = new Set(
    operators.flatMap((operator) => (operator.kind === 'ingest_account' ? [operator.index] : [])),
  )
  const isPinnedByte = (byte: number) =>
    operators.some(
      (operator) =>
        operator.kind === 'ingest_instruction' &&
        byte >= operator.start &&
        byte < operator.start + operator.length,
    )
  const fields = dataFields.filter(
    ({ start, length, isImplied }) =>
      isImplied !== true &&
      Array.from({ length }, (_, offset) => start + offset).some((byte) => !isPinnedByte(byte)),
  )
  const accounts = accountNames.flatMap((_, index) =>
    pinned.has(index) ? [] : [`accounts ${index}`],
  )
  const hasSize = operators.some(({ kind }) => kind === 'ingest_instruction_data_size')
  return [...fields.map(({ name }) => name), ...accounts, ...(hasSize ? [] : ['data length'])]
}
