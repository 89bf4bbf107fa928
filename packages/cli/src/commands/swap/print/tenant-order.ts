import type { Address } from '@vaultwright/base'
import type { SwapOrderData, TenantOrderData } from '@vaultwright/wire'
import type { TextStyle } from '../../../terminal/style.ts'
import { printSafely, printTable, printTime } from '../../../terminal/table.ts'
import { printAmount } from './token.ts'

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
    ...(order === null ? ['not known', '', '', '', ''] : stateCells(order)),
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

function stateCells(order: SwapOrderData): readonly string[] {
  const tokenOf = (token: SwapOrderData['sell_token']) => ({
    ...token,
    address: token.address as Address,
  })
  const [sell, buy] = [tokenOf(order.sell_token), tokenOf(order.buy_token)]
  const { raw_sell_amount, raw_buy_amount, valid_to } = order.order
  return [
    order.status.replaceAll('_', ' '),
    printAmount(BigInt(raw_sell_amount), sell),
    printAmount(BigInt(raw_buy_amount), buy),
    order.raw_filled_sell === '0' ? '' : printAmount(BigInt(order.raw_filled_sell), sell),
    printTime(BigInt(valid_to)),
  ]
}

const columns = [
  { title: 'state' },
  { title: 'sells', align: 'right' },
  { title: 'for at least', align: 'right' },
  { title: 'sold', align: 'right' },
  { title: 'valid until' },
  { title: 'vault' },
  { title: 'uid' },
] as const
