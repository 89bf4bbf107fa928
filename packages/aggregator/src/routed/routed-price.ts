import { printUnits } from '@vaultwright/base'
import Type from 'typebox'
import type { OfferRequest } from '../aggregator.ts'
import { amountField, answerReaderOf } from '../exchange/answer-field.ts'
import { AggregatorAnswerError, type AggregatorReply } from '../exchange/ask-server.ts'

const readPrice = answerReaderOf(
  Type.Object({
    assumedAmountOut: Type.Optional(amountField),
    status: Type.Enum(['Success', 'Partial', 'NoWay']),
  }),
)

/**
 * Reads what a swap is said to pay, in the shape that Sushi and Ooga Booga share.
 *
 * @returns base units.
 * @throws {AggregatorAnswerError} when there is no way for all of the amount.
 */
export function offeredIn(name: string, reply: AggregatorReply): bigint {
  const { status, assumedAmountOut } = readPrice(name, reply)
  if (status !== 'Success' || assumedAmountOut === undefined) {
    throw new AggregatorAnswerError(name, `it has no way for all of the amount (${status})`)
  }
  return assumedAmountOut
}

/** The query of a pair. Slippage is a fraction of one; services name it differently. */
export function pairQueryOf(
  request: OfferRequest,
  slippage: string,
): readonly (readonly [string, string])[] {
  return [
    ['tokenIn', request.sellToken],
    ['tokenOut', request.buyToken],
    ['amount', String(request.sellAmount)],
    [slippage, printUnits(request.slippageBps, 4)],
  ]
}
