import type { Address, Hex } from '@vaultwright/base'

/** A call that reads and changes nothing. */
export type EthCall = {
  readonly to: Address
  readonly data: Hex
  /** Who calls. Without it any account may be the caller, and such calls travel together. */
  readonly from?: Address
}

/** What a call returned, or what it reverted with (`0x` when with nothing). */
export type EthCallResult =
  | { readonly ok: true; readonly data: Hex }
  | { readonly ok: false; readonly data: Hex }
