import type { Hex } from '@vaultwright/base'
import type { Page, PageQuery } from '../value/page.ts'
import type { MomentRange } from './daily-point.ts'
import type { VaultRef } from './vault.ts'

/** The control of a vault as it was read at a block. */
export type StoredControlReading = {
  readonly blockNumber: bigint
  readonly blockHash: Hex
  /** The block's time. */
  readonly atUnix: bigint
  /** JSON: what proves the reading. */
  readonly witness: string
  /** JSON: what follows from it. */
  readonly answer: string
}

/** A difference of a reading from the one before it. */
export type StoredControlChange = {
  readonly blockNumber: bigint
  /** The block's time. */
  readonly atUnix: bigint
  /** JSON. */
  readonly body: string
}

/** A reading, and its difference from the one before; null where nothing changed, and for the first. */
export type ControlDraft = StoredControlReading & { readonly change: string | null }

/** The most readings that are kept of a vault on a chain: two a change. */
export const mostControlReadings = 100
/** The most changes that are kept of a vault on a chain. */
export const mostControlChanges = 2_000

/** The control of vaults through time. */
export type ControlStore = {
  /**
   * Adds a reading. Of readings between which nothing changed the first and the last are kept.
   *
   * @returns false where the newest reading is of this block or a later one: nothing is written.
   * @throws {VaultNotFoundError}
   */
  readonly add: (tenantId: string, vaultRef: VaultRef, draft: ControlDraft) => Promise<boolean>
  /** @returns the newest reading; null before the first. */
  readonly latest: (tenantId: string, vaultRef: VaultRef) => Promise<StoredControlReading | null>
  /** @returns the reading of a block; null where none is kept. */
  readonly find: (
    tenantId: string,
    vaultRef: VaultRef,
    blockNumber: bigint,
  ) => Promise<StoredControlReading | null>
  /** @returns changes, newest first; a page begins below the block that it is after. */
  readonly changes: (
    tenantId: string,
    vaultRef: VaultRef,
    query: PageQuery<bigint> & MomentRange,
  ) => Promise<Page<StoredControlChange>>
}
