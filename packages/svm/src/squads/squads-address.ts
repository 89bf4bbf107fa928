import { parseSvmAddress, type SvmAddress, svmBytesOf } from '../address/address.ts'
import { deriveAddress } from '../address/derive.ts'
import { littleBytesOf } from '../bytes/little-writer.ts'

/** The program of Squads multisigs, version 4. Source: docs.rs/squads-multisig-program. */
export const squadsProgram: SvmAddress = parseSvmAddress(
  'SQDS4ep65T869zMMBKyuUq6aD6EgTu8psMjkvj52pCf',
)

/** The account that signs for a multisig. */
export function squadsVaultOf(multisig: SvmAddress, vaultIndex: number): SvmAddress {
  return derived(multisig, 'vault', Uint8Array.of(vaultIndex))
}

/** The account of a transaction of a multisig. */
export function squadsTransactionOf(multisig: SvmAddress, index: bigint): SvmAddress {
  return derived(multisig, 'transaction', littleBytesOf(index, 64))
}

/** The account that counts the votes for a transaction of a multisig. */
export function squadsProposalOf(multisig: SvmAddress, index: bigint): SvmAddress {
  return derived(multisig, 'transaction', littleBytesOf(index, 64), textBytes('proposal'))
}

function derived(multisig: SvmAddress, word: string, ...seeds: readonly Uint8Array[]): SvmAddress {
  const all = [textBytes('multisig'), svmBytesOf(multisig), textBytes(word), ...seeds]
  return deriveAddress(squadsProgram, all).address
}

function textBytes(text: string): Uint8Array {
  return new TextEncoder().encode(text)
}
