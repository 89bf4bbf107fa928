import type { Operator, SvmAddress } from '@vaultwright/svm'
import type { SvmToken } from '../template/template.ts'

/** A Solana vault: where it is, names for its tokens and accounts, and what its strategist may do. */
export type SvmDefinition = {
  /** The vault's name for people. */
  readonly name: string
  /** The vault program. */
  readonly program: SvmAddress
  /** Base58 of the genesis hash that the node must show. */
  readonly genesisHash: string
  /** The state account: the vault's address. */
  readonly vault: SvmAddress
  readonly vaultId: bigint
  readonly status: 'active' | 'paused' | 'retired'
  /** In the order of the file. */
  readonly tokens: readonly SvmToken[]
  /** In the order of the file. */
  readonly accounts: readonly SvmNamedAccount[]
  readonly lookupTables: readonly SvmAddress[]
  readonly priorityFee: SvmPriorityFee | null
  readonly permissions: readonly SvmPermissionEntry[]
}

/** A name of an address. */
type SvmNamedAccount = { readonly name: string; readonly address: SvmAddress }

/** The price a transaction pays for a compute unit, in micro-lamports. */
export type SvmPriorityFee =
  | { readonly kind: 'fixed'; readonly price: bigint; readonly cap: bigint | null }
  | { readonly kind: 'recent'; readonly cap: bigint }

/** Flags of an account of the inner call. */
export type SvmAccountFlags = { readonly isSigner: boolean; readonly isWritable: boolean }

/** An entry of a definition: every combination of its values is a permission. */
export type SvmPermissionEntry = {
  readonly route: string
  readonly subAccounts: readonly number[]
  /** Names or addresses by parameter, as they are written. */
  readonly values: Readonly<Record<string, readonly string[]>>
  /** Null for the template's. */
  readonly operators: readonly Operator[] | null
  /** By index of the account, where they differ from the template's. */
  readonly flags: Readonly<Record<string, SvmAccountFlags>>
}
