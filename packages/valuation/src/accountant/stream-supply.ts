import type { Stream } from './stream.ts'
import type { StreamStep } from './stream-step.ts'

/**
 * Mints shares: `Vault.enter`. The accountant hears nothing of it.
 *
 * @param shares - share units.
 */
export function enterStream(stream: Stream, shares: bigint): Stream {
  return { ...stream, totalShares: stream.totalShares + shares }
}

/**
 * Burns shares: `Vault.exit`. The accountant hears nothing of it.
 *
 * @param shares - share units.
 * @returns the state after, or a refusal when there are fewer shares.
 */
export function exitStream(stream: Stream, shares: bigint): StreamStep {
  if (shares > stream.totalShares) return { ok: false, reason: 'InsufficientBalance' }
  return { ok: true, stream: { ...stream, totalShares: stream.totalShares - shares } }
}

/**
 * Marks the first deposit: `setFirstDepositTimestamp()`, which the teller calls while there is no share.
 *
 * @param atUnix - unix seconds.
 * @returns the state after: the average supply counts from here.
 */
export function markFirstDeposit(stream: Stream, atUnix: bigint): Stream {
  return { ...stream, vestingStartsAtUnix: atUnix }
}
