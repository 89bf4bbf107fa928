import type { Hex } from '@vaultwright/base'
import { readFillValues, readSettlement } from '@vaultwright/operations'
import { InvalidOrderUidError, parseOrderUid } from '@vaultwright/protocols'
import type { Page, PageQuery, StoredSwapOrder, SwapOrderSortKey } from '@vaultwright/store'
import { type OrderState, withoutSharedAllowances } from '@vaultwright/swap'
import {
  type OrderDetails,
  type QueryOf,
  type ResponseOf,
  type SwapOrderData,
  swapOrderOf,
} from '@vaultwright/wire'
import Type, { type Static } from 'typebox'
import { defaultPageSize, readListing } from '../request/listing.ts'
import { RequestInvalidError } from '../request/request-check.ts'
import { followedOf, keepFinalStates, parseOrderState, readStates } from './order-state.ts'
import { openSwapChain, type StrategistSwap, swapMarketOf } from './strategist-swap.ts'
import { tokenKnown, withUnits } from './swap-token.ts'
import { findOrder, zeroingCallOf } from './vault-order.ts'

/** The position of an order in a list. */
export const orderKey = Type.Object({
  createdAtUnix: Type.String({ pattern: '^[0-9]{1,15}$' }),
  uid: Type.String({ pattern: '^0x[0-9a-f]{112}$' }),
})

/** Lists the orders that were built for a strategist, newest first, each in the state that the chain says. */
export async function ordersPageOf(
  place: StrategistSwap,
  query: QueryOf<'listSwapOrders'>,
): Promise<ResponseOf<'listSwapOrders'>> {
  const { at: strategistRef, tenantId, context } = place
  const { status, page_size: pageSize = defaultPageSize } = query
  const pageAt = (asked: PageQuery<SwapOrderSortKey>) =>
    context.store.swapOrders.page(tenantId, strategistRef, asked)
  const { items, page } = await readListing(
    {
      binding: {
        operation: 'listSwapOrders',
        tenantId,
        asked: [
          strategistRef.chain,
          strategistRef.vault,
          strategistRef.strategist,
          status ?? null,
          pageSize,
        ],
      },
      sortKeySchema: orderKey,
      sortKeyOf: ({ stored }: ListedOrder) => printKey(stored),
      read: async ({ after, limit }) =>
        filteredPage(limit, async (last: SwapOrderSortKey | null) => {
          const from = last ?? (after === null ? null : keyFrom(after))
          const { items: rows, hasMore } = await pageAt({ after: from, limit })
          const listed = await withStates(rows, () => readOpenOrders(place))
          const matching = listed.filter(
            (one) => status === undefined || one.state.status === status,
          )
          return { rows, kept: matching, hasMore }
        }),
    },
    { cursor: query.cursor, pageSize },
  )
  return { data: await printedOrders(place, items), page }
}

/**
 * Reads one order of the vault.
 *
 * @throws {ForeignOrderError} where neither the store nor the chain has it.
 */
export async function orderOf(
  place: StrategistSwap,
  text: string,
  signal: AbortSignal,
): Promise<SwapOrderData> {
  const { at: strategistRef, context, tenantId, chainId } = place
  const uid = uidIn(text)
  const market = await swapMarketOf(place)
  const { chain } = await openSwapChain(place)
  const block = await chain.readBlock('latest')
  const followed = await findOrder(place, uid, { point: { chain, block }, market })
  const stored = await context.store.swapOrders.find(tenantId, { ...strategistRef, uid })
  const unfinished = await context.store.swapOrders.unfinished(tenantId, strategistRef)
  const otherOrders = unfinished.filter((one) => one.uid !== followed.uid)
  const states = await readStates(chain, [followed, ...otherOrders.map(followedOf)], block)
  const [state] = withoutSharedAllowances(states)
  if (stored !== null) await keepFinalStates(place, { stored: [stored], states, block })
  const { relayer } = await readSettlement(chain, followed.settlement, block)
  const { terms } = followed
  const tokens = await withUnits(
    {
      sellToken: tokenKnown(place, market, terms.sellToken),
      buyToken: tokenKnown(place, market, terms.buyToken),
    },
    chain,
  )
  const { policy } = place.rules
  const fills = await readFillValues({ chain, policy }, tokens, state!.trades)
  const book = context.swaps.orderBookOf(chainId)
  const booked = await book?.read(uid, signal).catch(() => null)
  return swapOrderOf(state!, {
    ...tokens,
    createdAtUnix: stored?.createdAtUnix ?? null,
    quoteId: stored?.quoteId ?? null,
    blockNumber: block.number,
    zeroingCall: zeroingCallOf(market, { token: terms.sellToken, relayer }),
    fills,
    orderBook:
      book === null
        ? null
        : { publishedAtUnix: stored?.publishedAtUnix ?? null, status: booked?.status ?? null },
  })
}

/** Reads the uid of a path or a body. */
function uidIn(text: string): Hex {
  try {
    parseOrderUid(text)
    return text.toLowerCase() as Hex
  } catch (error) {
    if (!(error instanceof InvalidOrderUidError)) throw error
    const { shortMessage: msg } = error
    throw new RequestInvalidError([
      { loc: ['path', 'order_uid'], msg, type: 'order_uid_invalid', input: text },
    ])
  }
}

/** An order of the store in its state; the block is null for a state that was kept. */
type ListedOrder = {
  readonly stored: StoredSwapOrder
  readonly state: OrderState
  readonly blockNumber: bigint | null
}

type FilteredRows<Listed> = {
  readonly rows: readonly StoredSwapOrder[]
  readonly kept: readonly Listed[]
  readonly hasMore: boolean
}

/** Reads on until a page is full of what a filter keeps, or nothing is left. */
export async function filteredPage<Listed>(
  limit: number,
  readAfter: (last: SwapOrderSortKey | null) => Promise<FilteredRows<Listed>>,
): Promise<Page<Listed>> {
  const items: Listed[] = []
  for (let last: SwapOrderSortKey | null = null; ; ) {
    const { rows, kept: matching, hasMore } = await readAfter(last)
    items.push(...matching)
    if (items.length > limit) return { items: items.slice(0, limit), hasMore: true }
    last = rows.at(-1) ?? null
    if (!hasMore || last === null || items.length === limit) return { items, hasMore }
  }
}

/** The states of a vault's orders that did not end yet, at one block. */
type OpenOrders = {
  readonly blockNumber: bigint
  readonly states: ReadonlyMap<Hex, OrderState>
}

/** Asks the chain for the states of a vault's orders that did not end, and keeps those that did meanwhile. */
export async function readOpenOrders(place: StrategistSwap): Promise<OpenOrders> {
  const { context, tenantId, at: strategistRef } = place
  const { chain } = await openSwapChain(place)
  const block = await chain.readBlock('latest')
  const stored = await context.store.swapOrders.unfinished(tenantId, strategistRef)
  const readOrders = await readStates(chain, stored.map(followedOf), block)
  await keepFinalStates(place, { stored, states: readOrders, block })
  const states = withoutSharedAllowances(readOrders)
  return { blockNumber: block.number, states: new Map(states.map((state) => [state.uid, state])) }
}

/** Lists an order that ended as it was kept, and all others as the chain says. */
export async function withStates(
  rows: readonly StoredSwapOrder[],
  readOpen: () => Promise<OpenOrders>,
): Promise<readonly ListedOrder[]> {
  const open = rows.some(({ finalState }) => finalState === null) ? await readOpen() : null
  return rows.flatMap((stored): readonly ListedOrder[] => {
    const { finalState, uid } = stored
    if (finalState !== null) {
      return [
        { stored, state: { ...parseOrderState(finalState), warnings: [] }, blockNumber: null },
      ]
    }
    const state = open?.states.get(uid)
    return state === undefined ? [] : [{ stored, state, blockNumber: open!.blockNumber }]
  })
}

/** Writes orders of one strategist in the words of the interface. */
export async function printedOrders(
  place: StrategistSwap,
  listed: readonly ListedOrder[],
): Promise<SwapOrderData[]> {
  const { context, chainId } = place
  const market = await swapMarketOf(place)
  const hasBook = context.swaps.orderBookOf(chainId) !== null
  return listed.map(({ stored, state, blockNumber }) => {
    const record: OrderDetails = {
      sellToken: tokenKnown(place, market, state.terms.sellToken),
      buyToken: tokenKnown(place, market, state.terms.buyToken),
      createdAtUnix: stored.createdAtUnix,
      quoteId: stored.quoteId,
      blockNumber,
      zeroingCall: null,
      orderBook: hasBook ? { publishedAtUnix: stored.publishedAtUnix, status: null } : null,
    }
    return swapOrderOf(state, record)
  })
}

/** Prints the position of an order. */
export function printKey({ createdAtUnix, uid }: SwapOrderSortKey): Static<typeof orderKey> {
  return { createdAtUnix: String(createdAtUnix), uid }
}

/** Reads the position of an order. */
export function keyFrom({ createdAtUnix, uid }: Static<typeof orderKey>): SwapOrderSortKey {
  return { createdAtUnix: BigInt(createdAtUnix), uid: uid as Hex }
}
