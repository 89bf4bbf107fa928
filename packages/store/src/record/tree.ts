import { type Address, BaseError, type Hex } from '@vaultwright/base'
import type { PackedTree, TextDifference, TreeFile } from '@vaultwright/formats'
import type { Actor } from '../access/audit.ts'
import type { VaultRef } from './vault.ts'

/** A tree as it is kept: the file, rebuilt from its leaves and found sound. */
export type StoredTree = {
  readonly root: Hex
  readonly format: 'solidity' | 'rust'
  /** Leaves that are not padding. */
  readonly leafCount: number
  /** Levels between leaves and root. */
  readonly depth: number
  readonly file: TreeFile
  readonly createdAtUnix: bigint
}

/** A tree that is pushed, and for whom. */
type TreePush = VaultRef & {
  readonly strategist: Address
  readonly file: TreeFile
}

/** The result of a push. */
export type Pushed = {
  readonly root: Hex
  /** True if the tenant had no tree of this root before. */
  readonly isNewTree: boolean
  /** True if the root became pending for this strategist by this push. */
  readonly isNewRoot: boolean
  readonly state: 'pending' | 'onchain'
  /** The differences from the stored text, 100 at most; empty if there are none, or the tree is new. */
  readonly differences: readonly TextDifference[]
}

/** A tree that is packed already, and for whom. */
export type PackedPush = Omit<TreePush, 'file'> & { readonly tree: PackedTree }

/** The result of a push of a packed tree. */
export type PackedPushed = Omit<Pushed, 'differences'> & {
  /** The tree that is there and stays, when its bytes are others than those that were pushed. */
  readonly kept: PackedTree | null
}

/** Trees in the store: one for each root within a tenant; the first text stays. */
export type TreeStore = {
  /**
   * Keeps a tree and makes its root pending for a strategist of a vault; again is harmless, also at once.
   * @throws {UnsoundTreeError} when the tree's stated root or nodes are not what its leaves make.
   * @throws {VaultNotFoundError} {StrategistNotFoundError}
   */
  readonly push: (tenantId: string, push: TreePush, by: Actor) => Promise<Pushed>
  /**
   * The same with a tree that `packTree` packed, maybe in another thread: nothing of it is read here.
   * @throws {VaultNotFoundError} {StrategistNotFoundError}
   */
  readonly pushPacked: (tenantId: string, push: PackedPush, by: Actor) => Promise<PackedPushed>
  /** Reads a tree as it is kept, neither rebuilt nor checked. @returns null when the tenant has none of this root. */
  readonly findPacked: (tenantId: string, root: Hex) => Promise<PackedTree | null>
  /**
   * Reads a tree; it is rebuilt from its leaves and checked.
   * @returns the tree; null when the tenant has none of this root.
   * @throws {TreeDamagedError} when what is kept does not make the root.
   */
  readonly find: (tenantId: string, root: Hex) => Promise<StoredTree | null>
  /** @returns those of some roots of which the tenant has a tree; none is read. */
  readonly stored: (tenantId: string, roots: readonly Hex[]) => Promise<ReadonlySet<Hex>>
}

/** The vault has no such strategist on the chain. */
export class StrategistNotFoundError extends BaseError {
  override readonly code = 'strategist_not_found'
  override readonly kind = 'not_found'

  constructor({ chain, vault }: VaultRef, strategist: string) {
    super({
      message: `${strategist} is not a strategist of the vault ${vault} on ${chain}. Name one of its strategists, or add it to the vault.`,
      facts: { chain, vault, strategist },
    })
  }
}

/** The stored tree no longer makes its root. */
export class TreeDamagedError extends BaseError {
  override readonly code = 'tree_damaged'
  override readonly kind = 'damaged_data'

  constructor(root: Hex, cause: unknown) {
    super({
      message: `The stored tree ${root} is damaged: its leaves do not make its root. Restore the database from a backup.`,
      facts: { root },
      cause,
    })
  }
}
