import { type Address, type Hex, isSameAddress } from '@vaultwright/base'
import type { Chain } from '@vaultwright/chain'
import { readOrderStates, readSettlement, type TrackedOrder } from '@vaultwright/operations'
import type { BlockRef } from '@vaultwright/outcome'
import type { StoredSwapOrder } from '@vaultwright/store'
import { allowanceOf, isFinal, type OrderState, openOrdersOf } from '@vaultwright/swap'
import { type OrderTermsData, orderTermsOf, termsOfOrder } from '@vaultwright/wire'
import type { StrategistSwap } from './strategist-swap.ts'

/** The stored terms of an order: enough to follow it on the chain. */
export type OrderRecord = {
  readonly settlement: Address
  /** At which it was built: the chain says nothing of it before. */
  readonly block_number: string
  readonly order: OrderTermsData
}

/** An order that is followed at a settlement. */
export type FollowedOrder = TrackedOrder & { readonly settlement: Address }

/** Prints what is stored of an order. */
export function printOrderRecord({ settlement, fromBlock, terms }: FollowedOrder): string {
  const record: OrderRecord = {
    settlement,
    block_number: String(fromBlock),
    order: orderTermsOf(terms),
  }
  return JSON.stringify(record)
}

/** Reads what is stored of an order. */
export function followedOf({ uid, terms, finalState }: StoredSwapOrder): FollowedOrder {
  const record: OrderRecord = JSON.parse(terms)
  return {
    uid,
    settlement: record.settlement,
    fromBlock: BigInt(record.block_number),
    terms: termsOfOrder(record.order),
    stored: finalState === null ? null : parseOrderState(finalState).status,
  }
}

/** Prints the state of an order, as it is kept once it is final. */
export function printOrderState(state: OrderState): string {
  return JSON.stringify(state, (_key, value: unknown) =>
    typeof value === 'bigint' ? { bigint: String(value) } : value,
  )
}

/** Reads what `printOrderState` printed. */
export function parseOrderState(text: string): OrderState {
  return JSON.parse(text, (_key, value: unknown) => {
    const isNumber = typeof value === 'object' && value !== null && 'bigint' in value
    return isNumber ? BigInt(String(value.bigint)) : value
  })
}

/** Reads the states of orders at one block, those of each settlement in one pass. */
export async function readStates(
  chain: Chain,
  orders: readonly FollowedOrder[],
  block: BlockRef,
): Promise<readonly OrderState[]> {
  const settlements = [...new Set(orders.map(({ settlement }) => settlement))]
  const states = new Map<Hex, OrderState>()
  for (const settlement of settlements) {
    const contracts = await readSettlement(chain, settlement, block)
    const ownOrders = orders.filter((order) => isSameAddress(order.settlement, settlement))
    for (const state of await readOrderStates({ chain, contracts }, ownOrders, block)) {
      states.set(state.uid, state)
    }
  }
  return orders.map(({ uid }) => states.get(uid)!)
}

/**
 * Keeps the states that no block to come can change, so that these orders are not followed any longer.
 *
 * A signature that was withdrawn can be given again until the order's time is over.
 */
export async function keepFinalStates(
  { context, tenantId }: Pick<StrategistSwap, 'context' | 'tenantId'>,
  { stored, states, block }: StatesAtBlock,
): Promise<void> {
  for (const [index, order] of stored.entries()) {
    const state = states[index]!
    const isOver = state.terms.validTo < block.timestamp
    const isLasting = state.status === 'cancelled' ? isOver : isFinal(state.status)
    if (order.finalState !== null || !isLasting) continue
    const { chain, vault, strategist, uid } = order
    const finalState = printOrderState(state)
    await context.store.swapOrders.finish(tenantId, { chain, vault, strategist, uid, finalState })
  }
}

/** Orders of the store with their states, in the same order. */
type StatesAtBlock = {
  readonly stored: readonly StoredSwapOrder[]
  readonly states: readonly OrderState[]
  readonly block: BlockRef
}

/** Adds up what open orders of the vault still sell · base units by token. */
export async function reservedByOrders(
  place: StrategistSwap,
  { chain, block }: { readonly chain: Chain; readonly block: BlockRef },
): Promise<ReadonlyMap<Address, bigint>> {
  const { context, tenantId, at: strategistRef } = place
  const stored = await context.store.swapOrders.unfinished(tenantId, strategistRef)
  if (stored.length === 0) return new Map()
  const states = await readStates(chain, stored.map(followedOf), block)
  await keepFinalStates(place, { stored, states, block })
  const tokens = [...new Set(states.map(({ terms }) => terms.sellToken))]
  return new Map(tokens.map((token) => [token, allowanceOf(openOrdersOf(states, token), 0n)]))
}
