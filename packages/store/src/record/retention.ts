/** What may go. Null keeps everything of its kind. */
export type RetentionLimits = {
  /** Prices observed before, but for the newest of each asset. */
  readonly pricesUnix: bigint | null
  /** Revisions replaced before. */
  readonly revisionsUnix: bigint | null
  /** Most rows of each kind that one call takes away, so that no other work waits for long. */
  readonly limit: number
}

/** Rows that went. */
export type Pruned = {
  readonly prices: number
  readonly revisions: number
}

/** Takes away what is no longer needed; readings and values of days stay for ever. */
export type RetentionStore = {
  /** @returns what went; call again while a count equals the limit. */
  readonly prune: (limits: RetentionLimits) => Promise<Pruned>
}
