import Type from 'typebox'
import type { Aggregator, OfferRequest } from '../aggregator.ts'
import { type AggregatorSettings, serverOf } from '../exchange/aggregator-settings.ts'
import { assertSpender } from '../exchange/answer-check.ts'
import {
  addressField,
  amountField,
  answerReaderOf,
  calldataField,
  weiField,
} from '../exchange/answer-field.ts'
import { AggregatorAnswerError, type AggregatorReply, askServer } from '../exchange/ask-server.ts'

const readPrice = answerReaderOf(
  Type.Object({ liquidityAvailable: Type.Boolean(), buyAmount: Type.Optional(amountField) }),
)
const readQuote = answerReaderOf(
  Type.Object({
    allowanceTarget: addressField,
    transaction: Type.Object({ to: addressField, data: calldataField, value: weiField }),
  }),
)

/**
 * Makes the adapter of 0x, whose calldata is for its AllowanceHolder.
 *
 * Its shapes are those of the documentation: no answer of the service was recorded yet.
 * Source: 0x Swap API v2, allowance-holder: `/price`, which reserves nothing, and `/quote`.
 */
export function openZeroX(settings: AggregatorSettings): Aggregator {
  const server = serverOf(
    {
      name: '0x',
      publicUrl: 'https://api.0x.org',
      headersOf: (key) => ({ '0x-api-key': key }),
    },
    settings,
  )
  const versioned = { ...server, headers: { ...server.headers, '0x-version': 'v2' } }
  return {
    name: server.name,
    routes: ['zero_x/swap'],
    quote: async (request, signal) => {
      const path = '/swap/allowance-holder/price'
      const reply = await askServer(versioned, { path, query: queryOf(request) }, signal)
      return { offered: offeredIn(server.name, reply), validUntilUnix: null }
    },
    build: async (request, signal) => {
      const path = '/swap/allowance-holder/quote'
      const reply = await askServer(versioned, { path, query: queryOf(request) }, signal)
      // An answer without liquidity has no transaction.
      const offered = offeredIn(server.name, reply)
      const { allowanceTarget, transaction } = readQuote(server.name, reply)
      const { to, data, value } = transaction
      assertSpender(server.name, allowanceTarget, to)
      return { offered, validUntilUnix: null, to, data, value, raw: reply.raw }
    },
  }
}

function queryOf(request: OfferRequest): readonly (readonly [string, string])[] {
  return [
    ['chainId', String(request.chainId)],
    ['sellToken', request.sellToken],
    ['buyToken', request.buyToken],
    ['sellAmount', String(request.sellAmount)],
    ['taker', request.taker],
    ['txOrigin', request.origin ?? request.taker],
    // Parts per million.
    ['slippagePpm', String(request.slippageBps * 100n)],
  ]
}

function offeredIn(name: string, reply: AggregatorReply): bigint {
  const { liquidityAvailable, buyAmount } = readPrice(name, reply)
  if (!liquidityAvailable || buyAmount === undefined) {
    throw new AggregatorAnswerError(name, 'it has no liquidity')
  }
  return buyAmount
}
