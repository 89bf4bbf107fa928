import type { ActingStrategist } from '@vaultwright/check'
import type { SwapPairData } from '@vaultwright/wire'
import { useId, useState } from 'react'
import { Choice } from '../../part/choice.tsx'
import { TextArea, TextField, Tick } from '../../part/text/field.tsx'
import { percentOfBps } from '../../part/text/number-text.ts'
import type { PairChoice } from '../part/pair-choice.ts'
import { NamedAmount } from '../part/pair-field.tsx'
import styles from '../part/swap.module.css'
import { SwapForm } from '../part/swap-form.tsx'
import type { CheckedQuote } from '../part/swap-query.ts'
import { tokenName } from '../text/amount.ts'
import { LeastLine } from './least-line.tsx'
import {
  emptyQuote,
  type QuoteFields,
  quotableRoutes,
  quoteAsked,
  quoteProblemsOf,
} from './quote-input.ts'

const sides = { sell: 'Amount to sell', buy: 'Amount to buy' } as const

/** Amount, slippage, venues and ways of a quote. */
export function QuoteForm(props: {
  readonly place: ActingStrategist
  readonly choice: PairChoice
  /** The quote that is shown; null before there is one. */
  readonly made: CheckedQuote | null
  readonly isBusy: boolean
  readonly ask: (input: QuoteFields) => void
}) {
  const { place, choice, made: shownQuote, isBusy, ask } = props
  const { pair } = choice
  const [input, setInput] = useState(emptyQuote)
  const id = useId()
  const problems = quoteProblemsOf(input, pair)
  const change = (part: Partial<QuoteFields>) => setInput({ ...input, ...part })
  // A quote that was opened by its link says itself how much it sells.
  const isCurrent =
    shownQuote !== null &&
    (shownQuote.asked === null ||
      JSON.stringify(shownQuote.asked) === JSON.stringify(quoteAsked(input, pair).asked))
  return (
    <SwapForm
      problems={problems}
      isBusy={isBusy}
      action={isBusy ? 'Measuring…' : 'Ask for a quote'}
      submit={() => ask(input)}
    >
      {(shown) => (
        <>
          <Choice
            name="Which amount"
            options={sides}
            chosen={input.isBuying ? 'buy' : 'sell'}
            choose={(side) => change({ isBuying: side === 'buy', amount: '', isAll: false })}
          />
          <NamedAmount
            side={input.isBuying ? 'buy_token' : 'sell_token'}
            place={place}
            choice={choice}
            amount={input.amount}
            change={(amount) => change({ amount })}
            problem={shown.amount}
            isAll={input.isBuying ? null : input.isAll}
            setAll={(isAll) => change({ isAll })}
          />
          <LeastLine
            made={isCurrent ? shownQuote : null}
            choice={choice}
            isBuying={isCurrent ? shownQuote.quote.exact_output !== undefined : input.isBuying}
          />
          {input.isBuying ? (
            <TextField
              inputMode="decimal"
              label={`Sell at most, in ${pair.sell_token.decimals === null ? 'base units' : tokenName(pair.sell_token)}`}
              value={input.maxSell}
              change={(maxSell) => change({ maxSell })}
              problem={shown.maxSell}
              hint="May be left out: then the balance above the reserve bounds it."
            />
          ) : null}
          <details open={shown.slippage !== undefined || shown.venues !== undefined || undefined}>
            <summary>
              Slippage {problems.slippage === undefined ? `${percentOfBps(input.slippage)} %` : ''},
              venues and ways
            </summary>
            <div className={styles.given}>
              <TextField
                inputMode="decimal"
                label="Slippage, in basis points"
                value={input.slippage}
                change={(slippage) => change({ slippage })}
                problem={shown.slippage}
                hint={
                  problems.slippage === undefined
                    ? `${percentOfBps(input.slippage)} % less than what was measured still passes.`
                    : ''
                }
              />
              <VenueField
                id={id}
                pair={pair}
                input={input}
                change={change}
                problem={shown.venues}
              />
              <div className={styles.ticks}>
                <Tick isTicked={input.canSplit} change={(canSplit) => change({ canSplit })}>
                  also split over several venues
                </Tick>
                <Tick isTicked={input.canHop} change={(canHop) => change({ canHop })}>
                  also by way of another token
                </Tick>
                <Tick
                  isTicked={input.withRefused}
                  change={(withRefused) => change({ withRefused })}
                >
                  also what a missing leaf costs
                </Tick>
              </div>
            </div>
          </details>
        </>
      )}
    </SwapForm>
  )
}

function VenueField(props: {
  readonly id: string
  readonly pair: SwapPairData
  readonly input: QuoteFields
  readonly change: (part: Partial<QuoteFields>) => void
  readonly problem: string | undefined
}) {
  const { id, pair, input, change, problem } = props
  const { without, calldata } = input
  const routes = quotableRoutes(pair)
  const venueOf = (route: string) => pair.venues.find((venue) => venue.route === route)
  const offered = routes.filter((route) => venueOf(route)?.quoting === 'offered')
  return (
    <fieldset className={styles.venues} aria-describedby={`${id}-venues`}>
      <legend>Venues</legend>
      <div className={styles.ticks}>
        {routes.map((route) => (
          <Tick
            key={route}
            isTicked={!without.includes(route)}
            change={(isTicked) =>
              change({
                without: isTicked ? without.filter((each) => each !== route) : [...without, route],
              })
            }
          >
            {`${venueOf(route)?.venue ?? 'Order book'} (${route})${venueOf(route)?.state === 'needs_calldata' ? ', needs calldata' : ''}`}
          </Tick>
        ))}
      </div>
      <p id={`${id}-venues`} className={problem === undefined ? 'note' : 'problem'}>
        {problem ??
          (routes.length === 0
            ? 'No venue of this pair can be quoted.'
            : 'Each that is ticked is measured by running the very batch.')}
      </p>
      {offered.length === 0 ? null : (
        <details>
          <summary>Calldata that a third party made</summary>
          <div className={styles.given}>
            {offered.map((route) => (
              <TextArea
                key={route}
                label={route}
                rows={2}
                placeholder="0x…"
                value={calldata[route] ?? ''}
                change={(data) => change({ calldata: { ...calldata, [route]: data } })}
              />
            ))}
          </div>
        </details>
      )}
    </fieldset>
  )
}
