import type { Address, Hex } from '@vaultwright/base'
import { emptyAppData, type OrderTerms } from './order.ts'

/** An order as the order book of CoW takes it, signed by a transaction. Amounts are decimal texts. */
type OrderBookBody = {
  readonly sellToken: Address
  readonly buyToken: Address
  readonly receiver: Address
  readonly sellAmount: string
  readonly buyAmount: string
  readonly validTo: number
  /** The document itself where it is known, else its hash. */
  readonly appData: string
  readonly appDataHash?: Hex
  readonly feeAmount: string
  readonly kind: OrderTerms['kind']
  readonly partiallyFillable: boolean
  readonly sellTokenBalance: OrderTerms['sellTokenBalance']
  readonly buyTokenBalance: OrderTerms['buyTokenBalance']
  readonly signingScheme: 'presign'
  readonly signature: '0x'
  readonly from: Address
}

/**
 * Writes the body with which an order is posted to the order book.
 *
 * Posting is harmless: nothing can be filled before the signature is on the chain.
 * Source: CoW order book, `POST /api/v1/orders`.
 */
export function orderBookBodyOf(terms: OrderTerms, owner: Address): OrderBookBody {
  const document =
    terms.appData === emptyAppData
      ? { appData: '{}', appDataHash: emptyAppData }
      : { appData: terms.appData }
  return {
    sellToken: terms.sellToken,
    buyToken: terms.buyToken,
    receiver: terms.receiver,
    sellAmount: terms.sellAmount.toString(),
    buyAmount: terms.buyAmount.toString(),
    validTo: Number(terms.validTo),
    ...document,
    feeAmount: terms.feeAmount.toString(),
    kind: terms.kind,
    partiallyFillable: terms.isPartiallyFillable,
    sellTokenBalance: terms.sellTokenBalance,
    buyTokenBalance: terms.buyTokenBalance,
    signingScheme: 'presign',
    signature: '0x',
    from: owner,
  }
}
