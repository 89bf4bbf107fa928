import { printUnits } from '@vaultwright/base'
import Type from 'typebox'
import type { Aggregator, OfferRequest } from '../aggregator.ts'
import { type AggregatorSettings, serverOf } from '../exchange/aggregator-settings.ts'
import { assertAmount, assertSpender, assertTaker } from '../exchange/answer-check.ts'
import {
  addressField,
  amountField,
  answerReaderOf,
  calldataField,
  weiField,
} from '../exchange/answer-field.ts'
import { type AggregatorReply, askServer } from '../exchange/ask-server.ts'

const readPrice = answerReaderOf(
  Type.Object({ estimate: Type.Object({ fromAmount: amountField, toAmount: amountField }) }),
)
const readCall = answerReaderOf(
  Type.Object({
    estimate: Type.Object({ approvalAddress: addressField }),
    transactionRequest: Type.Object({
      from: addressField,
      to: addressField,
      data: calldataField,
      value: weiField,
    }),
  }),
)

/**
 * Makes the adapter of LI.FI, whose calldata is for its diamond.
 *
 * A swap of several steps, as one with a fee has, is another function, which no decoder reads.
 *
 * Its shapes are those of the documentation: no answer of the service was recorded yet.
 * Source: LI.FI API v1, `/quote`; slippage is a fraction of one.
 */
export function openLifi(settings: AggregatorSettings): Aggregator {
  const server = serverOf(
    {
      name: 'lifi',
      publicUrl: 'https://li.quest',
      headersOf: (key) => ({ 'x-lifi-api-key': key }),
    },
    settings,
  )
  const offeredIn = (reply: AggregatorReply, request: OfferRequest) => {
    const { fromAmount, toAmount } = readPrice(server.name, reply).estimate
    assertAmount(server.name, fromAmount, request)
    return toAmount
  }
  const path = '/v1/quote'
  return {
    name: server.name,
    routes: ['lifi/swap'],
    quote: async (request, signal) => {
      const reply = await askServer(server, { path, query: queryOf(request) }, signal)
      return { offered: offeredIn(reply, request), validUntilUnix: null }
    },
    build: async (request, signal) => {
      // Simulating would ask for an allowance that the batch gives.
      const query = [...queryOf(request), ['skipSimulation', 'true']] as const
      const reply = await askServer(server, { path, query }, signal)
      const offered = offeredIn(reply, request)
      const { estimate, transactionRequest } = readCall(server.name, reply)
      const { from, to, data, value } = transactionRequest
      assertTaker(server.name, from, request)
      assertSpender(server.name, estimate.approvalAddress, to)
      return { offered, validUntilUnix: null, to, data, value, raw: reply.raw }
    },
  }
}

function queryOf(request: OfferRequest): readonly (readonly [string, string])[] {
  return [
    ['fromChain', String(request.chainId)],
    ['toChain', String(request.chainId)],
    ['fromToken', request.sellToken],
    ['toToken', request.buyToken],
    ['fromAmount', String(request.sellAmount)],
    ['fromAddress', request.taker],
    ['toAddress', request.receiver],
    ['slippage', printUnits(request.slippageBps, 4)],
  ]
}
