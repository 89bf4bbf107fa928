import type { Address, Hex } from '@vaultwright/base'
import type { Page, PageQuery } from '../value/page.ts'
import type { VaultRef } from './vault.ts'

/** Something that was executed for a vault on a chain. */
export type StoredExecution = {
  readonly block: bigint
  /** Of the log that ends it, in its block. */
  readonly logIndex: number
  readonly blockHash: Hex
  readonly atUnix: bigint
  readonly txHash: Hex
  /** Null where it is not known. */
  readonly strategist: Address | null
  /** The hash that owners of a Safe signed; null where none did, or it is not known. */
  readonly safeTxHash: Hex | null
  /** Calls of the batch; null where the Manager did not run. */
  readonly calls: number | null
  /** The end beside what was stated; null where nothing was. */
  readonly outcome: string | null
  /** A text that no list is sorted or filtered by. */
  readonly body: string
}

/** The place of an execution in the list of a vault's. */
export type ExecutionKey = Pick<StoredExecution, 'block' | 'logIndex'>

/** The block by its hash, and the transaction of a stored execution. */
export type ExecutionMark = Pick<StoredExecution, 'block' | 'logIndex' | 'blockHash' | 'txHash'>

/** Blocks of a vault's chain, both included. */
type ExecutionRange = { readonly fromBlock: bigint; readonly toBlock: bigint }

/** Executions in the store. */
export type ExecutionStore = {
  /**
   * Makes what is stored of a range of blocks what was read of it: executions that are no longer there go, as when a
   * reorganisation took them, and the range counts as read. A range beyond a gap is stored, too, and `nextBlock` stays
   * where the gap begins.
   * @param read - `rows` of the range that are new, and the places of stored ones that stay.
   * @returns rows that came and that went; another in the place of one is both.
   * @throws {VaultNotFoundError}
   */
  readonly sync: (
    tenantId: string,
    range: VaultRef & ExecutionRange,
    read: {
      readonly rows: readonly StoredExecution[]
      readonly unchanged: readonly ExecutionKey[]
    },
  ) => Promise<{ readonly added: number; readonly removed: number }>
  /** @returns the first block that was not read yet; null when none was, and after another Manager was named. */
  readonly nextBlock: (tenantId: string, vaultRef: VaultRef) => Promise<bigint | null>
  /** @returns what is stored of a range of blocks, in the order of the chain. */
  readonly marks: (
    tenantId: string,
    vaultRef: VaultRef,
    range: ExecutionRange,
  ) => Promise<readonly ExecutionMark[]>
  /** Lists the executions of a vault, newest first. */
  readonly page: (
    tenantId: string,
    vaultRef: VaultRef,
    query: PageQuery<ExecutionKey>,
  ) => Promise<Page<StoredExecution>>
}
