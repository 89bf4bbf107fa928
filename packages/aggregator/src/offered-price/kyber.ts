import Type from 'typebox'
import type { Aggregator } from '../aggregator.ts'
import { type AggregatorSettings, inSeconds, serverOf } from '../exchange/aggregator-settings.ts'
import { amountField, answerReaderOf } from '../exchange/answer-field.ts'
import { AggregatorAnswerError, askServer } from '../exchange/ask-server.ts'

const readRoute = answerReaderOf(
  Type.Object({
    data: Type.Object({
      routeSummary: Type.Object({ amountIn: amountField, amountOut: amountField }),
    }),
  }),
)

/** KyberSwap's names of chains. Source: KyberSwap aggregator documentation. */
const chainNames: ReadonlyMap<number, string> = new Map([
  [1, 'ethereum'],
  [10, 'optimism'],
  [56, 'bsc'],
  [137, 'polygon'],
  [130, 'unichain'],
  [146, 'sonic'],
  [999, 'hyperevm'],
  [2020, 'ronin'],
  [5000, 'mantle'],
  [8453, 'base'],
  [9745, 'plasma'],
  [42161, 'arbitrum'],
  [43114, 'avalanche'],
  [59144, 'linea'],
  [80094, 'berachain'],
  [534352, 'scroll'],
])
/** Routes last 5 to 10 s. */
const routeSeconds = 5

/**
 * Makes the adapter of KyberSwap, for prices only: no decoder reads its calldata.
 *
 * Its shapes are those of the documentation: no answer of the service was recorded yet.
 * Source: KyberSwap aggregator API v1.
 */
export function openKyber(settings: AggregatorSettings): Aggregator {
  const server = serverOf(
    {
      name: 'kyber',
      publicUrl: 'https://aggregator-api.kyberswap.com',
      headersOf: (key) => ({ 'x-client-id': key }),
    },
    settings,
  )
  return {
    name: server.name,
    routes: [],
    quote: async (request, signal) => {
      const chain = chainNames.get(request.chainId)
      if (chain === undefined) {
        throw new AggregatorAnswerError(server.name, `it does not serve chain ${request.chainId}`)
      }
      const query = [
        ['tokenIn', request.sellToken],
        ['tokenOut', request.buyToken],
        ['amountIn', String(request.sellAmount)],
      ] as const
      const validUntilUnix = inSeconds(settings, routeSeconds)
      const reply = await askServer(server, { path: `/${chain}/api/v1/routes`, query }, signal)
      const { amountIn, amountOut } = readRoute(server.name, reply).data.routeSummary
      if (amountIn !== request.sellAmount) {
        throw new AggregatorAnswerError(server.name, `it sells ${amountIn} base units`)
      }
      return { offered: amountOut, validUntilUnix }
    },
    build: null,
  }
}
