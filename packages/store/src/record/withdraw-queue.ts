import type { Address, Hex } from '@vaultwright/base'
import type { QueuedRequest, RequestStatus } from '@vaultwright/queue'
import type { Page, PageQuery } from '../value/page.ts'
import type { VaultRef } from './vault.ts'

/** The block up to which the logs of a queue are stored. */
export type QueueMark = { readonly block: bigint; readonly blockHash: Hex }

/** A withdraw queue as its logs told it, up to a block. */
export type StoredWithdrawQueue = {
  readonly readTo: QueueMark
  /** Every request that ever was in it, in the order of the chain. */
  readonly requests: readonly QueuedRequest[]
}

/** Requests of a queue that came or ended after what is stored. */
export type QueueExtension = {
  readonly queue: Address
  /** The mark that is stored; null where nothing is. */
  readonly after: QueueMark | null
  readonly readTo: QueueMark
  readonly changed: readonly QueuedRequest[]
}

/** The debts of all queues of a vault, as they were read at a block. */
export type StoredQueueReading = {
  readonly blockNumber: bigint
  readonly blockHash: Hex
  /** The block's time. */
  readonly atUnix: bigint
  /** JSON. */
  readonly body: string
}

/** A request of a vault's queues, and the queue that it is of. */
export type StoredWithdrawRequest = QueuedRequest & { readonly queue: Address }

/** The place of a request in a list: that of the log that made it. */
export type WithdrawRequestKey = Pick<QueuedRequest, 'block' | 'logIndex'>

/** Requests to list; null for any. */
export type WithdrawRequestFilter = {
  readonly status: RequestStatus | null
  readonly asset: Address | null
  readonly user: Address | null
  /** The time whose states count. */
  readonly atUnix: bigint
  /** Requests made in a later block are left out. */
  readonly toBlock: bigint
}

/** Withdraw queues of vaults. */
export type WithdrawQueueStore = {
  /** @returns the queue as it is stored; null before its first block. */
  readonly find: (
    tenantId: string,
    vaultRef: VaultRef,
    queue: Address,
  ) => Promise<StoredWithdrawQueue | null>
  /**
   * Adds what logs after the stored ones say.
   *
   * @returns false where the stored mark is another: nothing is written.
   * @throws {VaultNotFoundError}
   */
  readonly extend: (
    tenantId: string,
    vaultRef: VaultRef,
    extension: QueueExtension,
  ) => Promise<boolean>
  /**
   * Takes away what came after a block, as a reorganisation does: later requests go, and those that ended later are in
   * the queue again.
   *
   * @param mark.readTo - a block before the stored one; null takes away all.
   */
  readonly rewind: (
    tenantId: string,
    vaultRef: VaultRef,
    mark: { readonly queue: Address; readonly readTo: QueueMark | null },
  ) => Promise<void>
  /**
   * Replaces what was read of the queues of a vault.
   *
   * @returns false where what is stored is of a later block: nothing is written.
   * @throws {VaultNotFoundError}
   */
  readonly putReading: (
    tenantId: string,
    vaultRef: VaultRef,
    reading: StoredQueueReading,
  ) => Promise<boolean>
  /** @returns what was read last; null before the first reading. */
  readonly latest: (tenantId: string, vaultRef: VaultRef) => Promise<StoredQueueReading | null>
  /** @returns requests of all queues of a vault, newest first. */
  readonly page: (
    tenantId: string,
    vaultRef: VaultRef,
    query: PageQuery<WithdrawRequestKey> & WithdrawRequestFilter,
  ) => Promise<Page<StoredWithdrawRequest>>
}
