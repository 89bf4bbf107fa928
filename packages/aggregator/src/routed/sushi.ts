import Type from 'typebox'
import type { Aggregator } from '../aggregator.ts'
import { type AggregatorSettings, serverOf } from '../exchange/aggregator-settings.ts'
import { assertTaker } from '../exchange/answer-check.ts'
import { addressField, answerReaderOf, calldataField, weiField } from '../exchange/answer-field.ts'
import { askServer } from '../exchange/ask-server.ts'
import { offeredIn, pairQueryOf } from './routed-price.ts'

const readSwap = answerReaderOf(
  Type.Object({
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
    quote: async (request, signal) => {
      const path = `/quote/v7/${request.chainId}`
      const reply = await askServer(
        server,
        { path, query: pairQueryOf(request, 'maxSlippage') },
        signal,
      )
      return { offered: offeredIn(server.name, reply), validUntilUnix: null }
    },
    build: async (request, signal) => {
      const query = [
        ...pairQueryOf(request, 'maxSlippage'),
        ['sender', request.taker],
        ['recipient', request.receiver],
        // Simulating would ask for an allowance that the batch gives.
        ['simulate', 'false'],
      ] as const
      const path = `/swap/v7/${request.chainId}`
      const reply = await askServer(server, { path, query }, signal)
      // An answer that found no way has no transaction.
      const offered = offeredIn(server.name, reply)
      const { tx } = readSwap(server.name, reply)
      assertTaker(server.name, tx.from, request)
      const { to, data, value = 0n } = tx
      return { offered, validUntilUnix: null, to, data, value, raw: reply.raw }
    },
  }
}
