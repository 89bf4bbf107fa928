import { createHash } from 'node:crypto'
import { type AccountMeta, type Instruction, type SvmAddress, svmBytesOf } from '@vaultwright/svm'

/** Calls that a Squads multisig approves, as whoever makes its transaction gives them. */
export type SquadsCalls = {
  readonly multisig: SvmAddress
  readonly vaultIndex: number
  readonly creator: SvmAddress
  readonly index: bigint
  /** In the order of the account: signers first, written before readonly. */
  readonly accounts: readonly AccountMeta[]
  readonly instructions: readonly Instruction[]
}

/** The account of a Squads transaction as its program writes it, written apart from the package that reads it. */
export function squadsAccountOf(calls: SquadsCalls): Uint8Array {
  const { accounts, instructions } = calls
  const countOf = (isSigner: boolean) =>
    accounts.filter((each) => each.isSigner === isSigner && each.isWritable).length
  const numberOf = (address: SvmAddress) => accounts.findIndex((each) => each.address === address)
  return new Uint8Array(
    Buffer.concat([
      createHash('sha256').update('account:VaultTransaction').digest().subarray(0, 8),
      svmBytesOf(calls.multisig),
      svmBytesOf(calls.creator),
      Buffer.from(new BigUint64Array([calls.index]).buffer),
      Uint8Array.of(255, calls.vaultIndex, 254),
      u32(0),
      Uint8Array.of(
        accounts.filter(({ isSigner }) => isSigner).length,
        countOf(true),
        countOf(false),
      ),
      u32(accounts.length),
      ...accounts.map(({ address }) => svmBytesOf(address)),
      u32(instructions.length),
      ...instructions.flatMap((each) => [
        Uint8Array.of(numberOf(each.program)),
        u32(each.accounts.length),
        Uint8Array.from(each.accounts.map(({ address }) => numberOf(address))),
        u32(each.data.length),
        each.data,
      ]),
      u32(0),
    ]),
  )
}

const u32 = (value: number) => Buffer.from(new Uint32Array([value]).buffer)
