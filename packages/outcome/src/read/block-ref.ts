import type { Hex } from '@vaultwright/base'

/** A way to say which block: its number, its 32-byte hash, or a node's word for it. */
export type BlockTag = bigint | Hex | 'latest' | 'safe' | 'finalized'

/** A block that is pinned: its hash says everything that came before. */
export type BlockRef = {
  readonly number: bigint
  readonly hash: Hex
  /** Unix seconds. */
  readonly timestamp: bigint
}
