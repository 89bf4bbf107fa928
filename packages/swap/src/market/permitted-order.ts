import { type Address, BaseError } from '@vaultwright/base'
import type { Permission } from '@vaultwright/protocols'
import { orderIndexOf, orderPermissionOf } from './order-permission.ts'
import { type MarketInput, type SwapMarket, swapTokenOf } from './swap-market.ts'
import type { OrderPermission, SwapToken } from './swap-pair.ts'

/** The tokens of an order. */
type OrderPair = { readonly sellToken: Address; readonly buyToken: Address }

/**
 * Finds what permits an order of a pair, whether or not the tree swaps the pair otherwise.
 *
 * @param input - what the market was read from.
 * @throws {LimitOrderNotPermittedError} if no leaf pre-signs the pair, or none approves what is sold.
 */
export function permittedOrderOf(
  { permissions, approvals }: SwapMarket,
  input: Pick<MarketInput, 'owner' | 'chainId' | 'knownFacts'>,
  { sellToken, buyToken }: OrderPair,
): Permission {
  const order = orderPermissionIn({ permissions, approvals }, input, { sellToken, buyToken })
  if (order.state === 'ready') return order.permission
  const pair = [swapTokenOf(sellToken, input), swapTokenOf(buyToken, input)] as const
  throw new LimitOrderNotPermittedError(order, pair)
}

/** Tells whether a tree permits an order of a pair, whether or not it swaps the pair otherwise. */
export function orderPermissionIn(
  { permissions, approvals }: Pick<SwapMarket, 'permissions' | 'approvals'>,
  input: Pick<MarketInput, 'owner' | 'chainId'>,
  { sellToken, buyToken }: OrderPair,
): OrderPermission {
  const index = { orders: orderIndexOf(permissions), approvals, input }
  return orderPermissionOf(index, sellToken, buyToken)
}

/** The tree permits no limit order of a pair. */
export class LimitOrderNotPermittedError extends BaseError {
  override readonly code = 'limit_order_not_permitted'
  override readonly kind = 'not_permitted'

  constructor(
    order: Exclude<OrderPermission, { state: 'ready' }>,
    [sellToken, buyToken]: readonly [SwapToken, SwapToken],
  ) {
    const nameOf = ({ symbol, address }: SwapToken) => symbol ?? address
    const leaf = order.state === 'not_permitted' ? order.permittingLeaf : null
    const packed = leaf?.arguments.join(', ')
    const hint =
      leaf === null
        ? ''
        : ` This leaf would permit it: ${leaf.signature} on ${leaf.target}, ${packed}.`
    super({
      message: `An order that sells ${nameOf(sellToken)} for ${nameOf(buyToken)} is not permitted: ${order.why}${hint}`,
      facts: {
        sellToken: sellToken.address,
        buyToken: buyToken.address,
        why: order.why,
        leafThatWouldPermit: leaf,
      },
    })
  }
}
