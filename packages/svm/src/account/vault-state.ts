import { type SvmAddress, svmAddressOf, svmBytesOf } from '../address/address.ts'
import { defaultVaultProgram } from '../address/known-address.ts'
import { openLittleReader } from '../bytes/little-reader.ts'
import { openLittleWriter } from '../bytes/little-writer.ts'
import {
  assertOwner,
  MalformedAccountError,
  type SvmAccount,
  UnknownLayoutError,
} from './svm-account.ts'

/** `sha256("account:BoringVault")`, its first 8 bytes. */
const discriminator = Uint8Array.of(0x23, 0x54, 0x2c, 0x59, 0x96, 0x37, 0xec, 0x19)

/** A vault's state account. */
export type SvmVaultState = {
  readonly vaultId: bigint
  readonly authority: SvmAddress
  /** The system program if none is proposed. */
  readonly pendingAuthority: SvmAddress
  readonly paused: boolean
  readonly shareMint: SvmAddress
  readonly depositSubAccount: number
  readonly withdrawSubAccount: number
  /** Null in the layout of 336 bytes. */
  readonly shareMover: SvmAddress | null
  readonly baseAsset: SvmAddress
  /** Of the shares. */
  readonly decimals: number
  readonly rateProvider: SvmAddress
  /** Base units of the base asset a whole share. */
  readonly exchangeRate: bigint
  readonly highWaterMark: bigint
  readonly feesOwed: bigint
  readonly totalSharesLastUpdate: bigint
  readonly lastUpdateUnix: bigint
  readonly payout: SvmAddress
  readonly upperBoundBps: number
  readonly lowerBoundBps: number
  readonly updateDelaySeconds: number
  readonly platformFeeBps: number
  readonly performanceFeeBps: number
  /** The system program if everybody may withdraw. */
  readonly withdrawAuthority: SvmAddress
  /** The one account that may call `manage`. */
  readonly strategist: SvmAddress
  /** The account's length, which names its layout. */
  readonly layout: 336 | 368
}

/**
 * Reads a vault's state.
 *
 * @param program - default: the published vault program.
 * @throws {ForeignAccountError} when another program owns it.
 * @throws {UnknownLayoutError} when it is another account of the program, or has another length than 336 or 368.
 * @throws {MalformedAccountError} when `paused` is neither 0 nor 1.
 */
export function decodeVaultState(
  account: SvmAccount,
  program: SvmAddress = defaultVaultProgram,
): SvmVaultState {
  assertOwner('vault state', account, [program])
  const { data } = account
  if (!discriminator.every((byte, index) => data[index] === byte)) {
    throw new UnknownLayoutError(
      'vault state',
      data.length,
      'its first 8 bytes are of another kind',
    )
  }
  if (data.length !== 336 && data.length !== 368) {
    throw new UnknownLayoutError(
      'vault state',
      data.length,
      'the layouts that are read have 336 and 368 bytes',
    )
  }
  const layout = data.length
  const fail = (offset: number, reason: string) =>
    new MalformedAccountError('vault state', offset, reason)
  const reader = openLittleReader(data, fail)
  const address = () => svmAddressOf(reader.take(32))
  reader.skip(8)
  return {
    vaultId: reader.u64(),
    authority: address(),
    pendingAuthority: address(),
    paused: readFlag(reader.offset(), reader.u8(), fail),
    shareMint: address(),
    depositSubAccount: reader.u8(),
    withdrawSubAccount: reader.u8(),
    shareMover: layout === 368 ? address() : null,
    baseAsset: address(),
    decimals: reader.u8(),
    rateProvider: address(),
    exchangeRate: reader.u64(),
    highWaterMark: reader.u64(),
    feesOwed: reader.u64(),
    totalSharesLastUpdate: reader.u64(),
    lastUpdateUnix: reader.u64(),
    payout: address(),
    upperBoundBps: reader.u16(),
    lowerBoundBps: reader.u16(),
    updateDelaySeconds: reader.u32(),
    platformFeeBps: reader.u16(),
    performanceFeeBps: reader.u16(),
    withdrawAuthority: address(),
    strategist: address(),
    layout,
  }
}

/** Prints a vault's state as the account's data, the inverse of `decodeVaultState`. */
export function encodeVaultState(state: SvmVaultState): Uint8Array {
  const writer = openLittleWriter(state.layout)
  const address = (value: SvmAddress) => writer.bytes(svmBytesOf(value))
  writer.bytes(discriminator)
  writer.u64(state.vaultId)
  address(state.authority)
  address(state.pendingAuthority)
  writer.u8(state.paused ? 1 : 0)
  address(state.shareMint)
  writer.u8(state.depositSubAccount)
  writer.u8(state.withdrawSubAccount)
  if (state.layout === 368) writer.bytes(svmBytesOf(state.shareMover ?? noAddress))
  address(state.baseAsset)
  writer.u8(state.decimals)
  address(state.rateProvider)
  writer.u64(state.exchangeRate)
  writer.u64(state.highWaterMark)
  writer.u64(state.feesOwed)
  writer.u64(state.totalSharesLastUpdate)
  writer.u64(state.lastUpdateUnix)
  address(state.payout)
  writer.u16(state.upperBoundBps)
  writer.u16(state.lowerBoundBps)
  writer.u32(state.updateDelaySeconds)
  writer.u16(state.platformFeeBps)
  writer.u16(state.performanceFeeBps)
  address(state.withdrawAuthority)
  address(state.strategist)
  const data = new Uint8Array(state.layout)
  data.set(writer.end())
  return data
}

const noAddress = svmAddressOf(new Uint8Array(32))

function readFlag(
  offset: number,
  value: number,
  fail: (offset: number, reason: string) => Error,
): boolean {
  if (value > 1) throw fail(offset, `${value} is neither 0 nor 1`)
  return value === 1
}
