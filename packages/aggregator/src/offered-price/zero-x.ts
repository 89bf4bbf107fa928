import Type from 'typebox'
import type { Aggregator } from '../aggregator.ts'
import { type AggregatorSettings, serverOf } from '../exchange/aggregator-settings.ts'
import { amountField, answerReaderOf } from '../exchange/answer-field.ts'
import { AggregatorAnswerError, askServer } from '../exchange/ask-server.ts'

const readPrice = answerReaderOf(
  Type.Object({ liquidityAvailable: Type.Boolean(), buyAmount: Type.Optional(amountField) }),
)

/**
 * Makes the adapter of 0x, for prices only: no decoder reads its calldata.
 *
 * Its shapes are those of the documentation: no answer of the service was recorded yet.
 * Source: 0x Swap API v2, allowance-holder, `/price`: it reserves nothing, unlike `/quote`.
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
    routes: [],
    quote: async (request, signal) => {
      const query = [
        ['chainId', String(request.chainId)],
        ['sellToken', request.sellToken],
        ['buyToken', request.buyToken],
        ['sellAmount', String(request.sellAmount)],
        ['taker', request.taker],
        ['txOrigin', request.origin ?? request.taker],
        // Parts per million.
        ['slippagePpm', String(request.slippageBps * 100n)],
      ] as const
      const path = '/swap/allowance-holder/price'
      const reply = await askServer(versioned, { path, query }, signal)
      const { liquidityAvailable, buyAmount } = readPrice(server.name, reply)
      if (!liquidityAvailable || buyAmount === undefined) {
        throw new AggregatorAnswerError(server.name, 'it has no liquidity')
      }
      return { offered: buyAmount, validUntilUnix: null }
    },
    build: null,
  }
}
