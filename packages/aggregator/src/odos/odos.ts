import { type Address, BaseError, type Hex, isSameAddress, printUnits } from '@vaultwright/base'
import Type from 'typebox'
import type { Aggregator, OfferRequest } from '../aggregator.ts'
import { type AggregatorSettings, inSeconds, serverOf } from '../exchange/aggregator-settings.ts'
import {
  addressField,
  amountField,
  answerReaderOf,
  calldataField,
  weiField,
} from '../exchange/answer-field.ts'
import {
  AggregatorAnswerError,
  type AggregatorReply,
  type AggregatorServer,
  askServer,
} from '../exchange/ask-server.ts'

const readQuote = answerReaderOf(
  Type.Object({
    pathId: Type.String({ minLength: 1, maxLength: 200 }),
    inAmounts: Type.Array(amountField, { minItems: 1, maxItems: 1 }),
    outAmounts: Type.Array(amountField, { minItems: 1, maxItems: 1 }),
  }),
)
const readAssembled = answerReaderOf(
  Type.Object({
    transaction: Type.Object({
      from: addressField,
      to: addressField,
      data: calldataField,
      value: weiField,
      chainId: Type.Integer({ minimum: 1 }),
    }),
  }),
)

/** A path may be assembled for so long. Source: Odos documentation, assemble. */
const pathSeconds = 60
/** The same on every chain. Source: Odos documentation, contracts. */
const routerV3: Address = '0x0D05a7D3448512B78fa8A9e46c4872C88C4a0D05'
/** `swap` and `swapCompact` of OdosRouterV2. */
const selectorsV2: readonly Hex[] = ['0x3b635ce4', '0x83bd37f9']

/**
 * Makes the adapter of Odos, for its router v2.
 *
 * A v3 router has another signature and names its own recipient of fees, and no decoder reads it.
 *
 * Source: Odos SOR API: `/sor/quote/v2` and, within a minute, `/sor/assemble`.
 */
export function openOdos(settings: AggregatorSettings): Aggregator {
  const server = serverOf(
    {
      name: 'odos',
      publicUrl: 'https://api.odos.xyz',
      headersOf: (key) => ({ 'x-api-key': key }),
    },
    settings,
  )
  return {
    name: server.name,
    routes: ['odos/swap_compact', 'odos/swap'],
    quote: async (request, signal) => {
      const { offered, validUntilUnix } = await quoteOf(server, { wish: request, settings }, signal)
      return { offered, validUntilUnix }
    },
    build: async (request, signal) => {
      const quote = await quoteOf(server, { wish: request, settings }, signal)
      if (inSeconds(settings, 0) >= quote.validUntilUnix) {
        throw new AggregatorAnswerError(server.name, 'its path is older than a minute')
      }
      const body = { userAddr: request.taker, pathId: quote.pathId, simulate: false }
      const reply = await askServer(server, { path: '/sor/assemble', body }, signal)
      const { transaction } = readAssembled(server.name, reply)
      assertTransaction(server.name, transaction, request)
      const { to, data, value } = transaction
      const raw = `${quote.reply.raw}\n${reply.raw}`
      return { offered: quote.offered, validUntilUnix: quote.validUntilUnix, to, data, value, raw }
    },
  }
}

type OdosQuote = {
  readonly pathId: string
  readonly offered: bigint
  readonly validUntilUnix: bigint
  readonly reply: AggregatorReply
}
type OdosRequest = { readonly wish: OfferRequest; readonly settings: AggregatorSettings }

async function quoteOf(
  server: AggregatorServer,
  { wish: request, settings }: OdosRequest,
  signal: AbortSignal,
): Promise<OdosQuote> {
  const validUntilUnix = inSeconds(settings, pathSeconds)
  const body = {
    chainId: request.chainId,
    inputTokens: [{ tokenAddress: request.sellToken, amount: String(request.sellAmount) }],
    outputTokens: [{ tokenAddress: request.buyToken, proportion: 1 }],
    userAddr: request.taker,
    slippageLimitPercent: Number(printUnits(request.slippageBps, 2)),
    referralCode: 0,
    compact: false,
  }
  const reply = await askServer(server, { path: '/sor/quote/v2', body }, signal)
  const { pathId, inAmounts, outAmounts } = readQuote(server.name, reply)
  if (inAmounts[0] !== request.sellAmount) {
    throw new AggregatorAnswerError(server.name, `it sells ${inAmounts[0]} base units`)
  }
  return { pathId, offered: outAmounts[0]!, validUntilUnix, reply }
}

type OdosTransaction = {
  readonly from: Address
  readonly to: Address
  readonly data: Hex
  readonly chainId: number
}

/** The receiver is not asked for: Odos pays who calls, so another receiver is refused by its field. */
function assertTransaction(
  name: string,
  { from, to, data, chainId }: OdosTransaction,
  request: OfferRequest,
): void {
  if (chainId !== request.chainId) {
    throw new AggregatorAnswerError(name, `its calldata is for chain ${chainId}`)
  }
  if (!isSameAddress(from, request.taker)) {
    throw new AggregatorAnswerError(name, `its calldata is for ${from}`)
  }
  if (isSameAddress(to, routerV3) || !selectorsV2.includes(data.slice(0, 10) as Hex)) {
    throw new AggregatorRouterError(name, to, data.slice(0, 10) as Hex)
  }
}

/** A third party made calldata for a router that no decoder reads. */
class AggregatorRouterError extends BaseError {
  override readonly code = 'aggregator_router_refused'
  override readonly kind = 'unsupported'

  constructor(aggregator: string, to: Address, selector: Hex) {
    const router = isSameAddress(to, routerV3) ? 'OdosRouterV3' : `a router with ${selector}`
    super({
      message: `${aggregator} made calldata for ${router} at ${to}: its swap names a recipient of fees, and no decoder reads it. Ask for a path of OdosRouterV2, or leave it out.`,
      facts: { aggregator, router, to, selector },
    })
  }
}
