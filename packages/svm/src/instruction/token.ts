import type { SvmAddress } from '../address/address.ts'
import { associatedTokenAccount } from '../address/derive.ts'
import { associatedTokenProgram, systemProgram } from '../address/known-address.ts'
import { openLittleWriter } from '../bytes/little-writer.ts'
import {
  type Instruction,
  readonlyAccount,
  signerAccount,
  writableAccount,
  writableSignerAccount,
} from '../call/instruction.ts'

/** Writes `TransferChecked`: the program refuses another mint and other decimals. */
export function transferCheckedInstruction(transfer: {
  readonly tokenProgram: SvmAddress
  readonly source: SvmAddress
  readonly mint: SvmAddress
  /** The token account that receives, not its owner. */
  readonly recipient: SvmAddress
  readonly authority: SvmAddress
  /** Base units. */
  readonly amount: bigint
  readonly decimals: number
}): Instruction {
  const writer = openLittleWriter(10)
  writer.u8(12)
  writer.u64(transfer.amount)
  writer.u8(transfer.decimals)
  return {
    program: transfer.tokenProgram,
    accounts: [
      writableAccount(transfer.source),
      readonlyAccount(transfer.mint),
      writableAccount(transfer.recipient),
      signerAccount(transfer.authority),
    ],
    data: writer.end(),
  }
}

/** Writes `SyncNative`: the balance of wrapped SOL becomes that of the account's lamports. */
export function syncNativeInstruction(sync: {
  readonly tokenProgram: SvmAddress
  readonly tokenAccount: SvmAddress
}): Instruction {
  return {
    program: sync.tokenProgram,
    accounts: [writableAccount(sync.tokenAccount)],
    data: Uint8Array.of(17),
  }
}

/** Writes `CloseAccount`: its lamports go to the recipient, wrapped SOL with them. */
export function closeTokenAccountInstruction(close: {
  readonly tokenProgram: SvmAddress
  readonly tokenAccount: SvmAddress
  readonly recipient: SvmAddress
  readonly authority: SvmAddress
}): Instruction {
  return {
    program: close.tokenProgram,
    accounts: [
      writableAccount(close.tokenAccount),
      writableAccount(close.recipient),
      signerAccount(close.authority),
    ],
    data: Uint8Array.of(9),
  }
}

/** Writes `CreateIdempotent` of the associated token program, which does nothing if the account exists. */
export function createAssociatedTokenInstruction(creation: {
  readonly payer: SvmAddress
  readonly owner: SvmAddress
  readonly mint: SvmAddress
  readonly tokenProgram: SvmAddress
}): Instruction {
  const { payer, owner, mint, tokenProgram } = creation
  return {
    program: associatedTokenProgram,
    accounts: [
      writableSignerAccount(payer),
      writableAccount(associatedTokenAccount(creation)),
      readonlyAccount(owner),
      readonlyAccount(mint),
      readonlyAccount(systemProgram),
      readonlyAccount(tokenProgram),
    ],
    data: Uint8Array.of(1),
  }
}
