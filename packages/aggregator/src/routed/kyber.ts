import Type from 'typebox'
import type { Aggregator, OfferRequest } from '../aggregator.ts'
import { type AggregatorSettings, inSeconds, serverOf } from '../exchange/aggregator-settings.ts'
import { assertAmount } from '../exchange/answer-check.ts'
import {
  addressField,
  amountField,
  answerReaderOf,
  calldataField,
  weiField,
} from '../exchange/answer-field.ts'
import { AggregatorAnswerError, askServer } from '../exchange/ask-server.ts'

const readRoute = answerReaderOf(
  Type.Object({
    data: Type.Object({
      routeSummary: Type.Object({ amountIn: amountField, amountOut: amountField }),
    }),
  }),
)
const readSummary = answerReaderOf(
  Type.Object({ data: Type.Object({ routeSummary: Type.Unknown() }) }),
)
const readBuilt = answerReaderOf(
  Type.Object({
    data: Type.Object({
      amountIn: amountField,
      amountOut: amountField,
      data: calldataField,
      routerAddress: addressField,
      transactionValue: Type.Optional(weiField),
    }),
  }),
)

/** KyberSwap's names of chains. Source: KyberSwap aggregator documentation. */
const chainNames: ReadonlyMap<number, string> = new Map([
  [1, 'ethereum'],
  [10, 'optimism'],
  [56, 'bsc'],
  [130, 'unichain'],
  [137, 'polygon'],
  [143, 'monad'],
  [146, 'sonic'],
  [999, 'hyperevm'],
  [2020, 'ronin'],
  [5000, 'mantle'],
  [8453, 'base'],
  [9745, 'plasma'],
  [42161, 'arbitrum'],
  [42793, 'etherlink'],
  [43114, 'avalanche'],
  [59144, 'linea'],
  [80094, 'berachain'],
])
/** Routes last 5 to 10 s. */
const routeSeconds = 5

/**
 * Makes the adapter of KyberSwap, whose calldata is for MetaAggregationRouterV2.
 *
 * The summary of a route goes back as it came: the service refuses one that was changed. A route whose sold tokens
 * the router pays to pools itself has another function, which no decoder reads.
 *
 * Its shapes are those of the documentation: no answer of the service was recorded yet.
 * Source: KyberSwap aggregator API v1, `/routes` and `/route/build`; slippage in basis points.
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
  const chainOf = ({ chainId }: OfferRequest) => {
    // A server of one's own may serve any chain, by its number.
    const chain = chainNames.get(chainId) ?? (settings.url === null ? null : String(chainId))
    if (chain !== null) return chain
    throw new AggregatorAnswerError(server.name, `it does not serve chain ${chainId}`)
  }
  const routeOf = async (request: OfferRequest, signal: AbortSignal) => {
    const query = [
      ['tokenIn', request.sellToken],
      ['tokenOut', request.buyToken],
      ['amountIn', String(request.sellAmount)],
    ] as const
    const path = `/${chainOf(request)}/api/v1/routes`
    const reply = await askServer(server, { path, query }, signal)
    const { amountIn, amountOut } = readRoute(server.name, reply).data.routeSummary
    assertAmount(server.name, amountIn, request)
    return { amountOut, summary: readSummary(server.name, reply).data.routeSummary }
  }
  return {
    name: server.name,
    routes: ['kyber_swap/swap'],
    quote: async (request, signal) => {
      const validUntilUnix = inSeconds(settings, routeSeconds)
      const { amountOut } = await routeOf(request, signal)
      return { offered: amountOut, validUntilUnix }
    },
    build: async (request, signal) => {
      const validUntilUnix = inSeconds(settings, routeSeconds)
      const { summary: routeSummary } = await routeOf(request, signal)
      const body = {
        routeSummary,
        sender: request.taker,
        recipient: request.receiver,
        slippageTolerance: Number(request.slippageBps),
      }
      const path = `/${chainOf(request)}/api/v1/route/build`
      const reply = await askServer(server, { path, body }, signal)
      const built = readBuilt(server.name, reply).data
      assertAmount(server.name, built.amountIn, request)
      const { amountOut, routerAddress, data, transactionValue = 0n } = built
      return {
        offered: amountOut,
        validUntilUnix,
        to: routerAddress,
        data,
        value: transactionValue,
        raw: reply.raw,
      }
    },
  }
}
