import { encodeCall, parseSignature } from '@vaultwright/manager'
import { actionOf } from '@vaultwright/protocols'
import Type, { type StaticDecode } from 'typebox'
import type { Aggregator, OfferRequest } from '../aggregator.ts'
import { type AggregatorSettings, serverOf } from '../exchange/aggregator-settings.ts'
import {
  addressField,
  amountField,
  answerReaderOf,
  bytesField,
  weiField,
} from '../exchange/answer-field.ts'
import { AggregatorAnswerError, askServer } from '../exchange/ask-server.ts'
import { offeredIn, pairQueryOf } from './routed-price.ts'

const routerParams = Type.Object({
  swapTokenInfo: Type.Object({
    inputToken: addressField,
    inputAmount: amountField,
    outputToken: addressField,
    outputQuote: amountField,
    outputMin: amountField,
    outputReceiver: addressField,
  }),
  pathDefinition: bytesField,
  executor: addressField,
  referralCode: Type.Integer({ minimum: 0, maximum: 4_294_967_295 }),
  value: Type.Optional(weiField),
})
const readSwap = answerReaderOf(
  Type.Object({
    routerAddr: addressField,
    routerParams,
  }),
)

const route = 'ooga_booga/swap'
/** The chain of the public service. */
const berachain = 80_094

/**
 * Makes the adapter of Ooga Booga.
 *
 * The service answers with the arguments of its router's `swap`; they are encoded as they came. Its shapes are
 * those of the documentation: no answer of the service was recorded yet.
 * Source: Ooga Booga Swap API, `/v1/swap`, the key as a bearer.
 */
export function openOogaBooga(settings: AggregatorSettings): Aggregator {
  const server = serverOf(
    {
      name: 'ooga-booga',
      publicUrl: 'https://mainnet.api.oogabooga.io',
      headersOf: (key) => ({ authorization: `Bearer ${key}` }),
    },
    settings,
  )
  const assertServed = ({ chainId }: OfferRequest) => {
    if (settings.url !== null || chainId === berachain) return
    throw new AggregatorAnswerError(server.name, `it does not serve chain ${chainId}`)
  }
  return {
    name: server.name,
    routes: [route],
    quote: async (request, signal) => {
      assertServed(request)
      const reply = await askServer(
        server,
        { path: '/v1/swap', query: pairQueryOf(request, 'slippage') },
        signal,
      )
      return { offered: offeredIn(server.name, reply), validUntilUnix: null }
    },
    build: async (request, signal) => {
      assertServed(request)
      const query = [...pairQueryOf(request, 'slippage'), ['to', request.receiver]] as const
      const reply = await askServer(server, { path: '/v1/swap', query }, signal)
      const offered = offeredIn(server.name, reply)
      const { routerAddr, routerParams: params } = readSwap(server.name, reply)
      return {
        offered,
        validUntilUnix: null,
        to: routerAddr,
        data: encodeSwap(params),
        value: params.value ?? 0n,
        raw: reply.raw,
      }
    },
  }
}

function encodeSwap({
  swapTokenInfo: info,
  pathDefinition,
  executor,
  referralCode,
}: StaticDecode<typeof routerParams>) {
  return encodeCall(parseSignature(actionOf(route)!.signature), [
    [
      info.inputToken,
      info.inputAmount,
      info.outputToken,
      info.outputQuote,
      info.outputMin,
      info.outputReceiver,
    ],
    pathDefinition,
    executor,
    BigInt(referralCode),
  ])
}
