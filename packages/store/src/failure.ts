import type { VaultPlace } from './vault.ts'

/** What work failed: a kind of work on a vault, for one day or for none. */
export type FailurePlace = VaultPlace & {
  /** As `vault.snapshot`. */
  readonly kind: string
  /** Null for work that is not about a day. */
  readonly day: string | null
}

/** Work that failed and was not done since. */
export type Failure = FailurePlace & {
  /** `parked` is not tried again before somebody says so. */
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
    failure: FailurePlace & Pick<Failure, 'code' | 'message' | 'retryAtUnix'>,
  ) => Promise<Failure>
  /** Forgets a failure: the work was done, or is to be tried afresh. @returns false when there was none. */
  readonly clear: (tenantId: string, place: FailurePlace) => Promise<boolean>
  /** @returns the vault's failures, latest first. */
  readonly list: (tenantId: string, place: VaultPlace) => Promise<readonly Failure[]>
}
