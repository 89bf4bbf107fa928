import { type SvmAddress, svmAddressOf } from '../address/address.ts'
import { token2022Program, tokenProgram } from '../address/known-address.ts'
import { type LittleReader, openLittleReader } from '../bytes/little-reader.ts'
import { decodeMintExtensions, type MintExtension } from './mint-extension.ts'
import {
  assertOwner,
  MalformedAccountError,
  type SvmAccount,
  UnknownLayoutError,
} from './svm-account.ts'

const tokenPrograms = [tokenProgram, token2022Program]

/** Accounts with extensions are as long as a token account at least, then say their kind in one byte. */
const tokenAccountSize = 165

type TokenKind = { readonly what: string; readonly size: number; readonly tag: number }

const mintKind: TokenKind = { what: 'mint', size: 82, tag: 1 }
const tokenAccountKind: TokenKind = { what: 'token account', size: tokenAccountSize, tag: 2 }

/** A token. */
type SvmMint = {
  /** Base units. */
  readonly supply: bigint
  readonly decimals: number
  readonly mintAuthority: SvmAddress | null
  readonly freezeAuthority: SvmAddress | null
  /** The program that moves it. */
  readonly tokenProgram: SvmAddress
  /** Empty for the first token program. */
  readonly extensions: readonly MintExtension[]
}

/** A balance of a token. */
export type SvmTokenAccount = {
  readonly mint: SvmAddress
  readonly owner: SvmAddress
  /** Base units. */
  readonly amount: bigint
  readonly delegate: SvmAddress | null
  readonly delegatedAmount: bigint
  readonly isFrozen: boolean
  /** True if it holds wrapped SOL. */
  readonly isNative: boolean
  readonly closeAuthority: SvmAddress | null
  readonly tokenProgram: SvmAddress
}

/**
 * Reads a mint of either token program.
 *
 * @throws {ForeignAccountError} when another program owns it.
 * @throws {UnknownLayoutError} when it is another kind of account.
 * @throws {MalformedAccountError} when it is not initialised or its bytes contradict themselves.
 */
export function decodeMint(account: SvmAccount): SvmMint {
  assertOwner('mint', account, tokenPrograms)
  assertKind(account, mintKind)
  const fail = (offset: number, reason: string) => new MalformedAccountError('mint', offset, reason)
  const reader = openLittleReader(account.data, fail)
  const mintAuthority = readOptional(reader, readAddress, fail)
  const supply = reader.u64()
  const decimals = reader.u8()
  if (reader.u8() !== 1) throw fail(45, 'it is not initialised')
  const freezeAuthority = readOptional(reader, readAddress, fail)
  const tail = account.data.subarray(tokenAccountSize + 1)
  return {
    supply,
    decimals,
    mintAuthority,
    freezeAuthority,
    tokenProgram: account.owner,
    extensions: decodeMintExtensions(tail, tokenAccountSize + 1),
  }
}

/**
 * Reads a token account of either token program.
 *
 * @throws {ForeignAccountError} when another program owns it.
 * @throws {UnknownLayoutError} when it is another kind of account.
 * @throws {MalformedAccountError} when it is not initialised or its bytes contradict themselves.
 */
export function decodeTokenAccount(account: SvmAccount): SvmTokenAccount {
  assertOwner('token account', account, tokenPrograms)
  assertKind(account, tokenAccountKind)
  const fail = (offset: number, reason: string) =>
    new MalformedAccountError('token account', offset, reason)
  const reader = openLittleReader(account.data, fail)
  const mint = readAddress(reader)
  const owner = readAddress(reader)
  const amount = reader.u64()
  const delegate = readOptional(reader, readAddress, fail)
  const state = reader.u8()
  if (state !== 1 && state !== 2) throw fail(108, `its state ${state} is not initialised`)
  const rentReserve = readOptional(reader, ({ u64 }) => u64(), fail)
  return {
    mint,
    owner,
    amount,
    delegate,
    delegatedAmount: reader.u64(),
    isFrozen: state === 2,
    isNative: rentReserve !== null,
    closeAuthority: readOptional(reader, readAddress, fail),
    tokenProgram: account.owner,
  }
}

function assertKind({ data, owner }: SvmAccount, { what, size, tag }: TokenKind): void {
  const isBare = data.length === size
  const isExtended =
    owner === token2022Program && data.length > tokenAccountSize && data[tokenAccountSize] === tag
  if (isBare || isExtended) return
  throw new UnknownLayoutError(
    what,
    data.length,
    `such accounts have ${size} bytes, or more and their kind behind byte ${tokenAccountSize}`,
  )
}

function readAddress(reader: LittleReader): SvmAddress {
  return svmAddressOf(reader.take(32))
}

/** Four bytes say whether a value is set; its place is there in any case. */
function readOptional<Value>(
  reader: LittleReader,
  read: (reader: LittleReader) => Value,
  fail: (offset: number, reason: string) => Error,
): Value | null {
  const offset = reader.offset()
  const mark = reader.u32()
  if (mark > 1) throw fail(offset, `${mark} is neither 0 nor 1`)
  const value = read(reader)
  return mark === 1 ? value : null
}
