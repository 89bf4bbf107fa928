import { type QuoteCheck, quoteVerdict } from '@vaultwright/check'
import type { OrderOfferData } from '@vaultwright/wire'
import { useState } from 'react'
import { AnswerBand } from '../../part/band/answer-band.tsx'
import { ReasonList } from '../../part/band/reason-list.tsx'
import { Button } from '../../part/button.tsx'
import { downloadFile } from '../../part/download.ts'
import { Hash } from '../../part/hash.tsx'
import { Section } from '../../part/page.tsx'
import part from '../../part/part.module.css'
import { Stat, Stats } from '../../part/stat.tsx'
import { Table } from '../../part/table.tsx'
import { groupedNumber, percentOfBps } from '../../part/text/number-text.ts'
import { Verdict } from '../../part/verdict.tsx'
import { PermittingLeaf } from '../part/permitting-leaf.tsx'
import styles from '../part/swap.module.css'
import type { CheckedQuote, ProvenPlace } from '../part/swap-query.ts'
import { amountText, rawText, tokenName } from '../text/amount.ts'
import { CandidateTable } from './candidate-table.tsx'
import { Expiry, useExpired } from './expiry.tsx'
import { Follows } from './follows.tsx'
import { MarketPanel } from './market-panel.tsx'
import { RefusedVenues } from './refused-venues.tsx'

/** A quote: its verdict, its numbers, its candidates, and the way to a transaction. */
export function QuoteResult(
  props: ProvenPlace & {
    readonly made: CheckedQuote
    readonly placeOrder: (order: OrderOfferData) => void
  },
) {
  const { place, trees, made: madeQuote, placeOrder } = props
  const { quote, check } = madeQuote
  const [chosen, setChosen] = useState<string | null>(null)
  const isExpired = useExpired(quote.expires_at)
  const candidate = quote.candidates.find(({ id }) => id === chosen) ?? null
  return (
    <>
      <Section
        title="Quote"
        actions={
          <Button
            onClick={() =>
              downloadFile(
                `${quote.quote_id}.json`,
                `${JSON.stringify({ data: quote }, null, 2)}\n`,
              )
            }
          >
            Download with its receipt
          </Button>
        }
      >
        <QuoteBand made={madeQuote} isExpired={isExpired} />
        <QuoteFigures made={madeQuote} />
        {quote.why.length === 0 ? null : (
          <ul className={styles.why}>
            {quote.why.map((sentence, index) => (
              <li key={sentence}>
                <Follows check={check} paths={[`why.${index}`]}>
                  {sentence}
                </Follows>
              </li>
            ))}
          </ul>
        )}
      </Section>
      <section className={`${part.section} ${styles.below}`} aria-label="Ways to swap">
        <CandidateTable
          made={madeQuote}
          chosen={chosen}
          choose={check.isSound && !isExpired ? setChosen : null}
          placeOrder={placeOrder}
        />
        {isExpired ? (
          <Verdict tone="look" title="The quote has expired">
            <p>Ask for a new one: a transaction is built of a quote that still holds.</p>
          </Verdict>
        ) : null}
        <RefusedVenues quote={quote} check={check} />
        <Unpermitted made={madeQuote} />
        <Sources made={madeQuote} />
        <details className={styles.notes}>
          <summary>What the receipt alone does not show</summary>
          <ul className={part.notes}>
            {check.notes.map((note) => (
              <li key={note}>{note}</li>
            ))}
          </ul>
        </details>
      </section>
      {candidate === null || !check.isSound ? null : (
        <div className={styles.below}>
          <MarketPanel
            key={candidate.id}
            place={place}
            trees={trees}
            made={madeQuote}
            candidate={candidate}
          />
        </div>
      )}
    </>
  )
}

/** Is it a fair trade? */
function QuoteBand({
  made: madeQuote,
  isExpired,
}: {
  readonly made: CheckedQuote
  readonly isExpired: boolean
}) {
  const { quote, check } = madeQuote
  const { sell_token, buy_token, best, bound } = quote
  const winner = quote.candidates.find(({ id }) => id === best)
  const verdict = quoteVerdict(check, { isExpired, isBound: bound !== null })
  const sells = amountText({ shown: quote.sell_amount, raw: quote.raw_sell_amount }, sell_token)
  const buys =
    winner === undefined
      ? null
      : amountText({ shown: winner.buy_amount, raw: winner.raw_buy_amount }, buy_token)
  const conditions = {
    conditional: 'each amber line is so, and is meant',
    yes: 'every number follows from the receipt, computed here',
    no: 'Nothing is built from it',
    open: isExpired
      ? 'Ask for a new quote'
      : bound === null
        ? 'Nothing bounds the loss'
        : 'The record does not have each token',
  }
  return (
    <>
      <AnswerBand
        question="Is it a fair trade?"
        verdict={verdict}
        condition={conditions[verdict.answer]}
        lines={[
          buys === null ? `Swap ${sells}: no venue may be built` : `Swap ${sells} for ${buys}`,
        ]}
        facts={[]}
        seals={[
          {
            text: check.isSound ? 'follows from its receipt' : 'does not follow from its receipt',
            isOpen: !check.isSound,
          },
          { text: bound === null ? 'no bound' : 'bound of the policy', isOpen: bound === null },
        ]}
        isArriving
      />
      {verdict.answer === 'no' || check.uncompared.length > 0 ? (
        <div className={`sheet ${part.card}`}>
          <ReasonList reasons={verdict.reasons} />
        </div>
      ) : null}
    </>
  )
}

function QuoteFigures({ made: { quote, check } }: { readonly made: CheckedQuote }) {
  const { sell_token, buy_token, fair, bound, best } = quote
  const index = quote.candidates.findIndex(({ id }) => id === best)
  const winner = quote.candidates[index]
  const amounts = (at: string, ...names: readonly string[]) => names.map((name) => `${at}${name}`)
  return (
    <Stats>
      <Figure
        name="Sells"
        amount={{ shown: quote.sell_amount, raw: quote.raw_sell_amount }}
        token={sell_token}
        check={check}
        paths={amounts('', 'sell_amount', 'raw_sell_amount')}
      />
      <Figure
        name="The best buys"
        amount={
          winner === undefined ? null : { shown: winner.buy_amount, raw: winner.raw_buy_amount }
        }
        token={buy_token}
        check={check}
        paths={['best', ...amounts(`candidates.${index}.`, 'buy_amount', 'raw_buy_amount')]}
        note={winner === undefined ? 'no candidate may be built' : `candidate ${best}`}
      />
      <Figure
        name="The tokens are worth"
        amount={fair === null ? null : { shown: fair.buy_amount, raw: fair.raw_buy_amount }}
        token={buy_token}
        check={check}
        paths={['fair', 'fair_reason', ...amounts('fair.', 'buy_amount', 'raw_buy_amount')]}
        note={fair === null ? (quote.fair_reason ?? '') : "by the vault's own prices"}
      />
      <Figure
        name="The policy's bound"
        amount={bound === null ? null : { shown: bound.least, raw: bound.raw_least }}
        token={buy_token}
        check={check}
        paths={['bound', ...amounts('bound.', 'least', 'raw_least', 'max_loss_bps')]}
        note={
          bound === null
            ? 'nothing bounds the swap'
            : `${percentOfBps(String(bound.max_loss_bps))} % less at most`
        }
      />
      <Stat
        name="Block"
        value={String(quote.block_number)}
        note={
          <>
            <Follows check={check} paths={['block_number', 'block_hash']}>
              <Hash value={quote.block_hash} short />
            </Follows>
            <Expiry at={quote.expires_at} />
          </>
        }
      />
    </Stats>
  )
}

function Figure(props: {
  readonly name: string
  readonly amount: { readonly shown: string | null; readonly raw: string } | null
  readonly token: CheckedQuote['quote']['sell_token']
  readonly check: QuoteCheck
  readonly paths: readonly string[]
  readonly note?: string
}) {
  const { name, amount, token, check, paths, note } = props
  const isLie = paths.some((path) => check.differences.has(path))
  return (
    <Stat
      name={name}
      value={amount === null ? null : groupedNumber(amount.shown ?? amount.raw)}
      unit={amount?.shown === null ? 'base units' : tokenName(token)}
      note={
        isLie ? (
          <Follows check={check} paths={paths}>
            {amount === null ? 'not known' : amountText(amount, token)}
          </Follows>
        ) : (
          note
        )
      }
    />
  )
}

/** Better ways that the tree does not permit: what a missing leaf costs. */
function Unpermitted({ made: { quote, check } }: { readonly made: CheckedQuote }) {
  const { not_permitted, buy_token } = quote
  if (not_permitted.length === 0) return null
  return (
    <div className={styles.group}>
      <h3>What the tree does not permit</h3>
      {not_permitted.map((venue, index) => (
        <Verdict
          key={[venue.route, ...Object.values(venue.params)].join(' ')}
          tone="look"
          title={`${venue.route} is not permitted`}
        >
          <p>
            It would buy{' '}
            <Follows
              check={check}
              paths={['buy_amount', 'raw_buy_amount'].map(
                (name) => `not_permitted.${index}.${name}`,
              )}
            >
              {amountText({ shown: venue.buy_amount, raw: venue.raw_buy_amount }, buy_token)}
            </Follows>
            {venue.method === 'view' ? ', as its own quoter says' : ', as a third party offers'}
            {gainText(venue.raw_buy_amount, quote)}.
          </p>
          {venue.leaf_that_would_permit === null ? null : (
            <PermittingLeaf leaf={venue.leaf_that_would_permit} />
          )}
        </Verdict>
      ))}
    </div>
  )
}

function gainText(raw: string, { best, candidates, buy_token }: CheckedQuote['quote']): string {
  const winner = candidates.find(({ id }) => id === best)
  if (winner === undefined) return ''
  const gain = BigInt(raw) - BigInt(winner.raw_buy_amount)
  return gain > 0n
    ? `: ${rawText(String(gain), buy_token)} more than the best`
    : ': no more than the best'
}

function Sources({ made: { quote, check } }: { readonly made: CheckedQuote }) {
  if (quote.fair === null) return null
  const symbolOf = (asset: string) =>
    [quote.sell_token, quote.buy_token].find(({ address }) => address === asset)
  return (
    <details className={styles.notes}>
      <summary>Where the prices come from</summary>
      <Table name="Prices" head={['Asset', 'Source', 'Price', 'As of']}>
        {quote.fair.sources.map(({ asset, source, price, per, as_of }, index) => {
          const token = symbolOf(asset)
          const pathOf = (name: string) => `fair.sources.${index}.${name}`
          return (
            <tr key={`${asset} ${source}`}>
              <th scope="row">
                {token === undefined ? <Hash value={asset} short /> : tokenName(token)}
              </th>
              <td className="wrap">
                <code>{source}</code>
              </td>
              <td>
                <Follows check={check} paths={[pathOf('price'), pathOf('per'), pathOf('source')]}>
                  {price} {per}
                </Follows>
              </td>
              <td>
                <Follows check={check} paths={[pathOf('as_of')]}>
                  {as_of}
                </Follows>
              </td>
            </tr>
          )
        })}
      </Table>
    </details>
  )
}
