import { printUnits } from '@vaultwright/base'
import Type from 'typebox'
import type { Aggregator } from '../aggregator.ts'
import { type AggregatorSettings, serverOf } from '../exchange/aggregator-settings.ts'
import { assertAmount } from '../exchange/answer-check.ts'
import { amountField, answerReaderOf } from '../exchange/answer-field.ts'
import { askServer } from '../exchange/ask-server.ts'

const readQuote = answerReaderOf(
  Type.Object({ data: Type.Object({ inAmount: amountField, outAmount: amountField }) }),
)

/** The gas price that the service requires; it weighs routes by it, and nothing here depends on it. */
const gasPriceWei = 1_000_000_000n

/**
 * Makes the adapter of OpenOcean, for prices only: no decoder reads its calldata.
 *
 * Its shapes are those of the documentation: no answer of the service was recorded yet.
 * Source: OpenOcean API v4, `/quote`; slippage in percent, chains by their id.
 */
export function openOpenOcean(settings: AggregatorSettings): Aggregator {
  const server = serverOf(
    {
      name: 'openocean',
      publicUrl: 'https://open-api.openocean.finance',
      headersOf: (key) => ({ apikey: key }),
    },
    settings,
  )
  return {
    name: server.name,
    routes: [],
    quote: async (request, signal) => {
      const query = [
        ['inTokenAddress', request.sellToken],
        ['outTokenAddress', request.buyToken],
        ['amountDecimals', String(request.sellAmount)],
        ['gasPriceDecimals', String(gasPriceWei)],
        ['slippage', printUnits(request.slippageBps, 2)],
      ] as const
      const reply = await askServer(server, { path: `/v4/${request.chainId}/quote`, query }, signal)
      const { inAmount, outAmount } = readQuote(server.name, reply).data
      assertAmount(server.name, inAmount, request)
      return { offered: outAmount, validUntilUnix: null }
    },
    build: null,
  }
}
