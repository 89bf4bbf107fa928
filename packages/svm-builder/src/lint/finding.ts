import type { Facts, Severity } from '@vaultwright/base'
import type { SvmWorstCall } from './lint-input.ts'

/** A finding: a digest leaves open something it should not. */
export type SvmDigestFinding = {
  readonly code: SvmDigestFindingCode
  readonly severity: Severity
  /** One sentence. */
  readonly message: string
  readonly facts: Facts
  /** A call that the digest lets through. */
  readonly worst: SvmWorstCall
}

/**
 * - `any_instruction`: which instruction of the program is called is not pinned
 * - `any_length`: more data may follow what is meant
 * - `any_sub_account`: every one of the 256 sub-accounts may act
 * - `recipient_free`: the strategist chooses who receives
 * - `authority_free`: the strategist can give itself a right over the vault's tokens
 * - `signer_free`: the strategist can stand where the vault is meant, with its own signature
 * - `flags_unusual`: an account is pinned with flags that it does not have by itself
 * - `unknown_program`: this version does not know the program's instructions
 */
type SvmDigestFindingCode =
  | 'any_instruction'
  | 'any_length'
  | 'any_sub_account'
  | 'recipient_free'
  | 'authority_free'
  | 'signer_free'
  | 'flags_unusual'
  | 'unknown_program'
