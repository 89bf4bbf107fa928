import { isAlive } from '@vaultwright/check'
import type { SwapOrderData } from '@vaultwright/wire'
import type { ReactNode } from 'react'
import { Button } from '../../part/button.tsx'
import { Hash } from '../../part/hash.tsx'
import { numberCell, Table } from '../../part/table.tsx'
import { unixText } from '../../part/text/moment-text.ts'
import { Badge, type Tone } from '../../part/verdict.tsx'
import styles from '../part/swap.module.css'
import { rawText } from '../text/amount.ts'
import { isCancellable } from '../text/order-text.ts'

const tones: Readonly<Partial<Record<SwapOrderData['status'], Tone>>> = {
  pending: 'look',
  open: 'good',
  partially_filled: 'good',
  filled: 'good',
}

const words: Readonly<Record<SwapOrderData['status'], string>> = {
  pending: 'not signed yet',
  open: 'open',
  partially_filled: 'filled in part',
  filled: 'filled',
  expired: 'expired',
  cancelled: 'cancelled',
}

/** Orders with their states and warnings; an order whose uid does not follow from its terms is red. */
export function OrderTable(props: {
  readonly orders: readonly SwapOrderData[]
  /** Uids that follow from their terms, as this page computed; null where it computed none. */
  readonly named: ReadonlySet<string> | null
  /** Null where the role may not build. */
  readonly cancel: ((order: SwapOrderData) => void) | null
  /** The vault of an order; left out where all are of one. */
  readonly placeOf?: (order: SwapOrderData) => ReactNode
}) {
  const { orders, named, cancel, placeOf } = props
  const numbers = ['Sells', 'For at least', 'Filled']
  const vault = placeOf === undefined ? [] : ['Vault']
  return (
    <Table name="Orders" head={['Order', ...vault, ...numbers, 'Until', 'State']} numbers={numbers}>
      {orders.map((order) => (
        <OrderRow
          key={order.order_uid}
          order={order}
          isNamed={named?.has(order.order_uid) ?? null}
          cancel={cancel}
          place={placeOf?.(order)}
        />
      ))}
    </Table>
  )
}

function OrderRow(props: {
  readonly order: SwapOrderData
  readonly isNamed: boolean | null
  readonly cancel: ((order: SwapOrderData) => void) | null
  readonly place: ReactNode
}) {
  const { order, isNamed, cancel, place } = props
  const { order: terms, sell_token, buy_token, status, warnings } = order
  const sold = (raw: string) => rawText(raw, sell_token)
  const bought = (raw: string) => rawText(raw, buy_token)
  return (
    <tr>
      <th scope="row">
        <Hash value={order.order_uid} short />
        {isNamed === null ? null : (
          <div>
            <Badge tone={isNamed ? 'good' : 'bad'}>
              {isNamed ? 'uid computed here' : 'does not follow from its terms'}
            </Badge>
          </div>
        )}
      </th>
      {place === undefined ? null : <td>{place}</td>}
      <td className={numberCell}>{sold(terms.raw_sell_amount)}</td>
      <td className={numberCell}>{bought(terms.raw_buy_amount)}</td>
      <td className={numberCell}>
        {sold(order.raw_filled_sell)}
        {order.raw_filled_buy === '0' ? null : (
          <div className="note">for {bought(order.raw_filled_buy)}</div>
        )}
      </td>
      <td>{unixText(terms.valid_to)}</td>
      <td className={styles.judged}>
        <StatusBadge status={status} />
        {order.block_number === null ? null : (
          <span className="note"> at block {order.block_number}</span>
        )}
        {order.order_book?.status === undefined || order.order_book.status === null ? null : (
          <div className="note">the order book says: {order.order_book.status}</div>
        )}
        {warnings.map(({ code, message }) => (
          <p key={code} className={styles.warning}>
            <Badge tone="look">{code === 'underfunded' ? 'underfunded' : 'allowance left'}</Badge>{' '}
            {message}
          </p>
        ))}
        {cancel !== null && isNamed === true && isCancellable(order) ? (
          <Button look="danger" onClick={() => cancel(order)}>
            {isAlive(order) ? 'Cancel' : 'Take the allowance back'}
            <span className="hidden"> of order {order.order_uid.slice(0, 10)}</span>
          </Button>
        ) : null}
      </td>
    </tr>
  )
}

function StatusBadge({ status }: Pick<SwapOrderData, 'status'>) {
  const tone = tones[status]
  return <Badge {...(tone === undefined ? {} : { tone })}>{words[status]}</Badge>
}
