import type { OrderStatus } from '@vaultwright/swap'
import type { TenantOrderData } from '@vaultwright/wire'
import { openClient } from '../../../admin/open.ts'
import type { Context } from '../../../terminal/context.ts'

/**
 * Asks an API for the orders of all vaults of the key's tenant.
 *
 * @param statuses - all where none is named; an order whose state is not known may be in any.
 * @returns newest first.
 */
export async function readTenantOrders(
  url: string,
  statuses: readonly OrderStatus[],
  context: Context,
): Promise<readonly TenantOrderData[]> {
  const client = await openClient(url, 'a user of the tenant', context)
  const [status, ...further] = statuses
  const filter = status === undefined || further.length > 0 ? {} : { status }
  const orders: TenantOrderData[] = []
  for await (const entry of client.orders({ ...filter, page_size: 100 })) {
    const isShown = entry.order === null || statuses.length === 0
    if (isShown || statuses.some((one) => one === entry.order?.status)) orders.push(entry)
  }
  return orders
}
