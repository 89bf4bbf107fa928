import type { Hex } from '@vaultwright/base'

/** A finalised beacon block of Ethereum mainnet that a release trusts. */
export type PinnedCheckpoint = {
  /** The block's root. */
  readonly root: Hex
  readonly slot: bigint
  /** The day of the slot, as in `2026-11-30`. */
  readonly date: string
  /** The servers that named it, each asked on its own. */
  readonly servers: readonly string[]
}

/**
 * The checkpoint of this release; null in a build that is not released, since `release/checkpoint.mjs` writes it from
 * servers that agree on the day of the release. A checkpoint is trust: none is copied from elsewhere.
 */
export const pinnedCheckpoint: PinnedCheckpoint | null = null
