import type { Address, Hex } from '@vaultwright/base'

/**
 * Facts of the chain about a batch that calldata lacks, at the block before the batch runs.
 *
 * Every member may be left out: what is left out stays unknown and is never taken to be well.
 */
export type ManagerState = {
  /** True if the caller may call `manageVaultWithMerkleVerification`, as owner or by a role. */
  readonly isAuthorised?: boolean
  /** True if the Manager is paused. */
  readonly isPaused?: boolean
  /** True if the Manager may call its own `manageVaultWithMerkleVerification`, which flash loans need. */
  readonly isManagerAuthorised?: boolean
  /** True if the vault lets the Manager call `manage`. */
  readonly isVaultCaller?: boolean
  /** The vault. */
  readonly vault?: Address
  /** The vault's balance of the chain's native coin, in wei. */
  readonly nativeBalance?: bigint
  /** Tells whether an account has code; null when it is not known. */
  readonly hasCode?: (account: Address) => boolean | null
  /** Tells what a decoder does with a selector, `0x` for calldata below 4 bytes; null when it is not known. */
  readonly functionAt?: (decoder: Address, selector: Hex) => DecoderFunction | null
  /** Names the decoders of the rule book whose functions a decoder has; null when it is not known. */
  readonly decodersAt?: (decoder: Address) => readonly string[] | null
  /**
   * The behaviour of the flash lender: calls the Manager back with what it was given, with
   * something else, or not at all.
   */
  readonly lender?: 'honest' | 'tampering' | 'silent'
}

/**
 * The answer of a decoder to a selector: it has the function, it says that it does not, or it
 * reverts without a word because it has no fallback.
 */
export type DecoderFunction = 'there' | 'unsupported' | 'silent'

/**
 * Tells whether an account is known to answer nothing.
 *
 * @returns true without code; null when it is not known, or when the chain itself answers there.
 */
export function isCodeless(state: ManagerState, account: Address): boolean | null {
  const hasCode = state.hasCode?.(account) ?? null
  if (hasCode === null) return null
  return hasCode ? false : BigInt(account) > 0n && BigInt(account) <= lastPrecompile ? null : true
}

/** Accounts up to here are kept for precompiled contracts, which answer without code. */
const lastPrecompile = 0xffffn
