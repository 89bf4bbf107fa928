import Type from 'typebox'
import type { Aggregator } from '../aggregator.ts'
import { type AggregatorSettings, serverOf } from '../exchange/aggregator-settings.ts'
import { assertAmount } from '../exchange/answer-check.ts'
import { amountField, answerReaderOf } from '../exchange/answer-field.ts'
import { AggregatorAnswerError, askServer } from '../exchange/ask-server.ts'

const readPrices = answerReaderOf(
  Type.Object({
    priceRoute: Type.Object({ srcAmount: amountField, destAmount: amountField }),
  }),
)

/**
 * Makes the adapter of Velora's market, for prices only: no decoder reads its calldata.
 *
 * Its shapes are those of the documentation: no answer of the service was recorded yet.
 * Source: Velora market API 6.2, `/prices`.
 */
export function openVelora(settings: AggregatorSettings): Aggregator {
  const server = serverOf(
    {
      name: 'velora',
      publicUrl: 'https://api.velora.xyz',
      headersOf: (key) => ({ 'x-api-key': key }),
    },
    settings,
  )
  return {
    name: server.name,
    routes: [],
    quote: async (request, signal) => {
      const { decimals } = request
      if (decimals === undefined) {
        throw new AggregatorAnswerError(
          server.name,
          'it has to be given the decimals of both tokens',
        )
      }
      const query = [
        ['srcToken', request.sellToken],
        ['destToken', request.buyToken],
        ['amount', String(request.sellAmount)],
        ['srcDecimals', String(decimals.sell)],
        ['destDecimals', String(decimals.buy)],
        ['side', 'SELL'],
        ['network', String(request.chainId)],
        ['version', '6.2'],
      ] as const
      const reply = await askServer(server, { path: '/prices', query }, signal)
      const { srcAmount, destAmount } = readPrices(server.name, reply).priceRoute
      assertAmount(server.name, srcAmount, request)
      return { offered: destAmount, validUntilUnix: null }
    },
    build: null,
  }
}
