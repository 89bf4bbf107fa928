import type { Address } from '@vaultwright/base'
import type { SwapToken } from '@vaultwright/swap'
import type { SwapOrderData, TenantOrderData } from '@vaultwright/wire'
import type { TextStyle } from '../../../terminal/style.ts'
import { printSafely, printTable } from '../../../terminal/table.ts'
import { stateCells, stateColumns } from './order.ts'

/** Prints orders of all vaults as a table, then why a state is not known and what deserves a look. */
export function* printTenantOrders(
  orders: readonly TenantOrderData[],
  style: TextStyle,
): Iterable<string> {
  if (orders.length === 0) {
    yield 'No vault has such an order.\n'
    return
  }
  const rows = orders.map(({ order, order_uid, chain, vault_address }) => [
    ...(order === null ? ['not known', '', '', '', ''] : cellsOf(order)),
    `${chain} ${vault_address}`,
    order_uid,
  ])
  yield* printTable(columns, rows, style)
  for (const { order, order_uid, reason } of orders) {
    const texts = [
      ...(reason === null ? [] : [`The state is not known. ${reason}`]),
      ...(order?.warnings ?? []).map(({ message }) => message),
    ]
    for (const text of texts)
      yield `${style.yellow('warning')}  ${printSafely(text)} ${style.dim(printSafely(order_uid))}\n`
  }
}

function cellsOf({ order, status, ...record }: SwapOrderData): readonly string[] {
  const [sellToken, buyToken] = [record.sell_token, record.buy_token].map((token) => ({
    ...token,
    address: token.address as Address,
  })) as [SwapToken, SwapToken]
  return stateCells({
    status,
    sellAmount: BigInt(order.raw_sell_amount),
    buyAmount: BigInt(order.raw_buy_amount),
    filledSell: BigInt(record.raw_filled_sell),
    validTo: BigInt(order.valid_to),
    sellToken,
    buyToken,
  })
}

const columns = [...stateColumns, { title: 'vault' }, { title: 'uid' }] as const
