import type { Address, Hex } from '@vaultwright/base'
import type { FreeField, Permission, VenueKind } from '@vaultwright/protocols'

/** A token of a swap, as far as it is known. */
export type SwapToken = {
  readonly address: Address
  readonly symbol: string | null
  readonly decimals: number | null
}

/** A leaf that would permit what a tree does not; `decoder` is null where none of the vault's is known to read it. */
export type PermittingLeaf = {
  readonly decoder: Address | null
  readonly target: Address
  readonly canSendValue: boolean
  readonly signature: string
  /** Packed arguments, one address each. */
  readonly arguments: readonly Address[]
  /** Null without a decoder. */
  readonly digest: Hex | null
}

/** Says if a venue can be quoted, and the reason if not. */
type VenueState =
  | 'ready'
  | 'needs_calldata'
  | 'approval_missing'
  | 'recipient_not_vault'
  | 'token_unknown'
  | 'not_permitted'

/** One way of a tree to swap a pair. */
export type PairVenue = {
  /** `<protocol>/<action>`. */
  readonly route: string
  /** As people call it. */
  readonly title: string
  readonly kind: VenueKind
  /** The account that is called; null where the leaf does not name it. */
  readonly target: Address | null
  /** The drone that acts; null for the vault. */
  readonly drone: Address | null
  /** The source of a quote: execution alone, or third-party calldata. */
  readonly quoting: 'executed' | 'offered'
  /** Values to try by parameter, such as fee tiers; empty when there is nothing to choose. */
  readonly variants: Readonly<Record<string, readonly string[]>>
  readonly hasDeadline: boolean
  /** Slot of the venue's own leaf, and of its approval; null where it needs none or lacks it. */
  readonly leaves: readonly { readonly slot: number; readonly approvalSlot: number | null }[]
  readonly state: VenueState
  /** A sentence; null for `ready`. */
  readonly why: string | null
  readonly free: readonly FreeField[]
  /** The permission that leaf and facts bind; null where no leaf does. */
  readonly permission: Permission | null
}

/** Says if a pair may be sold by an order that a leaf binds. */
export type OrderPermission =
  | { readonly state: 'ready'; readonly permission: Permission }
  | { readonly state: 'approval_missing'; readonly why: string }
  | {
      readonly state: 'not_permitted'
      readonly why: string
      readonly permittingLeaf: PermittingLeaf
    }

/** Two tokens, in the direction of the swap, and every way of the tree from one to the other. */
export type SwapPair = {
  readonly sellToken: SwapToken
  readonly buyToken: SwapToken
  /** By route, then by slot. */
  readonly venues: readonly PairVenue[]
  readonly limitOrder: OrderPermission
}
