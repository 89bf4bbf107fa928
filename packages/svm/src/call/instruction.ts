import type { SvmAddress } from '../address/address.ts'

/** An account that an instruction names, and what it asks for it. */
export type AccountMeta = {
  readonly address: SvmAddress
  readonly isSigner: boolean
  readonly isWritable: boolean
}

/** One call of a program. */
export type Instruction = {
  readonly program: SvmAddress
  /** In the program's order; an address may stand in it twice. */
  readonly accounts: readonly AccountMeta[]
  readonly data: Uint8Array
}

/** Names an account that is only read. */
export function readonlyAccount(address: SvmAddress): AccountMeta {
  return { address, isSigner: false, isWritable: false }
}

/** Names an account that is written. */
export function writableAccount(address: SvmAddress): AccountMeta {
  return { address, isSigner: false, isWritable: true }
}

/** Names an account that signs and is only read. */
export function signerAccount(address: SvmAddress): AccountMeta {
  return { address, isSigner: true, isWritable: false }
}

/** Names an account that signs and is written. */
export function writableSignerAccount(address: SvmAddress): AccountMeta {
  return { address, isSigner: true, isWritable: true }
}
