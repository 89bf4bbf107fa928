import type { Address, Hex } from '@vaultwright/base'
import type { Page, PageQuery } from '../value/page.ts'
import type { VaultRef } from './vault.ts'

/** A root of one strategist of a vault on one chain. */
export type RootEntry = {
  readonly root: Hex
  readonly strategist: Address
  /** `pending` until the root was set on the Manager, `onchain` ever after. */
  readonly state: 'pending' | 'onchain'
  /** True if it is the strategist's root on the Manager now. */
  readonly isActive: boolean
  /** Of the last time it was set; null while pending or when the event was not read. */
  readonly setAtUnix: bigint | null
  readonly setBlock: bigint | null
  readonly setTxHash: Hex | null
  /** Of the event in its block: what came first of two events of one block. */
  readonly setLogIndex: number | null
  /** When the strategist's next root was set after it; null while it is active or pending, or when that is not known. */
  readonly replacedAtUnix: bigint | null
  /** Of the stored tree; null when no tree of this root is stored. */
  readonly leafCount: number | null
}

/** The strategist of a root that the Manager has now. */
export type ActiveRoot = Pick<RootEntry, 'strategist' | 'root'>

/** A root that was set on a Manager, as its event tells. The zero root takes all rights away. */
export type RootSet = VaultRef & {
  readonly strategist: Address
  readonly root: Hex
  readonly atUnix: bigint | null
  readonly block: bigint
  readonly logIndex: number
  readonly txHash: Hex | null
}

/** One setting of a root on a Manager, with the count of its tree's leaves: null when the tree is not stored. */
export type RootChange = RootSet & { readonly leafCount: number | null }

/** The place of a change in the list of a vault's changes. */
export type RootChangeKey = Pick<RootSet, 'block' | 'logIndex'>

/** The place of an entry in the list of a vault's roots. */
export type RootSortKey = Pick<RootEntry, 'isActive' | 'setBlock' | 'root' | 'strategist'>

/** Blocks of a vault's chain, both included. */
type RootRange = VaultRef & { readonly fromBlock: bigint; readonly toBlock: bigint }

/** The changes of a range of blocks. */
export type RootSyncResult = { readonly added: number; readonly removed: number }

/** Roots in the store. */
export type RootStore = {
  /**
   * Records that a root was set on a Manager. The strategist's root before it is history from then on.
   * The same event again is harmless; events may come in any order, the latest on chain is active.
   * Another event at the same place replaces the one that a reorganisation took away: a root that then
   * no event names is pending again when it was pushed, and gone when it was not.
   * @throws {VaultNotFoundError}
   */
  readonly set: (tenantId: string, event: RootSet) => Promise<void>
  /**
   * Makes what is recorded of a range of blocks what was read of it: events that are no longer there go,
   * as when a reorganisation took them, and the range counts as read. A range beyond a gap is recorded, too,
   * and `nextBlock` stays where the gap begins.
   * @param events - every event of the range, in any order.
   * @returns events that came and that went; another in the place of one is both.
   * @throws {VaultNotFoundError}
   */
  readonly sync: (
    tenantId: string,
    range: RootRange,
    events: readonly RootSet[],
  ) => Promise<RootSyncResult>
  /** @returns the first block that was not read yet; null when none was. */
  readonly nextBlock: (tenantId: string, vaultRef: VaultRef) => Promise<bigint | null>
  /**
   * Lists the roots that are or were on a Manager: active ones first, then those set last; equal ones
   * by root and strategist. Pending roots are not among them.
   */
  readonly page: (
    tenantId: string,
    vaultRef: VaultRef,
    query: PageQuery<RootSortKey>,
  ) => Promise<Page<RootEntry>>
  /** @returns the roots that strategists of the vault have now, by strategist. */
  readonly active: (tenantId: string, vaultRef: VaultRef) => Promise<readonly RootEntry[]>
  /** As `active`, without when and how they were set: cheaper. */
  readonly current: (tenantId: string, vaultRef: VaultRef) => Promise<readonly ActiveRoot[]>
  /** @returns roots that were pushed and are not on the Manager yet, by root and strategist. */
  readonly pending: (tenantId: string, vaultRef: VaultRef) => Promise<readonly RootEntry[]>
  /**
   * Tells the state of a root within a tenant.
   * @returns `onchain` when any vault of the tenant has or had it, `pending` when none did; null when no vault uses it.
   */
  readonly stateOf: (tenantId: string, root: Hex) => Promise<'pending' | 'onchain' | null>
  /** Lists every setting of a root on the vault's Manager, oldest first. */
  readonly changes: (
    tenantId: string,
    vaultRef: VaultRef,
    query: PageQuery<RootChangeKey>,
  ) => Promise<Page<RootChange>>
  /** @returns every setting of a root on the vault's Manager, oldest first. */
  readonly history: (tenantId: string, vaultRef: VaultRef) => Promise<readonly RootSet[]>
}
