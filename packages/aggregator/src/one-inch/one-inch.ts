import { printUnits } from '@vaultwright/base'
import Type from 'typebox'
import type { Aggregator, OfferRequest } from '../aggregator.ts'
import { type AggregatorSettings, serverOf } from '../exchange/aggregator-settings.ts'
import { assertTaker } from '../exchange/answer-check.ts'
import {
  addressField,
  amountField,
  answerReaderOf,
  calldataField,
  weiField,
} from '../exchange/answer-field.ts'
import { askServer } from '../exchange/ask-server.ts'

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

const generalRoute = 'one_inch/swap_v6'
/** Routes of one to three pools, in their order. */
const poolRoutes = ['one_inch/unoswap_one', 'one_inch/unoswap_two', 'one_inch/unoswap_three']

/**
 * Makes the adapter of 1inch, for its router v6.
 *
 * A leaf of `swap` is asked for in compatibility mode, in which the service makes no call of optimized routers; a
 * leaf of `unoswap` without it, by one path of as many pools as the leaf binds. Calldata of the router v5 is never
 * asked for: this version makes none.
 *
 * Its shapes are those of the documentation: no answer of the service was recorded yet.
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
    routes: [generalRoute, ...poolRoutes],
    quote: async (request, signal) => {
      const path = `/swap/v6.1/${request.chainId}/quote`
      const reply = await askServer(server, { path, query: pairOf(request) }, signal)
      return { offered: readQuote(server.name, reply).dstAmount, validUntilUnix: null }
    },
    build: async (request, signal) => {
      const path = `/swap/v6.1/${request.chainId}/swap`
      const reply = await askServer(server, { path, query: swapOf(request) }, signal)
      const { dstAmount, tx } = readSwap(server.name, reply)
      assertTaker(server.name, tx.from, request)
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
  const { taker, minimum, route = generalRoute } = request
  const poolCount = poolRoutes.indexOf(route) + 1
  return [
    ...pairOf(request),
    ['from', taker],
    ['origin', request.origin ?? taker],
    ...(poolCount === 0 ? generalQueryOf(request) : poolQueryOf(poolCount)),
    ['slippage', printUnits(request.slippageBps, 2)],
    ...(minimum === undefined ? [] : [['minReturn', String(minimum)] as const]),
    ['disableEstimate', 'true'],
    ['includeProtocols', 'true'],
    ['includeGas', 'true'],
  ]
}

function generalQueryOf({ receiver }: OfferRequest): Query {
  return [
    ['receiver', receiver],
    ['compatibility', 'true'],
  ]
}

/** One path. Without a receiver the router pays its caller: `unoswap`, and not `unoswapTo`, which no decoder reads. */
function poolQueryOf(poolCount: number): Query {
  return [
    ['parts', '1'],
    ['mainRouteParts', '1'],
    ['complexityLevel', String(poolCount - 1)],
  ]
}
