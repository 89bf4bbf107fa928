import { wholeBps } from '@vaultwright/base'
import type { OfferedFields } from './offered-field.ts'
import type { SwapRefusal } from './swap-refusal.ts'

/** The tolerance of a router's quote below the executed output: the router keeps what is above it. */
const surplusToleranceBps = 5n

/** The result of an offer on a chain. Base units of the bought token. */
type OfferExecution = {
  readonly executed: bigint
  /** The output that its maker named; null where only calldata was given. */
  readonly offered: bigint | null
  /** The minimum output that the policy permits; null without one. */
  readonly bound: bigint | null
}

/**
 * Checks an executed offer: whether the router would keep a surplus, and whether its least reaches the bound.
 *
 * A router that keeps what is above its quote never pays more than the quote, so what its maker offered
 * counts as well as what was executed.
 *
 * @returns the first reason against it; null where there is none.
 */
export function executionRefusalOf(
  fields: Pick<OfferedFields, 'quote' | 'least'>,
  { executed, offered, bound }: OfferExecution,
): SwapRefusal | null {
  const { quote, least: minimum } = fields
  const expected = offered !== null && offered > executed ? offered : executed
  if (quote !== null && quote * wholeBps < expected * (wholeBps - surplusToleranceBps)) {
    return {
      code: 'surplus_forfeited',
      message: `The calldata quotes ${quote} base units where ${expected} are to be had: the router keeps what is above its quote. Ask for a new one.`,
    }
  }
  if (bound !== null && minimum < bound) {
    return {
      code: 'least_below_bound',
      message: `The calldata accepts ${minimum} base units, and the policy demands ${bound}. Ask for less slippage.`,
    }
  }
  return null
}

/**
 * Computes the slippage with which an offer's least reaches the bound, for asking again once.
 *
 * @returns basis points, rounded down; null where the offer itself lies below the bound.
 */
export function slippageReaching(bound: bigint, offered: bigint): bigint | null {
  if (offered <= 0n || offered < bound) return null
  return ((offered - bound) * wholeBps) / offered
}
