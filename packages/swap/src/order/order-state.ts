import type { OrderTerms } from '@vaultwright/protocols'
import type { OrderReading, OrderState, OrderStatus, SwapOrder } from './swap-order.ts'

/** The value of `filledAmount` when an order is invalidated. Source: GPv2Settlement.invalidateOrder. */
const invalidated = (1n << 256n) - 1n

/**
 * Tells the state of an order from what a chain says at one block.
 *
 * An invalidated order is `cancelled`, whatever was filled of it; one that is filled stays so; after its time it
 * is `expired`. Its storages may be freed then, so that zeros prove nothing: its logs decide, and a final
 * state that was stored stays, unless a signature that was taken back was given again.
 */
export function orderStateOf({ uid, terms, stored }: SwapOrder, reading: OrderReading): OrderState {
  const filledSell = sumOf(reading.trades.map(({ sellAmount }) => sellAmount))
  const filledBuy = sumOf(reading.trades.map(({ buyAmount }) => buyAmount))
  const byLogs = terms.kind === 'sell' ? filledSell : filledBuy
  const isInvalidated = reading.wasInvalidated || reading.filledAmount === invalidated
  const executed = reading.filledAmount > byLogs && !isInvalidated ? reading.filledAmount : byLogs
  const staysFinal =
    stored !== null && isFinal(stored) && (stored !== 'cancelled' || !reading.isSigned)
  const status = staysFinal
    ? stored
    : statusOf(terms, { ...reading, wasInvalidated: isInvalidated, executed })
  const remaining = isFinal(status) ? 0n : remainingOf(terms, executed)
  const isLive = isOpen(status)
  const fillable = isLive ? least(reading.balance, reading.allowance, remaining) : 0n
  const isShort = isLive && fillable < remaining
  const isLeft = isFinal(status) && reading.allowance > 0n
  return {
    uid,
    terms,
    status,
    filledSell,
    filledBuy,
    remaining,
    fillable,
    allowance: reading.allowance,
    warnings: [
      ...(isShort ? (['underfunded'] as const) : []),
      ...(isLeft ? (['allowance_left'] as const) : []),
    ],
    trades: reading.trades,
  }
}

/**
 * Judges the orders of a vault together: an allowance that other open orders of the token need is not left over.
 *
 * @param states - of every order of the vault, each at the same block.
 */
export function withoutSharedAllowances(states: readonly OrderState[]): readonly OrderState[] {
  return states.map((state) => {
    const needed = allowanceOf(openOrdersOf(states, state.terms.sellToken), 0n)
    if (needed < state.allowance) return state
    return { ...state, warnings: state.warnings.filter((code) => code !== 'allowance_left') }
  })
}

/** Lists the orders that solvers may fill and that sell a token. */
export function openOrdersOf(
  states: readonly OrderState[],
  sellToken: string,
): readonly OrderState[] {
  const token = sellToken.toLowerCase()
  return states.filter(
    ({ status, terms }) => isOpen(status) && terms.sellToken.toLowerCase() === token,
  )
}

/**
 * Adds up what a relayer must be allowed: what open orders of a token still sell, and one more.
 *
 * `approve` sets an allowance and adds nothing: the sum is what keeps older orders alive, and nothing more.
 *
 * @param openOrders - of one token, see `openOrdersOf`.
 * @param next - base units that a new order sells; 0 for none.
 */
export function allowanceOf(openOrders: readonly OrderState[], next: bigint): bigint {
  const sum = sumOf(openOrders.map(({ terms, remaining }) => remaining + feeOf(terms, remaining)))
  return sum + next > invalidated ? invalidated : sum + next
}

/** True if solvers may fill an order in this state. */
function isOpen(status: OrderStatus): boolean {
  return status === 'open' || status === 'partially_filled'
}

/** True if an order has ended. Only a signature that was taken back can be given again. */
export function isFinal(status: OrderStatus): boolean {
  return status === 'cancelled' || status === 'filled' || status === 'expired'
}

function statusOf(
  { kind, sellAmount, buyAmount, validTo }: OrderTerms,
  reading: OrderReading & { readonly executed: bigint },
): OrderStatus {
  const { executed, isSigned, wasSigned } = reading
  if (reading.wasInvalidated) return 'cancelled'
  if (executed >= (kind === 'sell' ? sellAmount : buyAmount)) return 'filled'
  if (validTo < reading.blockUnix) return 'expired'
  if (!isSigned) return wasSigned ? 'cancelled' : 'pending'
  return executed > 0n ? 'partially_filled' : 'open'
}

/** The amount an order may still sell; of one that buys a fixed amount, at its limit. */
function remainingOf({ kind, sellAmount, buyAmount }: OrderTerms, executed: bigint): bigint {
  if (kind === 'sell') return sellAmount > executed ? sellAmount - executed : 0n
  const remaining = buyAmount > executed ? buyAmount - executed : 0n
  return buyAmount === 0n ? 0n : (sellAmount * remaining + buyAmount - 1n) / buyAmount
}

/** The fee that a settlement pulls beside what is sold, in proportion. Source: GPv2Settlement.computeTradeExecution. */
function feeOf({ feeAmount, sellAmount }: OrderTerms, remaining: bigint): bigint {
  if (sellAmount === 0n || feeAmount === 0n) return 0n
  return (feeAmount * remaining + sellAmount - 1n) / sellAmount
}

function least(balance: bigint, allowance: bigint, remaining: bigint): bigint {
  const most = balance < allowance ? balance : allowance
  return most > remaining ? remaining : most
}

function sumOf(amounts: readonly bigint[]): bigint {
  return amounts.reduce((sum, amount) => sum + amount, 0n)
}
