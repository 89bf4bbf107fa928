import type { Actor } from '../access/audit.ts'
import type { VaultRef } from './vault.ts'

/** The failed work: a kind of work on a vault, for one day or for none. */
export type FailureRef = VaultRef & {
  /** As `vault.snapshot`. */
  readonly kind: string
  /** Null for work that is not about a day. */
  readonly day: string | null
}

/** Work that failed and was not done since. */
export type IndexingFailure = FailureRef & {
  /** `parked` is not tried again before a repair. */
  readonly state: 'retrying' | 'parked'
  readonly attempts: number
  /** Of the last error. */
  readonly code: string
  /** Of the last error, without secrets. */
  readonly message: string
  readonly firstAtUnix: bigint
  readonly lastAtUnix: bigint
  /** Not to be tried before; null when parked. */
  readonly retryAtUnix: bigint | null
}

/** Failed work in the store: at most one entry a piece of work. */
export type FailureStore = {
  /** Notes a failure, and counts it. @throws {VaultNotFoundError} @returns as it stands now. */
  readonly record: (
    tenantId: string,
    failure: FailureRef & Pick<IndexingFailure, 'code' | 'message' | 'retryAtUnix'>,
  ) => Promise<IndexingFailure>
  /** Forgets a failure: the work was done, or is to be tried afresh. @returns false when there was none. */
  readonly clear: (tenantId: string, failure: FailureRef) => Promise<boolean>
  /**
   * Forgets the failures of a vault, parked ones too, and writes that into the audit log.
   * @param range - days of the failures; those of no day are always among them.
   * @returns how many there were. @throws {VaultNotFoundError}
   */
  readonly repair: (
    tenantId: string,
    range: VaultRef & { readonly from: string | null; readonly to: string | null },
    by: Actor,
  ) => Promise<number>
  /** @returns the vault's failures, latest first. */
  readonly list: (tenantId: string, vaultRef: VaultRef) => Promise<readonly IndexingFailure[]>
}
