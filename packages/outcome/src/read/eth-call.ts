import type { Address, Hex } from '@vaultwright/base'

/** A call that reads and changes nothing. */
export type EthCall = {
  readonly to: Address
  readonly data: Hex
  /** The caller. Without it any account may be the caller, and such calls travel together. */
  readonly from?: Address
}

/** The data a call returned, or reverted with (`0x` if none). */
export type EthCallResult =
  | { readonly ok: true; readonly data: Hex }
  | { readonly ok: false; readonly data: Hex }
