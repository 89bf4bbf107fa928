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
    quote: async (wish, signal) => {
      const path = `/swap/v6.1/${wish.chainId}/quote`
      const reply = await askServer(server, { path, query: pairOf(wish) }, signal)
      return { offered: readQuote(server.name, reply).dstAmount, validUntilUnix: null }
    },
    build: async (wish, signal) => {
      const path = `/swap/v6.1/${wish.chainId}/swap`
      const reply = await askServer(server, { path, query: swapOf(wish) }, signal)
      const { dstAmount, tx } = readSwap(server.name, reply)
      if (!isSameAddress(tx.from, wish.taker)) {
        throw new AggregatorAnswerError(server.name, `its calldata is for ${tx.from}`)
      }
      const { to, data, value } = tx
      return { offered: dstAmount, validUntilUnix: null, to, data, value, raw: reply.raw }
    },
  }
}

type Query = readonly (readonly [string, string])[]

function pairOf({ sellToken, buyToken, sellAmount }: AggregatorWish): Query {
  return [
    ['src', sellToken],
    ['dst', buyToken],
    ['amount', String(sellAmount)],
  ]
}

/** Slippage in percent. The estimate of gas would ask for an allowance that the batch gives. */
function swapOf(wish: AggregatorWish): Query {
  return [
    ...pairOf(wish),
    ['from', wish.taker],
    ['origin', wish.origin ?? wish.taker],
    ['receiver', wish.receiver],
    ['slippage', printUnits(wish.slippageBps, 2)],
    ['disableEstimate', 'true'],
    ['includeProtocols', 'true'],
    ['includeGas', 'true'],
  ]
}
