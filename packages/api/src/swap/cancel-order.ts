import { type Hex, isSameAddress } from '@vaultwright/base'
import { type Built, buildActions } from '@vaultwright/builder'
import {
  cancelRouteOf,
  countedToken,
  ForeignOrderError,
  planOrderCancel,
  readSettlement,
} from '@vaultwright/operations'
import { parseOrderUid } from '@vaultwright/protocols'
import type { CancelOrderData, CancelOrderRequest } from '@vaultwright/wire'
import { allowancePartOf } from './limit-order.ts'
import { type FollowedOrder, readStates } from './order-state.ts'
import {
  openSwapChain,
  type StrategistSwap,
  swapBuildContextOf,
  swapMarketOf,
} from './strategist-swap.ts'
import { invalidBody } from './swap-amount.ts'
import { tokenKnown, withUnits } from './swap-token.ts'
import { findOrder, readVaultOrders } from './vault-order.ts'

/** The fields of a cancellation beside those of every build. */
export type CancelPart = Pick<
  CancelOrderData,
  'order_uid' | 'order_uids' | 'method' | 'is_final' | 'allowance'
>

/** A cancellation that was built. */
export type CancelTransaction = { readonly built: Built; readonly part: CancelPart }

/**
 * Builds what ends orders of one sold token: for good where the tree permits it, else by taking signatures back.
 *
 * @throws {RequestInvalidError} when the body names no order, or orders of several tokens or settlements.
 * @throws {ForeignOrderError} {OrderEndedError} {RouteNotPermittedError}; else what reading throws.
 */
export async function buildCancelOf(
  place: StrategistSwap,
  body: Pick<CancelOrderRequest, 'order_uid' | 'order_uids'>,
): Promise<CancelTransaction> {
  const { at: strategistRef } = place
  const uids = uidsIn(body)
  // What is said of another vault's order must not depend on the chain.
  for (const uid of uids) {
    if (!isSameAddress(parseOrderUid(uid).owner, strategistRef.vault))
      throw new ForeignOrderError(uid, strategistRef.vault)
  }
  const market = await swapMarketOf(place)
  const { chain } = await openSwapChain(place)
  const block = await chain.readBlock('latest')
  const point = { chain, block }
  const orders = []
  for (const uid of uids) orders.push(await findOrder(place, uid, { point, market }))
  const [{ settlement, terms }] = orders as [FollowedOrder, ...FollowedOrder[]]
  const isAlike = orders.every(
    (order) =>
      isSameAddress(order.settlement, settlement) &&
      isSameAddress(order.terms.sellToken, terms.sellToken),
  )
  if (!isAlike) {
    const msg = 'The orders sell several tokens. Cancel those of one token at a time.'
    throw invalidBody('order_uids', msg, [...uids])
  }
  const { states: fillable } = await readVaultOrders(place, point, settlement)
  // Those that ended, or live longer than the policy lets them now, are not among them.
  const further = orders.filter(
    ({ uid }) => !fillable.some((state) => state.uid.toLowerCase() === uid.toLowerCase()),
  )
  const states = [...fillable, ...(await readStates(chain, further, block))]
  const contracts = await readSettlement(chain, settlement, block)
  const named = tokenKnown(place, market, terms.sellToken)
  const { sellToken } = await withUnits({ sellToken: named, buyToken: named }, chain)
  const { decimals } = countedToken(sellToken, 'orders of other tokens')
  const route = cancelRouteOf(market, settlement)
  const plan = await planOrderCancel(
    { chain, contracts },
    { uids, vault: strategistRef.vault, sellToken: { address: terms.sellToken, decimals } },
    { block, states, route },
  )
  const build = await swapBuildContextOf(place, (calls) => chain.readCalls(calls, block))
  return {
    built: await buildActions(build, plan.requests),
    part: {
      order_uid: uids[0]!,
      order_uids: [...uids],
      method: route === 'cow/cancel_order' ? 'invalidate' : 'withdraw_signature',
      is_final: plan.isFinal,
      allowance: allowancePartOf(plan.allowance),
    },
  }
}

function uidsIn({ order_uid: uid, order_uids: uids }: Parameters<typeof buildCancelOf>[1]) {
  if ((uid === undefined) === (uids === undefined)) {
    throw invalidBody('order_uid', 'Give one of order_uid and order_uids.', uid ?? null)
  }
  return (uids ?? [uid]) as readonly Hex[]
}
