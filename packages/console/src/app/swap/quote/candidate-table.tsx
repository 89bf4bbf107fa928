import { printUnits } from '@vaultwright/base'
import type { OrderOfferData, SwapCandidateData } from '@vaultwright/wire'
import { Button } from '../../part/button.tsx'
import { NotKnown } from '../../part/state.tsx'
import { numberCell, Table } from '../../part/table.tsx'
import { groupedNumber, percentOfBps } from '../../part/text/number-text.ts'
import { Badge } from '../../part/verdict.tsx'
import styles from '../part/swap.module.css'
import type { CheckedQuote } from '../part/swap-query.ts'
import { amountText, paramText, rawText } from '../text/amount.ts'
import { Follows } from './follows.tsx'

const cell = `${numberCell} ${styles.amount}`
const numbers = ['Buys', 'Loss', 'Impact', 'Gas', 'At least']

/** Every way to swap that was measured, the best first. */
export function CandidateTable(props: {
  readonly made: CheckedQuote
  readonly chosen: string | null
  /** Null where nothing may be built. */
  readonly choose: ((id: string) => void) | null
  readonly placeOrder: (order: OrderOfferData) => void
}) {
  const { made: quote, chosen, choose, placeOrder } = props
  const { candidates, order } = quote.quote
  if (candidates.length === 0 && order === undefined)
    return <p>No way to swap could be measured. The reasons stand below.</p>
  const rows = candidates.map((candidate, index) => (
    <CandidateRow
      key={candidate.id}
      made={quote}
      candidate={candidate}
      at={`candidates.${index}.`}
      isChosen={candidate.id === chosen}
      choose={choose}
    />
  ))
  if (order !== undefined) {
    const place = choose === null || order.refusal !== null ? null : () => placeOrder(order)
    rows.splice(
      order.rank - 1,
      0,
      <OrderRow key="order" made={quote} order={order} place={place} />,
    )
  }
  return (
    <Table name="Candidates" head={['Way', ...numbers, 'Judgement']} numbers={numbers}>
      {rows}
    </Table>
  )
}

/** An order at the price of a book: it stands by what it buys, and says that it may not fill. */
function OrderRow(props: {
  readonly made: CheckedQuote
  readonly order: OrderOfferData
  /** Null where it may not be placed. */
  readonly place: (() => void) | null
}) {
  const { made: madeQuote, order, place } = props
  const { check, quote } = madeQuote
  const { refusal, loss_bps } = order
  const of = (...names: readonly string[]) => ['order', ...names.map((name) => `order.${name}`)]
  const bought = rawText(order.raw_buy_amount, quote.buy_token)
  return (
    <tr>
      <th scope="row">
        <span className="note">order</span>
        <Follows check={check} paths={of('book', 'rank', 'fee_amount', 'raw_fee_amount')}>
          <div>
            at the price of <code>{order.book}</code>
          </div>
          <div className="note">fee {rawText(order.raw_fee_amount, quote.sell_token)}</div>
        </Follows>
      </th>
      <td className={cell}>
        <Follows check={check} paths={of('buy_amount', 'raw_buy_amount', 'verified')}>
          {bought}
        </Follows>
      </td>
      <td className={cell}>
        <Follows check={check} paths={of('loss_bps', 'within_bound')}>
          {loss_bps === null ? <NotKnown reason="no prices" /> : `${percentOfBps(loss_bps)} %`}
        </Follows>
      </td>
      <td className={cell}>
        <NotKnown reason="not measured" />
      </td>
      <td className={cell}>
        <NotKnown reason="not measured" />
      </td>
      <td className={cell}>{refusal === null ? `${bought}, or nothing` : 'none'}</td>
      <td className={styles.judged}>
        <Follows check={check} paths={of('note', 'refusal', 'refusal.code', 'refusal.message')}>
          <Badge tone={refusal === null ? 'look' : 'bad'}>
            {refusal === null ? 'may not fill' : 'refused'}
          </Badge>{' '}
          {refusal?.message ?? order.note}
        </Follows>
        {place === null ? null : <Button onClick={place}>Place as an order</Button>}
      </td>
    </tr>
  )
}

function CandidateRow(props: {
  readonly made: CheckedQuote
  readonly candidate: SwapCandidateData
  readonly at: string
  readonly isChosen: boolean
  readonly choose: ((id: string) => void) | null
}) {
  const { made: madeQuote, candidate, at: place, isChosen, choose } = props
  const { quote, check } = madeQuote
  const { id, legs, loss_bps, impact_bps, gas_used, raw_least, offered_amount, refusal } = candidate
  const of = (...names: readonly string[]) => names.map((name) => `${place}${name}`)
  const percent = (bps: string | null, reason: string) =>
    bps === null ? <NotKnown reason={reason} /> : `${percentOfBps(bps)} %`
  return (
    <tr aria-current={isChosen ? 'true' : undefined} className={isChosen ? styles.chosen : ''}>
      <th scope="row">
        <span className="note">{id}</span>
        {legs.map((leg, index) => (
          // biome-ignore lint/suspicious/noArrayIndexKey: two legs may be of one venue
          <div key={index}>
            <Follows
              check={check}
              paths={['route', 'raw_sell_amount', 'sell_amount', 'share_bps', 'raw_least'].map(
                (name) => `${place}legs.${index}.${name}`,
              )}
            >
              {leg.sell_token === quote.sell_token.address ? '' : 'then '}
              {legs.length === 1 ? '' : `${percentOfBps(String(leg.share_bps))} % `}
              <code>{leg.route}</code> {paramText(leg.params)}
            </Follows>
          </div>
        ))}
        {candidate.leftover.map(({ token, raw_amount }, index) => (
          <div className="note" key={token}>
            <Follows check={check} paths={of(`leftover.${index}.raw_amount`)}>
              {stayingPercent(candidate, token, BigInt(raw_amount))} % of what the first hop buys
              stays
            </Follows>
          </div>
        ))}
      </th>
      <td className={cell}>
        <Follows check={check} paths={of('buy_amount', 'raw_buy_amount', 'net_of_gas', 'method')}>
          {amountText(
            { shown: candidate.buy_amount, raw: candidate.raw_buy_amount },
            quote.buy_token,
          )}
        </Follows>
        {offered_amount === null ? null : (
          <div className="note">offered {groupedNumber(offered_amount)}</div>
        )}
      </td>
      <td className={cell}>
        <Follows check={check} paths={of('loss_bps', 'within_bound')}>
          {percent(loss_bps, 'no prices')}
        </Follows>
      </td>
      <td className={cell}>
        <Follows check={check} paths={of('impact_bps')}>
          {percent(impact_bps, 'not measured')}
        </Follows>
      </td>
      <td className={cell}>
        <Follows check={check} paths={of('gas_used')}>
          {gas_used.toLocaleString('en-US')}
        </Follows>
      </td>
      <td className={cell}>
        <Follows check={check} paths={of('raw_least')}>
          {raw_least === null ? 'none' : rawText(raw_least, quote.buy_token)}
        </Follows>
      </td>
      <td className={styles.judged}>
        {id === quote.best ? (
          <Follows check={check} paths={['best']}>
            <Badge tone={check.isSound ? 'good' : 'look'}>best</Badge>
          </Follows>
        ) : null}
        {refusal === null ? null : (
          <Follows check={check} paths={of('refusal', 'refusal.code', 'refusal.message')}>
            <Badge tone="bad">refused</Badge> {refusal.message} <code>{refusal.code}</code>
          </Follows>
        )}
        {refusal === null && choose !== null ? (
          <Button onClick={() => choose(id)}>
            Build {id}
            <span className="hidden"> as a transaction</span>
          </Button>
        ) : null}
      </td>
    </tr>
  )
}

/** The part of what a first hop buys that its second one leaves in the vault. */
function stayingPercent({ legs }: SwapCandidateData, token: string, amount: bigint): string {
  const bought = legs.reduce(
    (sum, leg) => (leg.sell_token === token ? sum + BigInt(leg.raw_sell_amount) : sum),
    amount,
  )
  return percentOfBps(printUnits((amount * 100_000_000n) / bought, 4))
}
