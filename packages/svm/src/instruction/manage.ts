import type { SvmAddress } from '../address/address.ts'
import { defaultVaultProgram } from '../address/known-address.ts'
import { openLittleReader } from '../bytes/little-reader.ts'
import { openLittleWriter } from '../bytes/little-writer.ts'
import {
  type Instruction,
  readonlyAccount,
  signerAccount,
  writableAccount,
} from '../call/instruction.ts'
import { vaultAddresses } from '../vault/vault-address.ts'
import { hasDiscriminator, MalformedInstructionError } from './discriminator.ts'

/** `sha256("global:manage")`, its first 8 bytes. */
const discriminator = Uint8Array.of(0xa8, 0x8d, 0x83, 0x36, 0x4f, 0x96, 0x58, 0x24)

/** Accounts of `manage` before those of the inner call: strategist, state, sub-account, digest, program. */
const outerAccounts = 5

/** A call that a vault makes on a strategist's behalf. */
export type Manage = {
  readonly vaultId: bigint
  /** 0 to 255. */
  readonly subAccount: number
  readonly strategist: SvmAddress
  /** As the instruction names it; the program checks that it follows from the vault's id. */
  readonly state: SvmAddress
  /** As the instruction names it; the program checks that it follows from the vault's id and the number. */
  readonly subAccountAddress: SvmAddress
  readonly digestAddress: SvmAddress
  /** Its flags are those that the instruction asks for, before the runtime merges them. */
  readonly innerCall: Instruction
}

/** The inputs of `manage`. */
type ManageRequest = {
  /** Default: the published vault program. */
  readonly program?: SvmAddress
  readonly strategist: SvmAddress
  readonly vaultId: bigint
  readonly subAccount: number
  readonly digestAddress: SvmAddress
  /** May mark the sub-account as signer, as the called program sees it; the outer instruction does not. */
  readonly innerCall: Instruction
}

/**
 * Writes `manage`.
 *
 * @throws {UnsignedRangeError} when the id or the sub-account does not fit 64 or 8 bits.
 */
export function manageInstruction(request: ManageRequest): Instruction {
  const { strategist, vaultId, subAccount, digestAddress, innerCall } = request
  const addresses = vaultAddresses(request.program)
  const subAccountAddress = addresses.subAccount(vaultId, subAccount)
  const writer = openLittleWriter(21 + innerCall.data.length)
  writer.bytes(discriminator)
  writer.u64(vaultId)
  writer.u8(subAccount)
  writer.u32(innerCall.data.length)
  writer.bytes(innerCall.data)
  return {
    program: addresses.program,
    accounts: [
      signerAccount(strategist),
      readonlyAccount(addresses.state(vaultId)),
      writableAccount(subAccountAddress),
      readonlyAccount(digestAddress),
      readonlyAccount(innerCall.program),
      ...innerCall.accounts.map((account) =>
        account.isSigner && account.address === subAccountAddress
          ? { ...account, isSigner: false }
          : account,
      ),
    ],
    data: writer.end(),
  }
}

/**
 * Reads `manage`, the inverse of `manageInstruction`.
 *
 * @param program - default: the published vault program.
 * @returns null when it is another instruction or another program's.
 * @throws {MalformedInstructionError} when it is `manage` and its accounts or data are too few or too many.
 */
export function readManage(
  instruction: Instruction,
  program: SvmAddress = defaultVaultProgram,
): Manage | null {
  const { data, accounts } = instruction
  if (instruction.program !== program || !hasDiscriminator(data, discriminator)) return null
  const fail = (offset: number, reason: string) =>
    new MalformedInstructionError('manage', offset, reason)
  const [strategist, state, subAccountAddress, digestAddress, target] = accounts
  if (target === undefined) {
    throw fail(0, `it names ${accounts.length} accounts and needs ${outerAccounts}`)
  }
  const reader = openLittleReader(data, fail)
  reader.skip(discriminator.length)
  const vaultId = reader.u64()
  const subAccount = reader.u8()
  const size = reader.u32()
  if (size !== reader.left()) {
    throw fail(reader.offset(), `it announces ${size} bytes of data and holds ${reader.left()}`)
  }
  return {
    vaultId,
    subAccount,
    strategist: strategist!.address,
    state: state!.address,
    subAccountAddress: subAccountAddress!.address,
    digestAddress: digestAddress!.address,
    innerCall: {
      program: target.address,
      accounts: accounts.slice(outerAccounts),
      data: reader.take(size),
    },
  }
}
