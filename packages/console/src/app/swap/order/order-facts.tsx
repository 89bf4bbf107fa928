import type { ActingStrategist, BuiltCheck } from '@vaultwright/check'
import type { LimitOrderData, SwapPairData } from '@vaultwright/wire'
import { CopyText } from '../../part/copy-text.tsx'
import { Hash } from '../../part/hash.tsx'
import { momentText, unixText } from '../../part/text/moment-text.ts'
import { Term } from '../../part/text/term.tsx'
import { Badge } from '../../part/verdict.tsx'
import styles from '../part/swap.module.css'
import { rawText, tokenName } from '../text/amount.ts'
import { orderSentence } from '../text/order-text.ts'

/** The terms of an order in plain words, its uid, and what the relayer may pull. */
export function OrderFacts(props: {
  readonly answer: LimitOrderData
  readonly check: BuiltCheck
  readonly pair: SwapPairData
  readonly place: ActingStrategist
}) {
  const { answer, check, pair, place } = props
  const { order, order_uid, settlement, vault_relayer, allowance, order_book } = answer
  const { sell_token, buy_token } = pair
  const parts = answer.parts ?? []
  const isPaid = order.receiver.toLowerCase() === place.vault.toLowerCase()
  const sold = (raw: string) => rawText(raw, sell_token)
  return (
    <>
      <dt>{parts.length === 0 ? 'What the order says' : 'What the first order says'}</dt>
      <dd className={styles.sentence}>{orderSentence(order, { sell_token, buy_token })}</dd>
      {parts.length === 0 ? null : (
        <Term name={`In ${parts.length} orders`}>
          <ol>
            {parts.map((part) => (
              <li key={part.order_uid}>
                {sold(part.order.raw_sell_amount)} from {momentText(part.publish_at)} until{' '}
                {unixText(part.order.valid_to)}
              </li>
            ))}
          </ol>
          Post each when its window begins: a solver that reads the chain may fill it before.
        </Term>
      )}
      <Term name="Who is paid">
        <Badge tone={isPaid ? 'good' : 'bad'}>{isPaid ? 'the vault' : 'not the vault'}</Badge>{' '}
        <Hash value={order.receiver} />
      </Term>
      <Term name="Uid of the order">
        <Badge tone={check.isProven ? 'good' : 'bad'}>
          {check.isProven ? 'computed here from the terms' : 'see the verdict'}
        </Badge>{' '}
        <Hash value={order_uid} />
      </Term>
      <Term name="Settlement that fills it">
        <Hash value={settlement} />
      </Term>
      <Term name={`What the relayer may pull of ${tokenName(sell_token)} afterwards`}>
        {sold(allowance.raw_after)}: {sold(allowance.raw_open_orders)} for other open orders, the
        rest for this one. It is {sold(allowance.raw_before)} now.{' '}
        <Hash value={vault_relayer} short />
      </Term>
      <Term name="Order book">
        {check.isProven ? null : 'nothing to post: the order is not proven'}
        {!check.isProven ? null : order_book.published ? (
          'posted; nothing can be filled before the order is signed on chain'
        ) : (
          <CopyText
            name={`Copy the body for ${order_book.path}`}
            value={JSON.stringify(order_book.body)}
          />
        )}
      </Term>
    </>
  )
}
