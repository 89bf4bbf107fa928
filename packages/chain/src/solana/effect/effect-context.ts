import type { SvmAddress } from '@vaultwright/svm'

/** The owners whose balances count, and the expectations. */
export type SvmEffectContext = {
  /** The vault's sub-accounts that the transaction names. */
  readonly subAccounts: readonly SvmAddress[]
  readonly strategist: SvmAddress
  /** Programs that the actions' templates call, directly or not. */
  readonly programs: readonly SvmAddress[]
  /** Tokens that the actions name, SOL as the system program. */
  readonly tokens: readonly SvmAddress[]
  /** Accounts that the actions exist to create: their rent is meant; default: none. */
  readonly created?: readonly SvmAddress[]
  /** The fee, for nodes that do not say it · lamports; null when it is not known. */
  readonly feeLamports: bigint | null
  /** The minimum balance of an account without data · lamports; default: 890,880. */
  readonly rentLamports?: bigint
  /** @returns null when it is not known. */
  readonly decimalsOf: (mint: SvmAddress) => number | null
  readonly symbolOf: (mint: SvmAddress) => string | null
}
