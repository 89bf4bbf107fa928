import { printUnits } from '@vaultwright/base'
import Type from 'typebox'
import type { Aggregator } from '../aggregator.ts'
import { type AggregatorSettings, serverOf } from '../exchange/aggregator-settings.ts'
import { amountField, answerReaderOf } from '../exchange/answer-field.ts'
import { AggregatorAnswerError, askServer } from '../exchange/ask-server.ts'

const readQuote = answerReaderOf(
  Type.Object({ estimate: Type.Object({ fromAmount: amountField, toAmount: amountField }) }),
)

/**
 * Makes the adapter of LI.FI, for prices only: no decoder reads its calldata.
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
  return {
    name: server.name,
    routes: [],
    quote: async (request, signal) => {
      const query = [
        ['fromChain', String(request.chainId)],
        ['toChain', String(request.chainId)],
        ['fromToken', request.sellToken],
        ['toToken', request.buyToken],
        ['fromAmount', String(request.sellAmount)],
        ['fromAddress', request.taker],
        ['toAddress', request.receiver],
        ['slippage', printUnits(request.slippageBps, 4)],
      ] as const
      const reply = await askServer(server, { path: '/v1/quote', query }, signal)
      const { fromAmount, toAmount } = readQuote(server.name, reply).estimate
      if (fromAmount !== request.sellAmount) {
        throw new AggregatorAnswerError(server.name, `it sells ${fromAmount} base units`)
      }
      return { offered: toAmount, validUntilUnix: null }
    },
    build: null,
  }
}
