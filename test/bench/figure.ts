/** One figure of a benchmark: what was measured, and beside it the same work of a peer in the same run. */
export type Figure = {
  /** What was measured, with its size: `build-16384`. */
  readonly name: string
  /** What it is compared with; null for a figure that stands alone. */
  readonly peer: string | null
  readonly unit: 'ms' | 'us' | 'MB' | 'per second' | 'count'
  readonly ours: number
  /** Of the peer, in the same unit; null without a peer. */
  readonly theirs: number | null
  /** The better of both over the other, as the bar of the figure reads it; null without a peer. */
  readonly ratio: number | null
  /** Whether each round did work that no round before it did. A figure of repeated work may be that of a cache. */
  readonly fresh: boolean
}
