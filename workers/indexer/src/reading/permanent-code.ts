/** Refusals that would be the same tomorrow: a day is kept without logs that no node gives. */
export const permanentCodes: ReadonlySet<string> = new Set([
  'log_range_refused',
  'rpc_refused',
  'history_pruned',
  'malformed_event',
])
