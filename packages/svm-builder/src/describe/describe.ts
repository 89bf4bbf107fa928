import { printHex } from '@vaultwright/base'
import {
  type AccountMeta,
  defaultVaultProgram,
  type Instruction,
  MalformedInstructionError,
  MalformedOperatorsError,
  readDigestInstruction,
  readManage,
  readVaultInstruction,
  type SvmAddress,
} from '@vaultwright/svm'
import { readFields, type SvmInstructionArgument } from './layout.ts'
import { programTables } from './table.ts'

/** An account of an instruction, with the part that it plays where the instruction has a name. */
export type SvmAccountDescription = AccountMeta & { readonly name: string | null }

/** The description of an instruction, as far as its program has names. */
export type SvmInstructionDescription = {
  readonly program: SvmAddress
  readonly programName: string | null
  /** Null where the program, or this instruction of it, has no name here, or its data is cut. */
  readonly name: string | null
  readonly arguments: readonly SvmInstructionArgument[]
  readonly accounts: readonly SvmAccountDescription[]
  readonly data: Uint8Array
  /** Bytes behind the last field, which the program may or may not read. */
  readonly extraBytes: number
  /** The call inside a `manage`. */
  readonly inner: SvmInstructionDescription | null
}

const manageAccounts = ['strategist', 'state', 'sub_account', 'digest', 'target_program']

/**
 * Describes an instruction of the system, token, associated token, compute budget, lookup table and
 * vault programs, and those of Kamino, Jupiter Lend and stake pools that templates make. Any other
 * instruction keeps its program, accounts and data without names.
 *
 * @param vaultProgram - The vault program; default: the one that is deployed.
 */
export function describeInstruction(
  instruction: Instruction,
  vaultProgram: SvmAddress = defaultVaultProgram,
): SvmInstructionDescription {
  if (instruction.program === vaultProgram) return describeVault(instruction, vaultProgram)
  const table = programTables.get(instruction.program)
  const { data } = instruction
  const layout = table?.layouts.find(
    ({ tag }) =>
      tag.every((byte, index) => data[index] === byte) && (tag.length > 0 || data.length === 0),
  )
  const fields = layout === undefined ? null : readFields(layout, data)
  return {
    ...unnamed(instruction, table?.name ?? null),
    ...(layout === undefined || fields === null
      ? {}
      : {
          name: layout.name,
          arguments: fields.values,
          extraBytes: fields.extraBytes,
          accounts: named(instruction.accounts, layout.accounts),
        }),
  }
}

function describeVault(
  instruction: Instruction,
  vaultProgram: SvmAddress,
): SvmInstructionDescription {
  const base = unnamed(instruction, 'Vault')
  const manage = orNull(() => readManage(instruction, vaultProgram))
  if (manage !== null) {
    return {
      ...base,
      name: 'manage',
      arguments: [
        { name: 'vault_id', value: manage.vaultId.toString() },
        { name: 'sub_account', value: String(manage.subAccount) },
      ],
      accounts: named(instruction.accounts, manageAccounts),
      inner: describeInstruction(manage.innerCall, vaultProgram),
    }
  }
  const admin = orNull(() => readDigestInstruction(instruction, vaultProgram))
  if (admin === null) {
    const parsed = readVaultInstruction(instruction, vaultProgram)
    const isCut = parsed === null || parsed.kind === 'call' || parsed.kind === 'permission'
    if (isCut) return base
    const id = parsed.vaultId === null ? [] : [{ name: 'vault_id', value: String(parsed.vaultId) }]
    return { ...base, name: parsed.name, arguments: [...id, ...(parsed.arguments ?? [])] }
  }
  return {
    ...base,
    name: `${admin.kind}_cpi_digest`,
    arguments: [
      { name: 'vault_id', value: admin.vaultId.toString() },
      { name: 'digest', value: printHex(admin.digest).slice(2) },
    ],
  }
}

/** An instruction that breaks off has no name: the program refuses it. */
function orNull<Result>(read: () => Result | null): Result | null {
  try {
    return read()
  } catch (error) {
    if (error instanceof MalformedInstructionError || error instanceof MalformedOperatorsError) {
      return null
    }
    throw error
  }
}

function unnamed(
  { program, accounts, data }: Instruction,
  programName: string | null,
): SvmInstructionDescription {
  return {
    program,
    programName,
    name: null,
    arguments: [],
    accounts: named(accounts, []),
    data,
    extraBytes: 0,
    inner: null,
  }
}

function named(
  accounts: readonly AccountMeta[],
  names: readonly string[],
): readonly SvmAccountDescription[] {
  return accounts.map((account, index) => ({ ...account, name: names[index] ?? null }))
}
