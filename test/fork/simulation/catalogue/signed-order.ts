import {
  type Action,
  type ActionInputValues,
  decodePreSignature,
  encodeAction,
  orderDigestOf,
} from '@vaultwright/protocols'
import { type Address, pad } from 'viem'

/** Accounts in whose place the decoder of orders takes words. */
type OrderRoles = { readonly orderDomain: Address; readonly orderDocument: Address }

/** Gives an order the document and a life that its decoder takes, and the digest of its own terms. */
export function signedOrderOf(
  action: Action,
  values: ActionInputValues,
  { orderDomain, orderDocument }: OrderRoles,
): ActionInputValues {
  if (action.route !== 'cow/place_order') return values
  const order = { ...values, app_data: pad(orderDocument), valid_to: 1n }
  const { terms } = decodePreSignature(encodeAction(action, order))!
  return { ...order, order_digest: orderDigestOf(terms, pad(orderDomain)) }
}
