import type { SvmAddress } from '../address/address.ts'
import { recentBlockhashesSysvar, systemProgram } from '../address/known-address.ts'
import { openLittleWriter } from '../bytes/little-writer.ts'
import {
  type Instruction,
  readonlyAccount,
  signerAccount,
  writableAccount,
  writableSignerAccount,
} from '../call/instruction.ts'

/** Writes a transfer of lamports by the system program. */
export function systemTransferInstruction(transfer: {
  readonly source: SvmAddress
  readonly recipient: SvmAddress
  readonly lamports: bigint
}): Instruction {
  const writer = openLittleWriter(12)
  writer.u32(2)
  writer.u64(transfer.lamports)
  return {
    program: systemProgram,
    accounts: [writableSignerAccount(transfer.source), writableAccount(transfer.recipient)],
    data: writer.end(),
  }
}

/** Writes `AdvanceNonceAccount`, which must be the first instruction of a transaction whose lifetime is a nonce. */
export function advanceNonceInstruction(nonce: {
  readonly nonceAccount: SvmAddress
  readonly authority: SvmAddress
}): Instruction {
  return {
    program: systemProgram,
    accounts: [
      writableAccount(nonce.nonceAccount),
      readonlyAccount(recentBlockhashesSysvar),
      signerAccount(nonce.authority),
    ],
    data: Uint8Array.of(4, 0, 0, 0),
  }
}

/** Tells whether an instruction advances a nonce. */
export function isAdvanceNonce({ program, accounts, data }: Instruction): boolean {
  return (
    program === systemProgram &&
    accounts.length >= 3 &&
    data.length === 4 &&
    data[0] === 4 &&
    data[1] === 0 &&
    data[2] === 0 &&
    data[3] === 0
  )
}
