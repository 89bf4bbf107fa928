import { isSameAddress, printUnits } from '@vaultwright/base'
import Type from 'typebox'
import type { Aggregator, OfferRequest } from '../aggregator.ts'
import { type AggregatorSettings, serverOf } from '../exchange/aggregator-settings.ts'
import {
  addressField,
  amountField,
  answerReaderOf,
  calldataField,
  weiField,
} from '../exchange/answer-field.ts'
import { AggregatorAnswerError, askServer } from '../exchange/ask-server.ts'

const readQuote = answerReaderOf(Type.Object({ dstAmount: amountField }))
const readSwap = answerReaderOf(
  Type.Object({
    dstAmount: amountField,
    tx: Type.Object({
      from: addressField,
      to: addressField,
      data: calldataField,
      value: weiField,
    }),
  }),
)

/**
 * Makes the adapter of 1inch.
 *
 * Source: 1inch Classic Swap API v6.1: `/quote` and `/swap`, the key as a bearer.
 */
export function openOneInch(settings: AggregatorSettings): Aggregator {
  const server = serverOf(
    {
      name: '1inch',
      publicUrl: 'https://api.1inch.com',
      headersOf: (key) => ({ authorization: `Bearer ${key}` }),
    },
    settings,
  )
  return {
    name: server.name,
    routes: ['one_inch/swap_v6', 'one_inch/swap_v5'],
    quote: async (request, signal) => {
      const path = `/swap/v6.1/${request.chainId}/quote`
      const reply = await askServer(server, { path, query: pairOf(request) }, signal)
      return { offered: readQuote(server.name, reply).dstAmount, validUntilUnix: null }
    },
    build: async (request, signal) => {
      const path = `/swap/v6.1/${request.chainId}/swap`
      const reply = await askServer(server, { path, query: swapOf(request) }, signal)
      const { dstAmount, tx } = readSwap(server.name, reply)
      if (!isSameAddress(tx.from, request.taker)) {
        throw new AggregatorAnswerError(server.name, `its calldata is for ${tx.from}`)
      }
      const { to, data, value } = tx
      return { offered: dstAmount, validUntilUnix: null, to, data, value, raw: reply.raw }
    },
  }
}

type Query = readonly (readonly [string, string])[]

function pairOf({ sellToken, buyToken, sellAmount }: OfferRequest): Query {
  return [
    ['src', sellToken],
    ['dst', buyToken],
    ['amount', String(sellAmount)],
  ]
}

/** Slippage in percent. The estimate of gas would ask for an allowance that the batch gives. */
function swapOf(request: OfferRequest): Query {
  return [
    ...pairOf(request),
    ['from', request.taker],
    ['origin', request.origin ?? request.taker],
    ['receiver', request.receiver],
    ['slippage', printUnits(request.slippageBps, 2)],
    ['disableEstimate', 'true'],
    ['includeProtocols', 'true'],
    ['includeGas', 'true'],
  ]
}
