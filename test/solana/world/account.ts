import { createHash } from 'node:crypto'
import {
  type Address,
  createKeyPairSignerFromPrivateKeyBytes,
  type KeyPairSigner,
  lamports,
} from '@solana/kit'
import { getMintEncoder, getTokenEncoder } from '@solana-program/token'
import type { SvmAddress } from '@vaultwright/svm'
import type { LiteSVM } from 'litesvm'

/** A key of the world, which follows from its name: anyone has it. */
export async function testKey(name: string): Promise<KeyPairSigner> {
  const seed = createHash('sha256').update(`vaultwright test key: ${name}`).digest()
  return createKeyPairSignerFromPrivateKeyBytes(new Uint8Array(seed))
}

/** Puts an account where it is, with the rent that its length asks for. */
export function putAccount(
  svm: LiteSVM,
  address: SvmAddress,
  account: { readonly owner: SvmAddress; readonly data: Uint8Array; readonly lamports?: bigint },
): void {
  const { owner, data } = account
  const rent = svm.minimumBalanceForRentExemption(BigInt(data.length))
  svm.setAccount({
    address: address as string as Address,
    programAddress: owner as string as Address,
    data,
    lamports: lamports(account.lamports ?? rent),
    executable: false,
    space: BigInt(data.length),
  })
}

export type MintFacts = {
  readonly supply: bigint
  readonly decimals: number
  readonly authority: SvmAddress
}

export function mintBytes({ supply, decimals, authority }: MintFacts): Uint8Array {
  return new Uint8Array(
    getMintEncoder().encode({
      mintAuthority: authority as string as Address,
      supply,
      decimals,
      isInitialized: true,
      freezeAuthority: null,
    }),
  )
}

export type HoldingFacts = {
  readonly mint: SvmAddress
  readonly owner: SvmAddress
  readonly amount: bigint
  /** Lamports of the account that are no amount; null for a token that is not wrapped. */
  readonly rentReserve?: bigint | null
}

export function holdingBytes({ mint, owner, amount, rentReserve }: HoldingFacts): Uint8Array {
  return new Uint8Array(
    getTokenEncoder().encode({
      mint: mint as string as Address,
      owner: owner as string as Address,
      amount,
      delegate: null,
      state: 1,
      isNative: rentReserve ?? null,
      delegatedAmount: 0n,
      closeAuthority: null,
    }),
  )
}

const baseLength = 165
const mintKind = 1
const accountKind = 2

/** A Token-2022 mint that keeps a fee of each transfer: the base, its kind, then one extension (type 1). */
export function feeMintBytes(facts: MintFacts, fee: { bps: number; most: bigint }): Uint8Array {
  const extension = new Uint8Array(108)
  const view = new DataView(extension.buffer)
  // Two authorities that are not set, the amount withheld, then the older and the newer fee.
  for (const start of [72, 90]) {
    view.setBigUint64(start + 8, fee.most, true)
    view.setUint16(start + 16, fee.bps, true)
  }
  return extended(mintBytes(facts), mintKind, { type: 1, bytes: extension })
}

/** A Token-2022 account of such a mint, with the amount withheld in it (type 2). */
export function feeHoldingBytes(facts: HoldingFacts): Uint8Array {
  return extended(holdingBytes(facts), accountKind, { type: 2, bytes: new Uint8Array(8) })
}

function extended(
  base: Uint8Array,
  kind: number,
  extension: { readonly type: number; readonly bytes: Uint8Array },
): Uint8Array {
  const bytes = new Uint8Array(baseLength + 1 + 4 + extension.bytes.length)
  const view = new DataView(bytes.buffer)
  bytes.set(base)
  bytes[baseLength] = kind
  view.setUint16(baseLength + 1, extension.type, true)
  view.setUint16(baseLength + 3, extension.bytes.length, true)
  bytes.set(extension.bytes, baseLength + 5)
  return bytes
}
