import type { SvmAddress } from '@vaultwright/svm'
import type { SvmActionRequest, SvmDefinition } from '@vaultwright/svm-builder'

/** The choices of a caller about a transaction. */
export type SolanaBuildOptions = {
  readonly version: 0 | 1
  /** Null: as the definition's `priority_fee` says. */
  readonly computeUnitPriceMicroLamports: bigint | null
  readonly priorityFeeLamports: bigint | null
  /** A durable nonce in place of a blockhash. */
  readonly nonceAccount: SvmAddress | null
  readonly lookupTables: readonly SvmAddress[]
  /** True if the transaction states its compute units and price. */
  readonly computeBudget: boolean
}

export type SolanaBuildRequest = {
  readonly definition: SvmDefinition
  /** In the order in which they run. */
  readonly requests: readonly SvmActionRequest[]
  readonly options: SolanaBuildOptions
  readonly simulate: boolean
  /** The intended signer; null: the strategist of the vault's state. */
  readonly strategist: SvmAddress | null
}
