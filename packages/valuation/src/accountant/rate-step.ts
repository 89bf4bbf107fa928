import { greaterOf } from '../base/order.ts'
import {
  boundVerdictOf,
  feesOfUpdate,
  type RateAccountant,
  type RateUpdate,
} from './rate-accountant.ts'

/** The result of an act: the next state, or the name of the error the contract reverts with. */
export type RateStep<State> =
  | { readonly ok: true; readonly accountant: State }
  | {
      readonly ok: false
      readonly reason:
        | 'AccountantWithRateProviders__Paused'
        | 'AccountantWithRateProviders__ZeroFeesOwed'
        | 'AccountantWithRateProviders__ExchangeRateAboveHighwaterMark'
        | 'AccountantWithFixedRate__HighWaterMarkCannotChange'
    }

/**
 * Writes a new rate: `updateExchangeRate(uint96)`.
 *
 * @param update - new rate, supply and time.
 * @returns the state after, with its fees, or paused without; the contract's reason when it was paused.
 */
export function updateRate(
  accountant: RateAccountant,
  update: RateUpdate,
): RateStep<RateAccountant> {
  if (accountant.isPaused) return { ok: false, reason: 'AccountantWithRateProviders__Paused' }
  if (!boundVerdictOf(accountant, update).ok) {
    return { ok: true, accountant: { ...recorded(accountant, update), isPaused: true } }
  }
  return { ok: true, accountant: recorded(charged(accountant, update), update) }
}

/**
 * Lowers the high-water mark to the rate of now, paused or not: `resetHighwaterMark()`.
 *
 * @param accountant - state before; a legacy one has no mark and stays as it is.
 * @returns the state after, charged first, or the contract's reason.
 */
export function resetRateMark(
  accountant: RateAccountant,
  now: Omit<RateUpdate, 'rate'>,
): RateStep<RateAccountant> {
  const { exchangeRate: rate, highwaterMark } = accountant
  if (highwaterMark === null) return { ok: true, accountant }
  if (rate > highwaterMark) {
    const reason = 'AccountantWithRateProviders__ExchangeRateAboveHighwaterMark'
    return { ok: false, reason }
  }
  const update = { ...now, rate }
  const next = recorded(charged(accountant, update), update)
  return { ok: true, accountant: { ...next, highwaterMark: rate } }
}

/**
 * Pays the fees owed: `claimFees`, which only the vault may call.
 *
 * @param accountant - state before, of either kind.
 * @returns the state after, without fees owed, or the contract's reason.
 */
export function claimRateFees<State extends RateAccountant>(accountant: State): RateStep<State> {
  if (accountant.isPaused) return { ok: false, reason: 'AccountantWithRateProviders__Paused' }
  if (accountant.feesOwed > 0n) return { ok: true, accountant: { ...accountant, feesOwed: 0n } }
  return { ok: false, reason: 'AccountantWithRateProviders__ZeroFeesOwed' }
}

function charged(accountant: RateAccountant, update: RateUpdate): RateAccountant {
  const { platform, performance } = feesOfUpdate(accountant, update)
  const { highwaterMark: mark, feesOwed } = accountant
  return {
    ...accountant,
    feesOwed: feesOwed + platform + performance,
    highwaterMark: mark === null ? null : greaterOf(mark, update.rate),
  }
}

function recorded(accountant: RateAccountant, update: RateUpdate): RateAccountant {
  return {
    ...accountant,
    exchangeRate: update.rate,
    sharesAtLastUpdate: update.totalShares,
    updatedAtUnix: update.atUnix,
  }
}
