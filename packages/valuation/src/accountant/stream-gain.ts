import { bookedAssetsOf, ray, type Stream, wholeShareOf } from './stream.ts'
import { type StreamRefusal, type StreamStep, updateStream } from './stream-step.ts'

/** A yield that a strategist gives. */
type StreamGain = {
  /** Base units. */
  readonly amount: bigint
  /** Seconds over which it vests. */
  readonly duration: bigint
}

/**
 * Gives a yield that vests evenly: `vestYield(amount, duration)`.
 *
 * What had not vested of the yield before is replaced, not added to.
 *
 * @param gain - base units and seconds.
 * @param atUnix - unix seconds, not before the last act.
 * @returns the state after, or the contract's first reason.
 */
export function vestYield(stream: Stream, gain: StreamGain, atUnix: bigint): StreamStep {
  const reason = reasonAgainstYield(stream, gain, atUnix)
  if (reason !== null) return { ok: false, reason }
  const updated = updateStream(stream, atUnix)
  if (!updated.ok) return updated
  const excess = reasonAgainstSize(updated.stream, gain, atUnix)
  if (excess !== null) return { ok: false, reason: excess }
  return {
    ok: true,
    stream: {
      ...updated.stream,
      cumulativeSupplyLast: updated.stream.cumulativeSupply,
      vestingGains: gain.amount,
      vestingBookedAtUnix: atUnix,
      vestingStartsAtUnix: atUnix,
      vestingEndsAtUnix: atUnix + gain.duration,
      strategistActedAtUnix: atUnix,
    },
  }
}

/**
 * Books a loss: `postLoss(amount)`. It takes the vesting gains first, then the share price.
 *
 * @param amount - base units.
 * @param atUnix - unix seconds, not before the last act.
 * @returns the state after, paused when the price fell too far, or the contract's reason.
 */
export function postLoss(stream: Stream, amount: bigint, atUnix: bigint): StreamStep {
  if (stream.isPaused) return { ok: false, reason: 'AccountantWithRateProviders__Paused' }
  if (isTooSoon(stream, atUnix)) {
    return { ok: false, reason: 'AccountantWithYieldStreaming__NotEnoughTimePassed' }
  }
  const updated = updateStream(stream, atUnix)
  if (!updated.ok) return updated
  const acted = { ...updated.stream, strategistActedAtUnix: atUnix }
  if (acted.vestingGains >= amount) {
    return { ok: true, stream: { ...acted, vestingGains: acted.vestingGains - amount } }
  }
  return priceCut(acted, amount - acted.vestingGains)
}

function reasonAgainstYield(
  stream: Stream,
  gain: StreamGain,
  atUnix: bigint,
): StreamRefusal | null {
  const { minimumVestingTime, maximumVestingTime } = stream.terms
  if (stream.isPaused) return 'AccountantWithRateProviders__Paused'
  if (gain.duration < minimumVestingTime) {
    return 'AccountantWithYieldStreaming__DurationUnderMinimum'
  }
  if (gain.duration > maximumVestingTime) {
    return 'AccountantWithYieldStreaming__DurationExceedsMaximum'
  }
  if (gain.amount === 0n) return 'AccountantWithYieldStreaming__ZeroYieldUpdate'
  if (stream.vestingGains > 0n && isTooSoon(stream, atUnix)) {
    return 'AccountantWithYieldStreaming__NotEnoughTimePassed'
  }
  return null
}

/** The yield of a day against the average assets since the last one. */
function reasonAgainstSize(stream: Stream, gain: StreamGain, atUnix: bigint): StreamRefusal | null {
  const assets = (averageSharesOf(stream, atUnix) * stream.virtualSharePriceRay) / ray
  if (assets === 0n || gain.duration === 0n) return 'empty'
  const deviationBps = (((gain.amount * 86_400n) / gain.duration) * 10_000n) / assets
  if (deviationBps <= stream.terms.maxDeviationYieldBps) return null
  return 'AccountantWithYieldStreaming__MaxDeviationYieldExceeded'
}

function averageSharesOf(stream: Stream, atUnix: bigint): bigint {
  const { cumulativeSupply, cumulativeSupplyLast, vestingStartsAtUnix, totalShares } = stream
  if (cumulativeSupply === 0n || atUnix === vestingStartsAtUnix) return totalShares
  return (cumulativeSupply - cumulativeSupplyLast) / (atUnix - vestingStartsAtUnix)
}

/** Cuts the price by the loss that the gains could not take; the mark of a too deep cut is the pause. */
function priceCut(stream: Stream, loss: bigint): StreamStep {
  const empty = { ...stream, vestingGains: 0n }
  if (stream.totalShares === 0n) return { ok: true, stream: empty }
  const assets = bookedAssetsOf(empty)
  if (loss > assets) return { ok: false, reason: 'Panic(0x11)' }
  const virtualSharePriceRay = ((assets - loss) * ray) / stream.totalShares
  const sharePrice = (virtualSharePriceRay * wholeShareOf(stream.terms)) / ray
  const fallBps = ((stream.sharePrice - sharePrice) * 10_000n) / stream.sharePrice
  return {
    ok: true,
    stream: {
      ...empty,
      virtualSharePriceRay,
      sharePrice,
      exchangeRate: sharePrice,
      isPaused: fallBps > stream.terms.maxDeviationLossBps,
    },
  }
}

function isTooSoon(stream: Stream, atUnix: bigint): boolean {
  return atUnix < stream.strategistActedAtUnix + stream.terms.minimumUpdateDelay
}
