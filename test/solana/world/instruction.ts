import { createHash } from 'node:crypto'
import {
  encodeOperators,
  type Instruction,
  type Operator,
  readonlyAccount,
  type SvmAddress,
  systemProgram,
  vaultAddresses,
  writableAccount,
  writableSignerAccount,
} from '@vaultwright/svm'

export type AdministeredVault = {
  readonly program: SvmAddress
  readonly vaultId: bigint
  readonly authority: SvmAddress
}

/** The authority's call that creates a permission, written apart from the packages that are tested with it. */
export function initializeDigestCall(
  { program, vaultId, authority }: AdministeredVault,
  digest: Uint8Array,
  operators: readonly Operator[],
): Instruction {
  const addresses = vaultAddresses(program)
  return {
    program,
    accounts: [
      writableSignerAccount(authority),
      readonlyAccount(systemProgram),
      readonlyAccount(addresses.state(vaultId)),
      writableAccount(addresses.cpiDigest(vaultId, digest)),
    ],
    data: joined(
      discriminatorOf('initialize_cpi_digest'),
      idBytes(vaultId),
      digest,
      encodeOperators(operators),
    ),
  }
}

/** The authority's call that closes a permission; its rent comes back. */
export function closeDigestCall(
  { program, vaultId, authority }: AdministeredVault,
  digest: Uint8Array,
): Instruction {
  const addresses = vaultAddresses(program)
  return {
    program,
    accounts: [
      writableSignerAccount(authority),
      readonlyAccount(addresses.state(vaultId)),
      writableAccount(addresses.cpiDigest(vaultId, digest)),
    ],
    data: joined(discriminatorOf('close_cpi_digest'), idBytes(vaultId), digest),
  }
}

export function discriminatorOf(name: string): Uint8Array {
  return createHash('sha256').update(`global:${name}`).digest().subarray(0, 8)
}

function idBytes(vaultId: bigint): Uint8Array {
  const bytes = new Uint8Array(8)
  new DataView(bytes.buffer).setBigUint64(0, vaultId, true)
  return bytes
}

const joined = (...parts: readonly Uint8Array[]) => new Uint8Array(Buffer.concat(parts))
