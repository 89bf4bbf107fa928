import { type Address, isSameAddress } from '@vaultwright/base'
import { emptyAppData } from '@vaultwright/protocols'
import Type from 'typebox'
import { addressField, amountField, answerReaderOf } from '../exchange/answer-field.ts'
import { AggregatorAnswerError, type AggregatorServer, askServer } from '../exchange/ask-server.ts'

/** The price that an order book says solvers pay. It is a third party's word: nothing executed it. Base units. */
export type BookQuote = {
  /** The amount that is bought for what is left after the fee. */
  readonly buyAmount: bigint
  /** The part of the sold amount that solvers are expected to keep for their cost. */
  readonly feeAmount: bigint
  /** True if the book says that it simulated the price. */
  readonly isVerified: boolean
}

/** The sale that a book is asked about. */
export type BookQuoteRequest = {
  /** Owns the order and receives. */
  readonly owner: Address
  readonly sellToken: Address
  readonly buyToken: Address
  /** Base units, the fee among them. */
  readonly sellAmount: bigint
  readonly validForSeconds: number
}

const readQuote = answerReaderOf(
  Type.Object({
    quote: Type.Object({
      sellToken: addressField,
      buyToken: addressField,
      sellAmount: amountField,
      buyAmount: amountField,
      feeAmount: amountField,
      kind: Type.Literal('sell'),
    }),
    verified: Type.Optional(Type.Boolean()),
  }),
)

/**
 * Asks the book what an order signed by a transaction would be paid.
 *
 * Source: CoW order book, `POST /api/v1/quote`; no answer was recorded yet.
 *
 * @throws {AggregatorAnswerError} when the answer is about other tokens or another amount.
 */
export async function quoteOrder(
  server: AggregatorServer,
  request: BookQuoteRequest,
  signal: AbortSignal,
): Promise<BookQuote> {
  const { owner, sellToken, buyToken, sellAmount, validForSeconds } = request
  const body = {
    sellToken,
    buyToken,
    from: owner,
    receiver: owner,
    sellAmountBeforeFee: String(sellAmount),
    kind: 'sell',
    validFor: validForSeconds,
    appData: '{}',
    appDataHash: emptyAppData,
    sellTokenBalance: 'erc20',
    buyTokenBalance: 'erc20',
    signingScheme: 'presign',
    onchainOrder: true,
    priceQuality: 'verified',
  }
  const reply = await askServer(server, { path: '/api/v1/quote', body }, signal)
  const { quote, verified = false } = readQuote(server.name, reply)
  const isMeant =
    isSameAddress(quote.sellToken, sellToken) && isSameAddress(quote.buyToken, buyToken)
  if (!isMeant) throw new AggregatorAnswerError(server.name, 'it is about other tokens')
  if (quote.sellAmount + quote.feeAmount !== sellAmount) {
    const sold = `${quote.sellAmount} and ${quote.feeAmount} of fee`
    throw new AggregatorAnswerError(server.name, `it sells ${sold} base units`)
  }
  return { buyAmount: quote.buyAmount, feeAmount: quote.feeAmount, isVerified: verified }
}
