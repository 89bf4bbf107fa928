import type { Flag } from '../base/known-value.ts'
import type { AccountantEvent, AccountantReading, Quote } from '../base/vault-state.ts'
import type { ShareState } from './share-rate.ts'

/** An accountant that was last updated before this many seconds is late; a price of then is stale. */
export const lateSeconds = 3n * 86_400n

/**
 * Tells what the accountant's state and its reports of a day mean for a reader of the day's values.
 *
 * @returns flags: the pause, bounds that were left, a loss, an update that is late, nothing where there
 * should be something, logs that could not be read.
 */
export function shareFlagsOf(state: ShareState): readonly Flag[] {
  const { accountant, events, share, block } = state
  const flags: Flag[] = []
  if (accountant !== null) {
    flags.push(...pauseFlags(accountant, events ?? []))
    flags.push(...lateFlags(accountant, BigInt(block.atUnix)))
  }
  for (const event of events ?? []) {
    if (event.event === 'loss') {
      flags.push({ flag: 'loss', reason: `A loss of ${event.amount} base units was reported.` })
    }
    if (event.event === 'rate') flags.push(...moveFlags(accountant, event))
  }
  if (share.supply === '0') flags.push({ flag: 'zero', reason: 'There are no shares.' })
  if (accountant?.rate === '0') flags.push({ flag: 'zero', reason: 'The rate of a share is zero.' })
  if (events === null) {
    const reason = 'What the accountant reported in the course of the day could not be read.'
    flags.push({ flag: 'partial', reason })
  }
  return flags
}

/** Tells of prices that were old when they were used. */
export function staleFlagsOf(quotes: readonly Quote[], atUnix: bigint): readonly Flag[] {
  return quotes
    .filter((quote) => BigInt(quote.atUnix) + lateSeconds < atUnix)
    .map(({ asset, per, source, atUnix: quotedAt }) => ({
      flag: 'stale_price',
      reason: `The price of ${asset} in ${per} that ${source} told is of ${quotedAt}, the block of ${atUnix}.`,
    }))
}

function pauseFlags(
  accountant: AccountantReading,
  events: readonly AccountantEvent[],
): readonly Flag[] {
  if (accountant.isPaused) return [{ flag: 'paused', reason: 'The accountant is paused.' }]
  const event = events.findLast((one) => one.event === 'paused' || one.event === 'unpaused')
  if (event === undefined) return []
  return [{ flag: 'paused', reason: `The accountant was paused until block ${event.block}.` }]
}

/** Flags of late updates; a stream moves by itself, without updates. */
function lateFlags({ stream, updatedAtUnix }: AccountantReading, atUnix: bigint): readonly Flag[] {
  const vests = stream !== null && stream.gains !== '0' && atUnix < BigInt(stream.endUnix)
  if (vests || BigInt(updatedAtUnix) + lateSeconds >= atUnix) return []
  const reason = `The accountant was last updated at ${updatedAtUnix}, more than three days before ${atUnix}.`
  return [{ flag: 'late', reason }]
}

function moveFlags(
  accountant: AccountantReading | null,
  { oldRate, newRate, block }: AccountantEvent & { readonly event: 'rate' },
): readonly Flag[] {
  if (oldRate === null) return []
  const [from, to] = [BigInt(oldRate), BigInt(newRate)]
  const moved = `The rate went from ${oldRate} to ${newRate} in block ${block}`
  const flags: Flag[] = to < from ? [{ flag: 'loss', reason: `${moved}.` }] : []
  if (accountant === null) return flags
  const { upperBps, lowerBps } = accountant.bounds
  if (to > (from * BigInt(upperBps)) / 10_000n || to < (from * BigInt(lowerBps)) / 10_000n) {
    const reason = `${moved}, beyond its bounds of ${lowerBps} and ${upperBps} bps.`
    flags.push({ flag: 'out_of_bounds', reason })
  }
  return flags
}
