import type { Address } from '@vaultwright/base'
import type { DayRange, FinalHead, IndexingFailure, Snapshot } from '@vaultwright/store'
import type { SvmAddress } from '@vaultwright/svm'
import type { TenantVaultRef } from '../task/task.ts'

/** The progress of a vault's index on a chain. */
export type VaultStatus = Omit<TenantVaultRef, 'vault'> & {
  /** EIP-55, or base58 as it is. */
  readonly vault: Address | SvmAddress
  readonly name: string
  /** The last final block that any process saw; null before the first scan. */
  readonly head: Omit<FinalHead, 'hash'> | null
  /** Days that are over and final; null while that, or the vault's first block, is not known. */
  readonly due: DayRange | null
  /** The last day that was read. */
  readonly lastDay: string | null
  /** From the end of that day to the head. */
  readonly lagSeconds: number | null
  /** Days that are due and were not read, oldest first. */
  readonly missingDays: readonly string[]
  /** Days of a Solana vault that were not read in time, oldest first: nothing reads them any more. */
  readonly lostDays: readonly string[]
  /** Days whose values are missing, or were computed from something else than what is there now. */
  readonly staleDays: readonly string[]
  /** Latest first. */
  readonly failures: readonly IndexingFailure[]
  /** True if the block of its deployment is known. */
  readonly isFound: boolean
  /** Roots that are or were on the Manager, whose tree is not stored. */
  readonly unknownRoots: number
  /** Those of them that permit something now. */
  readonly unknownActiveRoots: number
  /** Net assets less total assets on the last day, as a fraction of the latter; null when it is not known. */
  readonly navGapRelative: string | null
  /** The least and the most that it was worth on the last day, and its next rate; null when they were not computed. */
  readonly worthBounds: Snapshot['worthBounds']
  /** Allowances without a limit to spenders that are not on record, on the last day; null where none was looked at. */
  readonly unlimitedAllowances: number | null
  /** Digests of a Solana vault that exist and that its definition does not name, on the last day; null elsewhere, and where not all were read. */
  readonly foreignDigests: number | null
}
