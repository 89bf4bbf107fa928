import { isSameAddress, printUnits } from '@vaultwright/base'
import Type from 'typebox'
import type { Aggregator, AggregatorWish } from '../aggregator.ts'
import { type AggregatorSettings, serverOf } from '../exchange/aggregator-settings.ts'
import {
  addressField,
  amountField,
  answerReaderOf,
  calldataField,
  weiField,
} from '../exchange/answer-field.ts'
import { AggregatorAnswerError, askServer } from '../exchange/ask-server.ts'

const statusField = Type.Enum(['Success', 'Partial', 'NoWay'])
const readQuote = answerReaderOf(
  Type.Object({ assumedAmountOut: Type.Optional(amountField), status: statusField }),
)
const readSwap = answerReaderOf(
  Type.Object({
    assumedAmountOut: amountField,
    status: statusField,
    tx: Type.Object({
      from: addressField,
      to: addressField,
      data: calldataField,
      value: Type.Optional(weiField),
    }),
  }),
)

/**
 * Makes the adapter of Sushi, whose calldata is for RedSnwapper.
 *
 * Its shapes are those of the documentation: no answer of the service was recorded yet. The documentation puts
 * the key into the query, which logs keep; here it travels as a bearer, and the service may do without one.
 * Source: Sushi API v7, `/quote` and `/swap`.
 */
export function openSushi(settings: AggregatorSettings): Aggregator {
  const server = serverOf(
    {
      name: 'sushi',
      publicUrl: 'https://api.sushi.com',
      headersOf: (key) => ({ authorization: `Bearer ${key}` }),
    },
    settings,
  )
  return {
    name: server.name,
    routes: ['red_snwapper/swap'],
    quote: async (wish, signal) => {
      const path = `/quote/v7/${wish.chainId}`
      const reply = await askServer(server, { path, query: pairOf(wish) }, signal)
      const { status, assumedAmountOut } = readQuote(server.name, reply)
      assertWhole(server.name, status)
      if (assumedAmountOut === undefined) {
        throw new AggregatorAnswerError(server.name, 'it names no amount')
      }
      return { offered: assumedAmountOut, validUntilUnix: null }
    },
    build: async (wish, signal) => {
      const query = [
        ...pairOf(wish),
        ['sender', wish.taker],
        ['recipient', wish.receiver],
        // Simulating would ask for an allowance that the batch gives.
        ['simulate', 'false'],
      ] as const
      const path = `/swap/v7/${wish.chainId}`
      const reply = await askServer(server, { path, query }, signal)
      // An answer that found no way has no transaction.
      assertWhole(server.name, readQuote(server.name, reply).status)
      const { assumedAmountOut, tx } = readSwap(server.name, reply)
      if (!isSameAddress(tx.from, wish.taker)) {
        throw new AggregatorAnswerError(server.name, `its calldata is for ${tx.from}`)
      }
      const { to, data, value = 0n } = tx
      return { offered: assumedAmountOut, validUntilUnix: null, to, data, value, raw: reply.raw }
    },
  }
}

/** Slippage is a fraction of one. */
function pairOf(wish: AggregatorWish) {
  return [
    ['tokenIn', wish.sellToken],
    ['tokenOut', wish.buyToken],
    ['amount', String(wish.sellAmount)],
    ['maxSlippage', printUnits(wish.slippageBps, 4)],
  ] as const
}

function assertWhole(name: string, status: string): void {
  if (status !== 'Success') {
    throw new AggregatorAnswerError(name, `it has no way for all of the amount (${status})`)
  }
}
