import { isSameAddress } from '@vaultwright/base'
import Type from 'typebox'
import type { Aggregator, OfferRequest } from '../aggregator.ts'
import { type AggregatorSettings, serverOf } from '../exchange/aggregator-settings.ts'
import {
  addressField,
  amountField,
  answerReaderOf,
  calldataField,
  weiField,
} from '../exchange/answer-field.ts'
import { AggregatorAnswerError, askServer } from '../exchange/ask-server.ts'

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

/** No partner: none earns a fee of the vault's swaps. */
const noPartner = `0x${'00'.repeat(32)}`

/**
 * Makes the adapter of GlueX.
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
      const reply = await askServer(server, { path: '/v1/price', body: bodyOf(request) }, signal)
      const { inputAmount, outputAmount } = readPrice(server.name, reply).result
      assertAmount(server.name, inputAmount, request)
      return { offered: outputAmount, validUntilUnix: null }
    },
    build: async (request, signal) => {
      const reply = await askServer(server, { path: '/v1/quote', body: bodyOf(request) }, signal)
      const { result } = readQuote(server.name, reply)
      assertAmount(server.name, result.inputAmount, request)
      if (!isSameAddress(result.inputSender, request.taker)) {
        throw new AggregatorAnswerError(server.name, `its calldata is for ${result.inputSender}`)
      }
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
function bodyOf(request: OfferRequest) {
  return {
    networkID: String(request.chainId),
    inputToken: request.sellToken,
    outputToken: request.buyToken,
    inputAmount: String(request.sellAmount),
    orderType: 'SELL',
    userAddress: request.taker,
    outputReceiver: request.receiver,
    uniquePID: noPartner,
    slippage: String(request.slippageBps),
    partnerFee: '0',
    isPartialFill: false,
    isPermit2: false,
    computeEstimate: false,
  }
}

function assertAmount(name: string, amount: bigint, { sellAmount }: OfferRequest): void {
  if (amount !== sellAmount) {
    throw new AggregatorAnswerError(name, `it sells ${amount} base units`)
  }
}
