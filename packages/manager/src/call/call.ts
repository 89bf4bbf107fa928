import type { Address, Hex } from '@vaultwright/base'

/** A call that the vault is to make. */
export type Call = {
  readonly target: Address
  readonly data: Hex
  /** Wei. */
  readonly value: bigint
  /** The decoder that shall read it; any when not said. */
  readonly decoder?: Address
}

/** A call with what the Manager asks for: its decoder and its proof. */
export type ManageCall = {
  /** Siblings bottom-up, 32 bytes each. */
  readonly proof: readonly Hex[]
  readonly decoder: Address
  readonly target: Address
  readonly data: Hex
  /** Wei. */
  readonly value: bigint
}
