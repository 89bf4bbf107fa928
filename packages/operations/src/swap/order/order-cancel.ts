import { type Address, BaseError, type Hex } from '@vaultwright/base'
import type { BlockRef } from '@vaultwright/outcome'
import { allowanceOf, type OrderState, openOrdersOf, type SwapMarket } from '@vaultwright/swap'
import { ForeignOrderError, type OrderPorts } from './order.ts'
import {
  type AllowanceChange,
  approvalsFor,
  type OrderRequest,
  type OrderToken,
  readFunds,
} from './order-fund.ts'
import type { OrderSettlement } from './order-log.ts'

/** The plan of ending orders of one token, and of their allowance. */
export type OrderCancelPlan = {
  /** False where only the signature is taken back: it can be given again. */
  readonly isFinal: boolean
  readonly allowance: AllowanceChange
  /** In order; `erc_20/approve` last, where the allowance becomes less. */
  readonly requests: readonly OrderRequest[]
}

/** The actions that end an order. `cow/cancel_order` is final; the other where the tree lacks it. */
export type CancelRoute = 'cow/cancel_order' | 'cow/withdraw_signature'

/** Chooses the action that ends an order: for good where a leaf permits that. */
export function cancelRouteOf(
  { permissions }: Pick<SwapMarket, 'permissions'>,
  settlement: string,
): CancelRoute {
  const isFinal = permissions.some(
    ({ action, binding }) =>
      action.route === 'cow/cancel_order' &&
      String(binding.settlement).toLowerCase() === settlement.toLowerCase(),
  )
  return isFinal ? 'cow/cancel_order' : 'cow/withdraw_signature'
}

/**
 * Plans the calls that end orders and lower the allowance to what the other open orders need.
 *
 * @param choice - its `route` is `cow/cancel_order` where the tree permits it, else `cow/withdraw_signature`.
 * @param orders - at least one, of one sold token: those that have ended already are left alone.
 * @throws {ForeignOrderError} when no state of an order is given: nothing would tell that it is not ended.
 * @throws {OrderEndedError} when none can still be filled, and nothing of the allowance is left over.
 */
export async function planOrderCancel(
  ports: OrderPorts,
  orders: {
    readonly uids: readonly Hex[]
    readonly vault: Address
    readonly sellToken: OrderToken
  },
  choice: {
    readonly block: BlockRef
    readonly states: readonly OrderState[]
    readonly route: CancelRoute
  },
): Promise<OrderCancelPlan> {
  const { contracts } = ports
  const { vault, sellToken } = orders
  const stateByUid = new Map(choice.states.map((state) => [state.uid.toLowerCase(), state]))
  const chosen = [...new Set(orders.uids.map((uid) => uid.toLowerCase() as Hex))].map((uid) => {
    const state = stateByUid.get(uid)
    if (state === undefined) throw new ForeignOrderError(uid, vault)
    return state
  })
  const remaining = choice.states.filter((state) => !chosen.includes(state))
  const money = await readFunds(ports, { vault, token: sellToken.address }, choice.block)
  const needed = allowanceOf(openOrdersOf(remaining, sellToken.address), 0n)
  // Less is never raised: an order whose allowance ran short was underfunded before.
  const isLess = money.allowance < needed
  const after = isLess ? money.allowance : needed
  const allowance = { before: money.allowance, openOrders: needed, after }
  const alive = chosen.filter(canBeFilled)
  const approvals = approvalsFor(sellToken, contracts.relayer, allowance)
  if (alive.length === 0 && approvals.length === 0) {
    throw new OrderEndedError(chosen)
  }
  const ending = alive.map((state) => endingOf(state, contracts, choice.route))
  return {
    isFinal: choice.route === 'cow/cancel_order',
    allowance,
    requests: [...ending, ...approvals],
  }
}

/** An order that is not signed yet may be signed later: it is ended as well. */
export function canBeFilled({ status }: OrderState): boolean {
  return status === 'open' || status === 'partially_filled' || status === 'pending'
}

/** Makes the call that ends an order. */
export function endingOf(
  { uid, terms }: OrderState,
  { settlement }: OrderSettlement,
  route: CancelRoute,
): OrderRequest {
  const params = {
    settlement,
    order_digest: uid.slice(0, 66),
    valid_to: terms.validTo.toString(),
  }
  return { route, params }
}

/** Orders can no longer be filled, and nothing of their allowance is left. */
class OrderEndedError extends BaseError {
  override readonly code = 'order_ended'
  override readonly kind = 'conflict'

  constructor([first, ...further]: readonly OrderState[]) {
    const { uid, status } = first!
    const text = further.length === 0 ? '' : `, and ${further.length} more have ended, too`
    super({
      message: `The order ${uid} is ${status}${text}: there is nothing to cancel.`,
      facts: { uid, status },
    })
  }
}
