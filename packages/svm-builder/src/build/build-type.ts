import type { Finding } from '@vaultwright/base'
import type { Instruction, Message, Operator, SvmAddress } from '@vaultwright/svm'

/** A wish: a route and its parameters by name, as a person gave them. */
export type SvmActionRequest = {
  readonly route: string
  readonly params?: Readonly<Record<string, unknown>>
}

/** Until when a transaction can be sent. */
export type SvmLifetime =
  | {
      readonly kind: 'blockhash'
      /** Base58 of 32 bytes. */
      readonly blockhash: string
      readonly lastValidBlockHeight: bigint
    }
  /** Until the nonce advances; its account must be among those that were read. */
  | { readonly kind: 'nonce'; readonly nonceAccount: SvmAddress }

/** Options of a transaction. */
export type SvmBuildOptions = {
  readonly version: 0 | 1
  readonly lifetime: SvmLifetime
  /** Null for what the templates state. */
  readonly computeUnitLimit: number | null
  /** Null for the definition's fixed price, or none. */
  readonly computeUnitPriceMicroLamports: bigint | null
  /** Of the whole transaction; null for price times limit. Version 1 alone says it. */
  readonly priorityFeeLamports: bigint | null
  /** Tables that version 0 uses: their accounts must be among those that were read. */
  readonly lookupTables: readonly SvmAddress[]
  /** True if limit and price are in a transaction of version 0; version 1 always has its limits. */
  readonly computeBudget: boolean
  /** The sender. Default: the vault's strategist. Another is refused. */
  readonly strategist?: SvmAddress | null
}

/** A call of the vault, and the digest that permits it. */
type SvmBuiltCall = Instruction & {
  readonly digestHex: string
  readonly digestAddress: SvmAddress
  readonly operators: readonly Operator[]
  /** The parts that the digest leaves free. */
  readonly free: readonly string[]
}

/** The result of one request. */
export type SvmBuiltAction = {
  readonly route: string
  readonly name: string
  readonly protocol: string
  readonly description: string
  readonly vaultId: bigint
  readonly subAccount: number
  /** With the flags that the runtime shows to the vault program. */
  readonly calls: readonly SvmBuiltCall[]
  readonly warnings: readonly Finding[]
}

/** An unsigned transaction, and everything that is in it. */
export type SvmBuilt = {
  /** Signature bytes are zeros. */
  readonly base64: string
  /** Bytes. */
  readonly size: number
  readonly version: 0 | 1
  /** The vault program: what the strategist calls. */
  readonly program: SvmAddress
  /** The strategist. */
  readonly feePayer: SvmAddress
  readonly message: Message
  /** Slot of the accounts that it was built from. */
  readonly slot: bigint
  /** Blockhash or nonce. */
  readonly lifetime: string
  /** Null with a nonce. */
  readonly lastValidBlockHeight: bigint | null
  readonly nonceAccount: SvmAddress | null
  /** Null without compute budget. */
  readonly computeUnitLimit: number | null
  /** Micro-lamports a compute unit. */
  readonly computeUnitPrice: bigint
  /** Lamports; null without compute budget. */
  readonly priorityFee: bigint | null
  readonly hasFixedFee: boolean
  /** The most micro-lamports a compute unit that the definition permits; null without a cap. */
  readonly unitPriceCap: bigint | null
  /** Those that the transaction really uses. */
  readonly lookupTables: readonly SvmAddress[]
  /** In the order in which they run, with merged flags. */
  readonly instructions: readonly Instruction[]
  readonly description: string
  /** In the order of the requests. */
  readonly actions: readonly SvmBuiltAction[]
  /** Sub-accounts that act, token accounts of theirs, and what the actions create. */
  readonly watched: readonly SvmAddress[]
  /** Accounts that the actions exist to create. */
  readonly created: readonly SvmAddress[]
  /** Programs that the templates expect to run, beside the vault program. */
  readonly templatePrograms: readonly SvmAddress[]
  readonly warnings: readonly Finding[]
}
