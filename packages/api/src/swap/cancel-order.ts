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
import type { CancelOrderData } from '@vaultwright/wire'
import { allowancePartOf } from './limit-order.ts'
import {
  openSwapChain,
  type StrategistSwap,
  swapBuildContextOf,
  swapMarketOf,
} from './strategist-swap.ts'
import { tokenKnown, withUnits } from './swap-token.ts'
import { findOrder, readVaultOrders } from './vault-order.ts'

/** The fields of a cancellation beside those of every build. */
export type CancelPart = Pick<CancelOrderData, 'order_uid' | 'method' | 'is_final' | 'allowance'>

/** A cancellation that was built. */
export type CancelTransaction = { readonly built: Built; readonly part: CancelPart }

/**
 * Builds what ends an order: for good where the tree permits it, else by taking its signature back.
 *
 * @throws {ForeignOrderError} {OrderEndedError} {RouteNotPermittedError}; else what reading throws.
 */
export async function buildCancelOf(place: StrategistSwap, uid: Hex): Promise<CancelTransaction> {
  const { at: strategistRef } = place
  // What is said of another vault's order must not depend on the chain.
  if (!isSameAddress(parseOrderUid(uid).owner, strategistRef.vault))
    throw new ForeignOrderError(uid, strategistRef.vault)
  const market = await swapMarketOf(place)
  const { chain } = await openSwapChain(place)
  const block = await chain.readBlock('latest')
  const point = { chain, block }
  const order = await findOrder(place, uid, { point, market })
  const { settlement, terms } = order
  const { states } = await readVaultOrders(place, point, settlement)
  const contracts = await readSettlement(chain, settlement, block)
  const named = tokenKnown(place, market, terms.sellToken)
  const { sellToken } = await withUnits({ sellToken: named, buyToken: named }, chain)
  const { decimals } = countedToken(sellToken, 'orders of other tokens')
  const route = cancelRouteOf(market, settlement)
  const plan = await planOrderCancel(
    { chain, contracts },
    { uid, vault: strategistRef.vault, sellToken: { address: terms.sellToken, decimals } },
    { block, states, route },
  )
  const build = await swapBuildContextOf(place, (calls) => chain.readCalls(calls, block))
  return {
    built: await buildActions(build, plan.requests),
    part: {
      order_uid: uid,
      method: route === 'cow/cancel_order' ? 'invalidate' : 'withdraw_signature',
      is_final: plan.isFinal,
      allowance: allowancePartOf(plan.allowance),
    },
  }
}
