import { type SvmAddress, svmAddressOf } from '../address/address.ts'
import { systemProgram } from '../address/known-address.ts'
import { openLittleReader } from '../bytes/little-reader.ts'
import { MalformedAccountError } from './svm-account.ts'

/** The rules that a mint of Token-2022 adds to its token. */
export type MintExtension =
  | {
      readonly kind: 'transfer_fee'
      /** Holds from `newer.epoch` on; before it, `older` does. */
      readonly newer: MintTransferFee
      readonly older: MintTransferFee
    }
  /** A program that every transfer calls; null if none is set now. */
  | { readonly kind: 'transfer_hook'; readonly hookProgram: SvmAddress | null }
  /** May move or burn every balance; null if none is set. */
  | { readonly kind: 'permanent_delegate'; readonly delegate: SvmAddress | null }
  | { readonly kind: 'mint_close_authority'; readonly closeAuthority: SvmAddress | null }
  /** New accounts are frozen. */
  | { readonly kind: 'default_frozen' }
  | { readonly kind: 'pausable'; readonly paused: boolean }
  | { readonly kind: PlainMintExtension }
  /** Newer than this version reads. */
  | { readonly kind: 'unknown'; readonly type: number }

/** The fee of a transfer, taken out of what is received. */
type MintTransferFee = {
  readonly epoch: bigint
  readonly bps: number
  /** Base units, at most this a transfer. */
  readonly maximum: bigint
}

/** Extensions of which only the presence matters here. */
export type PlainMintExtension =
  | 'confidential'
  | 'confidential_fee'
  | 'confidential_mint_burn'
  | 'default_initialized'
  | 'group_member_pointer'
  | 'group_pointer'
  | 'interest_bearing'
  | 'metadata_pointer'
  | 'non_transferable'
  | 'scaled_ui_amount'
  | 'token_group'
  | 'token_group_member'
  | 'token_metadata'

const plainByType: ReadonlyMap<number, PlainMintExtension> = new Map([
  [4, 'confidential'],
  [9, 'non_transferable'],
  [10, 'interest_bearing'],
  [16, 'confidential_fee'],
  [18, 'metadata_pointer'],
  [19, 'token_metadata'],
  [20, 'group_pointer'],
  [21, 'token_group'],
  [22, 'group_member_pointer'],
  [23, 'token_group_member'],
  [24, 'confidential_mint_burn'],
  [25, 'scaled_ui_amount'],
])

/** The least bytes that an extension's value takes, for those whose fields are read. */
const sizeByType: ReadonlyMap<number, number> = new Map([
  [1, 108],
  [3, 32],
  [6, 1],
  [12, 32],
  [14, 64],
  [26, 33],
])

/**
 * Reads the extensions of a mint: a type of 16 bits, a length of 16 bits and a value each.
 *
 * @param tail - the bytes behind the account's kind; a type of zero ends them.
 * @param start - where the tail stands in the account, for errors.
 * @throws {MalformedAccountError} when one breaks off, stands twice or has another length.
 */
export function decodeMintExtensions(tail: Uint8Array, start: number): readonly MintExtension[] {
  const fail = (offset: number, reason: string) =>
    new MalformedAccountError('mint', start + offset, reason)
  const reader = openLittleReader(tail, fail)
  const extensions: MintExtension[] = []
  const types = new Set<number>()
  while (reader.left() >= 2) {
    const offset = reader.offset()
    const type = reader.u16()
    if (type === 0) break
    const value = reader.take(reader.u16())
    if (types.has(type)) throw fail(offset, `extension ${type} stands twice`)
    types.add(type)
    const size = sizeByType.get(type)
    if (size !== undefined && value.length !== size) {
      throw fail(offset, `extension ${type} has ${value.length} bytes instead of ${size}`)
    }
    extensions.push(extensionOf(type, value, (reason) => fail(offset, reason)))
  }
  return extensions
}

function extensionOf(
  type: number,
  value: Uint8Array,
  fail: (reason: string) => Error,
): MintExtension {
  const plain = plainByType.get(type)
  if (plain !== undefined) return { kind: plain }
  switch (type) {
    case 1:
      return {
        kind: 'transfer_fee',
        older: feeAt(value, 72),
        newer: feeAt(value, 90),
      }
    case 3:
      return { kind: 'mint_close_authority', closeAuthority: optionalAt(value, 0) }
    case 6:
      return { kind: value[0] === 2 ? 'default_frozen' : 'default_initialized' }
    case 12:
      return { kind: 'permanent_delegate', delegate: optionalAt(value, 0) }
    case 14:
      return { kind: 'transfer_hook', hookProgram: optionalAt(value, 32) }
    case 26:
      if (value[32]! > 1) throw fail(`${value[32]} is neither 0 nor 1`)
      return { kind: 'pausable', paused: value[32] === 1 }
    default:
      return { kind: 'unknown', type }
  }
}

function feeAt(value: Uint8Array, offset: number): MintTransferFee {
  const view = new DataView(value.buffer, value.byteOffset, value.byteLength)
  return {
    epoch: view.getBigUint64(offset, true),
    maximum: view.getBigUint64(offset + 8, true),
    bps: view.getUint16(offset + 16, true),
  }
}

/** An address of which zeros mean that none is set. */
function optionalAt(value: Uint8Array, offset: number): SvmAddress | null {
  const address = svmAddressOf(value.subarray(offset, offset + 32))
  return address === systemProgram ? null : address
}

/**
 * Computes what a transfer fee takes: the rate of the amount, rounded up, and the maximum at most.
 *
 * Source: Token-2022, transfer fee extension.
 */
export function transferFeeOf(fee: MintTransferFee, amount: bigint): bigint {
  const share = (amount * BigInt(fee.bps) + 9_999n) / 10_000n
  return share < fee.maximum ? share : fee.maximum
}
