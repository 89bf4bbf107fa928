import { BaseError } from '@vaultwright/base'
import type { StoredSwapOrder, SwapOrderSortKey } from '@vaultwright/store'
import type { QueryOf, ResponseOf, SwapOrderData } from '@vaultwright/wire'
import { defaultPageSize, readListing } from '../request/listing.ts'
import type { ApiContext } from '../service/context.ts'
import type { VaultReader } from '../service/vault-context.ts'
import {
  filteredPage,
  keyFrom,
  orderKey,
  printedOrders,
  printKey,
  readOpenOrders,
  withStates,
} from './order-page.ts'
import { strategistSwapOf } from './strategist-swap.ts'

type TenantRequest = {
  readonly caller: VaultReader
  readonly context: ApiContext
  readonly query: QueryOf<'listOrders'>
}

type TenantOrder = ResponseOf<'listOrders'>['data'][number]

/** States of orders that did not end: the store keeps none of these. */
const liveStatuses = ['pending', 'open', 'partially_filled'] as const

/**
 * Lists the orders of every vault of a tenant, newest first, each in the state that its chain says.
 *
 * A chain that does not answer, or a tree that is gone, is the reason of its own rows, and fails no other. Such a row
 * passes every filter of a state: it may be in it.
 */
export async function tenantOrdersPageOf({
  caller,
  context,
  query,
}: TenantRequest): Promise<ResponseOf<'listOrders'>> {
  const { tenantId } = caller
  const { status, page_size: pageSize = defaultPageSize } = query
  const isUnfinished = status === 'unfinished' || liveStatuses.some((live) => live === status)
  const isMeant = (state: SwapOrderData['status']) =>
    status === undefined ||
    (status === 'unfinished' ? liveStatuses.some((live) => live === state) : state === status)
  const readOrder = orderReaderOf(caller, context)
  const { items, page } = await readListing(
    {
      binding: { operation: 'listOrders', tenantId, asked: [status ?? null, pageSize] },
      sortKeySchema: orderKey,
      sortKeyOf: ({ stored }: ListedRow) => printKey(stored),
      read: async ({ after, limit }) =>
        filteredPage(limit, async (last: SwapOrderSortKey | null) => {
          const from = last ?? (after === null ? null : keyFrom(after))
          const { items: rows, hasMore } = await context.store.swapOrders.tenantPage(tenantId, {
            after: from,
            limit,
            isUnfinished,
          })
          const listed: ListedRow[] = []
          for (const stored of rows) {
            listed.push({ stored, answer: await readOrder(stored) })
            await context.turns.pause(tenantId)
          }
          const matching = listed.filter(
            ({ answer: { order } }) => order === null || isMeant(order.status),
          )
          return { rows, kept: matching, hasMore }
        }),
    },
    { cursor: query.cursor, pageSize },
  )
  return { data: items.map(({ answer }) => answer), page }
}

type ListedRow = { readonly stored: StoredSwapOrder; readonly answer: TenantOrder }

const unlisted = 'It ended meanwhile, or its vault has more than 1,000 open orders. Read again.'

/** Reads each strategist's tree and open orders once for a request. */
function orderReaderOf(
  caller: VaultReader,
  context: ApiContext,
): (stored: StoredSwapOrder) => Promise<TenantOrder> {
  const places = new Map<string, ReturnType<typeof strategistSwapOf>>()
  const openOrders = new Map<string, ReturnType<typeof readOpenOrders>>()
  return async (stored) => {
    const { chain, vault, strategist, uid } = stored
    const key = `${chain} ${vault} ${strategist}`
    const params = { chain, vault_address: vault, strategist_address: strategist }
    const head = { ...params, order_uid: uid }
    try {
      const opening = places.get(key) ?? strategistSwapOf({ params, caller, context })
      places.set(key, opening)
      const place = await opening
      const readOpen = () => {
        const reading = openOrders.get(key) ?? readOpenOrders(place)
        openOrders.set(key, reading)
        return reading
      }
      const [order] = await printedOrders(place, await withStates([stored], readOpen))
      if (order !== undefined) return { ...head, order, reason: null }
      return { ...head, order: null, reason: unlisted }
    } catch (error) {
      if (!(error instanceof BaseError)) throw error
      return { ...head, order: null, reason: error.shortMessage }
    }
  }
}
