import type { Address, Hex } from '@vaultwright/base'
import type { ProtocolNames } from '../schema/permission-draft.generated.ts'
import { type Definition, definitionOf } from './definition.ts'

/** A value of a parameter: an address, a name, a number; or a list of these. */
type DraftValue = Scalar | readonly (Scalar | readonly Scalar[])[]

type Scalar = string | number | bigint

type DraftValues<Name extends string> = { readonly [Parameter in Name]?: DraftValue }

/** The fields that every entry of a protocol may have. */
type EntryDraft = {
  readonly decoder?: string
  readonly packing?: string
  readonly as?: string
  readonly value?: boolean
  readonly size?: number
  readonly approvals?: boolean
}

/** An entry, typed by its protocol: names of actions and parameters are checked by the compiler. */
export type PermissionDraft =
  | {
      [Protocol in keyof ProtocolNames]: EntryDraft & {
        readonly protocol: Protocol
        readonly actions?: 'all' | readonly ProtocolNames[Protocol][0][]
        readonly each?: readonly DraftValues<ProtocolNames[Protocol][1]>[]
      } & DraftValues<ProtocolNames[Protocol][1]>
    }[keyof ProtocolNames]
  | { readonly leaf: LeafDraft }

/** One leaf as it is. */
type LeafDraft = {
  readonly target: string
  readonly signature: string
  readonly selector?: Hex
  readonly arguments?: readonly string[]
  readonly can_send_value?: boolean
  readonly decoder?: string
  readonly description?: string
}

/** A vault as a definition file writes it. */
export type VaultDefinitionDraft = {
  readonly name: string
  readonly chains: { readonly [slug: string]: ChainDraft }
}

/** A vault on one chain. */
export type ChainDraft = {
  readonly vault: Address
  readonly manager: Address
  readonly accountant?: Address
  readonly teller?: Address
  readonly queues?: readonly {
    readonly queue: Address
    readonly solver?: Address
    readonly sender?: Address
  }[]
  readonly base_asset?: string
  readonly drones?: { readonly [name: string]: Address }
  readonly decoders: { readonly [name: string]: Address }
  readonly addresses?: { readonly [name: string]: Address }
  readonly tokens?: {
    readonly [symbol: string]:
      | Address
      | { readonly address: Address; readonly symbol?: string; readonly decimals?: number }
  }
  readonly strategists: {
    readonly [name: string]: {
      readonly address?: Address | 'manager'
      readonly decoder?: string
      readonly permissions: readonly PermissionDraft[]
      readonly order?: string
      readonly capacity?: number
    }
  }
  readonly swap?: SwapDraft
}

/** The limits of swaps. */
type SwapDraft = {
  readonly max_loss_bps?: number
  readonly max_slippage_bps?: number
  readonly max_impact_bps?: number
  readonly quote_ttl_seconds?: number
  readonly requote_tolerance_bps?: number
  readonly max_order_seconds?: number
  readonly reserve?: { readonly [token: string]: string | number }
  readonly prices: { readonly [token: string]: PriceDraft | readonly PriceDraft[] }
  readonly deviation_bps?: number
}

/** A source of a price: exactly one of feed, oracle and rate. */
type PriceDraft = {
  readonly feed?: string
  readonly max_age_seconds?: number
  readonly oracle?: string
  readonly rate?: string
  readonly per?: string
  readonly confidence?: string | number
}

/**
 * Makes a definition in code: the same shape as the file, with names that the compiler knows.
 *
 * @throws {DefinitionFileError} for values that the compiler cannot check.
 */
export function defineVault(draft: VaultDefinitionDraft): Definition {
  return definitionOf(draft, () => null)
}
