import { BaseError, type Hex } from '@vaultwright/base'
import Type from 'typebox'
import type { Aggregator, OfferRequest } from '../aggregator.ts'
import { type AggregatorSettings, serverOf } from '../exchange/aggregator-settings.ts'
import { assertAmount, assertTaker } from '../exchange/answer-check.ts'
import {
  addressField,
  amountField,
  answerReaderOf,
  calldataField,
  weiField,
} from '../exchange/answer-field.ts'
import { askServer } from '../exchange/ask-server.ts'

const readPrice = answerReaderOf(
  Type.Object({ result: Type.Object({ inputAmount: amountField, outputAmount: amountField }) }),
)
const readQuote = answerReaderOf(
  Type.Object({
    result: Type.Object({
      inputAmount: amountField,
      outputAmount: amountField,
      inputSender: addressField,
      router: addressField,
      calldata: calldataField,
      value: weiField,
    }),
  }),
)

/**
 * Makes the adapter of GlueX. It answers only to a partner: `partnerId` of the settings is the `uniquePID` that it
 * gives with the key.
 *
 * Its shapes are those of the documentation: no answer of the service was recorded yet.
 * Source: GlueX Router API, `/v1/price` and `/v1/quote`, the key as `x-api-key`.
 */
export function openGluex(settings: AggregatorSettings): Aggregator {
  const server = serverOf(
    {
      name: 'gluex',
      publicUrl: 'https://router.gluex.xyz',
      headersOf: (key) => ({ 'x-api-key': key }),
    },
    settings,
  )
  return {
    name: server.name,
    routes: ['gluex/swap'],
    quote: async (request, signal) => {
      const body = bodyOf(request, partnerOf(settings))
      const reply = await askServer(server, { path: '/v1/price', body }, signal)
      const { inputAmount, outputAmount } = readPrice(server.name, reply).result
      assertAmount(server.name, inputAmount, request)
      return { offered: outputAmount, validUntilUnix: null }
    },
    build: async (request, signal) => {
      const body = bodyOf(request, partnerOf(settings))
      const reply = await askServer(server, { path: '/v1/quote', body }, signal)
      const { result } = readQuote(server.name, reply)
      assertAmount(server.name, result.inputAmount, request)
      assertTaker(server.name, result.inputSender, request)
      const { outputAmount, router, calldata, value } = result
      return {
        offered: outputAmount,
        validUntilUnix: null,
        to: router,
        data: calldata,
        value,
        raw: reply.raw,
      }
    },
  }
}

/** Slippage in basis points. An estimate would ask for an allowance that the batch gives. */
function bodyOf(request: OfferRequest, uniquePID: Hex) {
  return {
    networkID: String(request.chainId),
    inputToken: request.sellToken,
    outputToken: request.buyToken,
    inputAmount: String(request.sellAmount),
    orderType: 'SELL',
    userAddress: request.taker,
    outputReceiver: request.receiver,
    uniquePID,
    slippage: String(request.slippageBps),
    partnerFee: '0',
    isPartialFill: false,
    isPermit2: false,
    computeEstimate: false,
  }
}

function partnerOf({ partnerId = null }: AggregatorSettings): Hex {
  if (partnerId === null) throw new GluexPartnerError()
  return partnerId
}

/** GlueX has no partner to answer to. */
class GluexPartnerError extends BaseError {
  override readonly code = 'aggregator_partner_missing'
  override readonly kind = 'invalid_input'

  constructor() {
    super({
      message:
        'GlueX answers to a partner alone. Set AGGREGATOR_GLUEX_PID to the uniquePID that it gave with the key.',
      facts: { aggregator: 'gluex' },
    })
  }
}
