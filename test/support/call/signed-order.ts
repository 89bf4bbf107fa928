import { concat, encodeAbiParameters, type Hex, keccak256, parseAbiParameters, toHex } from 'viem'
import { type SentinelCall, setAt } from '../sentinel.ts'

/** The twelve words of an order, as viem takes them. */
export type OrderWords = {
  readonly sellToken: Hex
  readonly buyToken: Hex
  readonly receiver: Hex
  readonly sellAmount: bigint
  readonly buyAmount: bigint
  readonly validTo: number
  readonly appData: Hex
  readonly feeAmount: bigint
  readonly kind: Hex
  readonly partiallyFillable: boolean
  readonly sellTokenBalance: Hex
  readonly buyTokenBalance: Hex
}

/** The owner and domain of a signed order. */
export type OrderSigner = { readonly owner: Hex; readonly domain: Hex }

const words = parseAbiParameters(
  'address, address, address, uint256, uint256, uint32, bytes32, uint256, bytes32, bool, bytes32, bytes32',
)
const typeHash = keccak256(
  toHex(
    'Order(address sellToken,address buyToken,address receiver,uint256 sellAmount,uint256 buyAmount,uint32 validTo,bytes32 appData,uint256 feeAmount,string kind,bool partiallyFillable,string sellTokenBalance,string buyTokenBalance)',
  ),
)

/** Makes an order that decoders of ours take, if its document is theirs and its time short enough. */
export function soundOrder(order: Partial<OrderWords> = {}): OrderWords {
  return {
    sellToken: `0xaa${'01'.padStart(38, '0')}`,
    buyToken: `0xaa${'02'.padStart(38, '0')}`,
    receiver: `0xaa${'03'.padStart(38, '0')}`,
    sellAmount: 10n ** 18n,
    buyAmount: 2_000_000_000n,
    validTo: 600_000,
    appData: keccak256(toHex('{}')),
    feeAmount: 0n,
    kind: keccak256(toHex('sell')),
    partiallyFillable: false,
    sellTokenBalance: keccak256(toHex('erc20')),
    buyTokenBalance: keccak256(toHex('erc20')),
    ...order,
  }
}

/** Encodes an order with viem: 384 bytes. */
export function orderBytesOf(order: OrderWords): Hex {
  return encodeAbiParameters(words, [
    order.sellToken,
    order.buyToken,
    order.receiver,
    order.sellAmount,
    order.buyAmount,
    order.validTo,
    order.appData,
    order.feeAmount,
    order.kind,
    order.partiallyFillable,
    order.sellTokenBalance,
    order.buyTokenBalance,
  ])
}

/** The uid of an order. */
export function orderUidBytesOf(order: OrderWords, { owner, domain }: OrderSigner): Hex {
  const digest = keccak256(
    concat(['0x1901', domain, keccak256(concat([typeHash, orderBytesOf(order)]))]),
  )
  return concat([digest, owner, toHex(order.validTo, { size: 4 })])
}

/** Turns a call of `setPreSignature` into one that signs an order, with the order behind it. */
export function signOrderIn(call: SentinelCall, order: OrderWords, place: OrderSigner): void {
  setAt(call, 'orderUid', orderUidBytesOf(order, place))
  setAt(call, 'signed', true)
  call.tail = orderBytesOf(order)
}
