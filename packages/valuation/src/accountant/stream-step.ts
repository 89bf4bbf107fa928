import { greaterOf, lesserOf } from '../base/order.ts'
import { performanceFeeOf, platformFeeOf } from './fee.ts'
import { ray, type Stream, vestedGainsOf, wholeShareOf } from './stream.ts'

/** Why the contract refuses an act: the name of its error, or the panic of its arithmetic. */
export type StreamRefusal =
  | 'AccountantWithRateProviders__Paused'
  | 'AccountantWithRateProviders__ZeroFeesOwed'
  | 'AccountantWithRateProviders__ExchangeRateAboveHighwaterMark'
  | 'AccountantWithYieldStreaming__DurationUnderMinimum'
  | 'AccountantWithYieldStreaming__DurationExceedsMaximum'
  | 'AccountantWithYieldStreaming__ZeroYieldUpdate'
  | 'AccountantWithYieldStreaming__NotEnoughTimePassed'
  | 'AccountantWithYieldStreaming__MaxDeviationYieldExceeded'
  | 'Panic(0x11)'
  | 'InsufficientBalance'
  /** A revert without data: a division by zero in `vestYield`. */
  | 'empty'

/** The result of an act: the next state, or the contract's reason against it. */
export type StreamStep =
  | { readonly ok: true; readonly stream: Stream }
  | { readonly ok: false; readonly reason: StreamRefusal }

/**
 * Books what has vested and charges fees: `updateExchangeRate()`.
 *
 * @param atUnix - unix seconds, not before the last act.
 * @returns the state after, or the contract's reason.
 */
export function updateStream(stream: Stream, atUnix: bigint): StreamStep {
  if (stream.isPaused) return { ok: false, reason: 'AccountantWithRateProviders__Paused' }
  const booked = gainsBooked(observed(stream, atUnix), atUnix)
  return { ok: true, stream: feesCharged(booked, booked.sharePrice, atUnix) }
}

/**
 * Pays the fees owed: `claimFees`, which only the vault may call.
 *
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
 * Lowers the high-water mark to the booked rate, paused or not: `resetHighwaterMark()`.
 *
 * What has vested since the last update is not booked first; fees at the booked rate are.
 *
 * @param atUnix - unix seconds, not before the last act.
 * @returns the state after, or the contract's reason.
 */
export function resetStreamMark(stream: Stream, atUnix: bigint): StreamStep {
  const { exchangeRate, highwaterMark } = stream
  if (exchangeRate > highwaterMark) {
    return {
      ok: false,
      reason: 'AccountantWithRateProviders__ExchangeRateAboveHighwaterMark',
    }
  }
  return {
    ok: true,
    stream: { ...feesCharged(stream, exchangeRate, atUnix), highwaterMark: exchangeRate },
  }
}

/**
 * Stops every act that books: `pause()`.
 *
 * @returns the state after; its reads stay as they were.
 */
export function pauseStream(stream: Stream): Stream {
  return { ...stream, isPaused: true }
}

/** Lets acts book again: `unpause()`. */
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

/** Charges the fees of a rate, and records it. */
function feesCharged(stream: Stream, rate: bigint, atUnix: bigint): Stream {
  const { terms, totalShares, sharesAtLastUpdate, exchangeRate, highwaterMark } = stream
  const wholeShare = wholeShareOf(terms)
  const shares = lesserOf(totalShares, sharesAtLastUpdate)
  const platform = platformFeeOf({
    shares,
    rate: lesserOf(rate, exchangeRate),
    wholeShare,
    feeBps: terms.platformFeeBps,
    seconds: atUnix - stream.updatedAtUnix,
  })
  const performance = performanceFeeOf({
    shares,
    rate,
    mark: highwaterMark,
    wholeShare,
    feeBps: terms.performanceFeeBps,
  })
  return {
    ...stream,
    feesOwed: stream.feesOwed + platform + performance,
    highwaterMark: greaterOf(highwaterMark, rate),
    exchangeRate: rate,
    sharesAtLastUpdate: totalShares,
    updatedAtUnix: atUnix,
  }
}
