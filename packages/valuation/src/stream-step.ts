import { bookedAssetsOf, ray, type Stream, vestedGainsOf, wholeShareOf } from './stream.ts'

/** Why the contract refuses an act: the name of its error, or the panic of its arithmetic. */
export type StreamRefusal =
  | 'AccountantWithRateProviders__Paused'
  | 'AccountantWithRateProviders__ZeroFeesOwed'
  | 'AccountantWithYieldStreaming__DurationUnderMinimum'
  | 'AccountantWithYieldStreaming__DurationExceedsMaximum'
  | 'AccountantWithYieldStreaming__ZeroYieldUpdate'
  | 'AccountantWithYieldStreaming__NotEnoughTimePassed'
  | 'AccountantWithYieldStreaming__MaxDeviationYieldExceeded'
  | 'Panic(0x11)'
  | 'Panic(0x12)'
  | 'InsufficientBalance'

/** What came of an act: the next state, or the contract's reason against it. */
export type StreamStep =
  | { readonly ok: true; readonly stream: Stream }
  | { readonly ok: false; readonly reason: StreamRefusal }

/** An act on the stream's gains. */
export type StreamGain = {
  /** Base units. */
  readonly amount: bigint
  /** Seconds over which it vests. */
  readonly duration: bigint
}

/**
 * Mints shares: `Vault.enter`. The accountant hears nothing of it.
 *
 * @param stream - state before.
 * @param shares - share units.
 * @returns the state after.
 */
export function enterStream(stream: Stream, shares: bigint): Stream {
  return { ...stream, totalShares: stream.totalShares + shares }
}

/**
 * Burns shares: `Vault.exit`. The accountant hears nothing of it.
 *
 * @param stream - state before.
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
 * @param stream - state before.
 * @param atUnix - unix seconds.
 * @returns the state after: the average supply counts from here.
 */
export function markFirstDeposit(stream: Stream, atUnix: bigint): Stream {
  return { ...stream, vestingStartsAtUnix: atUnix }
}

/**
 * Books what has vested and charges fees: `updateExchangeRate()`.
 *
 * @param stream - state before.
 * @param atUnix - unix seconds, not before the last act.
 * @returns the state after, or the contract's reason.
 */
export function updateStream(stream: Stream, atUnix: bigint): StreamStep {
  if (stream.isPaused) return { ok: false, reason: 'AccountantWithRateProviders__Paused' }
  return { ok: true, stream: feesCharged(gainsBooked(observed(stream, atUnix), atUnix), atUnix) }
}

/**
 * Gives a yield that vests evenly: `vestYield(amount, duration)`.
 *
 * What had not vested of the yield before is replaced, not added to.
 *
 * @param stream - state before.
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
 * @param stream - state before.
 * @param amount - base units.
 * @param atUnix - unix seconds, not before the last act.
 * @returns the state after, paused when the price fell too far, or the contract's reason.
 */
export function postLoss(stream: Stream, amount: bigint, atUnix: bigint): StreamStep {
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

/**
 * Pays the fees owed: `claimFees`, which only the vault may call.
 *
 * @param stream - state before.
 * @returns the state after, without fees owed, or the contract's reason.
 */
export function claimStreamFees(stream: Stream): StreamStep {
  if (stream.isPaused) return { ok: false, reason: 'AccountantWithRateProviders__Paused' }
  if (stream.feesOwed === 0n) {
    return { ok: false, reason: 'AccountantWithRateProviders__ZeroFeesOwed' }
  }
  return { ok: true, stream: { ...stream, feesOwed: 0n } }
}

/**
 * Lowers the high-water mark to the price of now: `resetHighwaterMark()`.
 *
 * @param stream - state before.
 * @param atUnix - unix seconds, not before the last act.
 * @returns the state after, updated first, or the contract's reason.
 */
export function resetStreamMark(stream: Stream, atUnix: bigint): StreamStep {
  const updated = updateStream(stream, atUnix)
  if (!updated.ok) return updated
  return {
    ok: true,
    stream: { ...updated.stream, highwaterMark: updated.stream.exchangeRate },
  }
}

/**
 * Stops every act that books: `pause()`.
 *
 * @param stream - state before.
 * @returns the state after; its reads stay as they were.
 */
export function pauseStream(stream: Stream): Stream {
  return { ...stream, isPaused: true }
}

/**
 * Lets acts book again: `unpause()`.
 *
 * @param stream - state before.
 * @returns the state after.
 */
export function unpauseStream(stream: Stream): Stream {
  return { ...stream, isPaused: false }
}

function observed(stream: Stream, atUnix: bigint): Stream {
  const shareSeconds = stream.totalShares * (atUnix - stream.observedAtUnix)
  return {
    ...stream,
    cumulativeSupply: stream.cumulativeSupply + shareSeconds,
    observedAtUnix: atUnix,
  }
}

function gainsBooked(stream: Stream, atUnix: bigint): Stream {
  const vested = vestedGainsOf(stream, atUnix)
  if (vested === 0n || stream.totalShares === 0n) return stream
  const virtualSharePriceRay = stream.virtualSharePriceRay + (vested * ray) / stream.totalShares
  return {
    ...stream,
    virtualSharePriceRay,
    sharePrice: (virtualSharePriceRay * wholeShareOf(stream.terms)) / ray,
    vestingGains: stream.vestingGains - vested,
    vestingBookedAtUnix: atUnix,
  }
}

function feesCharged(stream: Stream, atUnix: bigint): Stream {
  const { terms, totalShares, sharesAtLastUpdate, sharePrice, exchangeRate, highwaterMark } = stream
  const whole = wholeShareOf(terms)
  const shares = lesser(totalShares, sharesAtLastUpdate)
  const assets = (shares * lesser(sharePrice, exchangeRate)) / whole
  const yearly = (assets * terms.platformFeeBps) / 10_000n
  const platform = (yearly * (atUnix - stream.updatedAtUnix)) / 31_536_000n
  const rise = sharePrice > highwaterMark ? sharePrice - highwaterMark : 0n
  const performance = (((rise * shares) / whole) * terms.performanceFeeBps) / 10_000n
  return {
    ...stream,
    feesOwed: stream.feesOwed + platform + performance,
    highwaterMark: highwaterMark + rise,
    exchangeRate: sharePrice,
    sharesAtLastUpdate: totalShares,
    updatedAtUnix: atUnix,
  }
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
  if (assets === 0n) return 'Panic(0x12)'
  const deviationBps = (((gain.amount * 86_400n) / gain.duration) * 10_000n) / assets
  if (deviationBps <= stream.terms.maxDeviationYieldBps) return null
  return 'AccountantWithYieldStreaming__MaxDeviationYieldExceeded'
}

function averageSharesOf(stream: Stream, atUnix: bigint): bigint {
  const { cumulativeSupply, cumulativeSupplyLast, vestingStartsAtUnix, totalShares } = stream
  if (cumulativeSupply === 0n || atUnix === vestingStartsAtUnix) return totalShares
  return (cumulativeSupply - cumulativeSupplyLast) / (atUnix - vestingStartsAtUnix)
}

/** What the gains could not take comes off the price; the mark of a too deep cut is the pause. */
function priceCut(stream: Stream, loss: bigint): StreamStep {
  const empty = { ...stream, vestingGains: 0n }
  if (stream.totalShares === 0n) return { ok: true, stream: empty }
  const assets = bookedAssetsOf(empty)
  if (loss > assets) return { ok: false, reason: 'Panic(0x11)' }
  const virtualSharePriceRay = ((assets - loss) * ray) / stream.totalShares
  const sharePrice = (virtualSharePriceRay * wholeShareOf(stream.terms)) / ray
  if (stream.sharePrice === 0n) return { ok: false, reason: 'Panic(0x12)' }
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

function lesser(left: bigint, right: bigint): bigint {
  return left < right ? left : right
}
