import type { SwapPairData } from '@vaultwright/wire'
import { useId, useState } from 'react'
import { Button } from '../../part/button.tsx'
import part from '../../part/part.module.css'
import { percentOfBps } from '../../part/text/number-text.ts'
import styles from '../part/swap.module.css'
import { TextField, Tick } from '../part/swap-field.tsx'
import { tokenName } from '../text/amount.ts'
import {
  emptyQuote,
  type QuoteFields,
  type QuoteProblems,
  quotableRoutes,
  quoteProblemsOf,
} from './quote-input.ts'

/** Amount, slippage, venues and ways of a quote. */
export function QuoteForm(props: {
  readonly pair: SwapPairData
  readonly isBusy: boolean
  readonly ask: (input: QuoteFields) => void
}) {
  const { pair, isBusy, ask } = props
  const [input, setInput] = useState(emptyQuote)
  const [isChecked, setChecked] = useState(false)
  const id = useId()
  const problems = quoteProblemsOf(input, pair)
  const shown: QuoteProblems = isChecked ? problems : {}
  const { sell_token, buy_token } = pair
  const change = (part: Partial<QuoteFields>) => setInput({ ...input, ...part })
  const unit = sell_token.decimals === null ? 'base units' : tokenName(sell_token)
  return (
    <form
      className={part.card}
      noValidate
      onSubmit={(event) => {
        event.preventDefault()
        setChecked(true)
        if (Object.keys(problems).length === 0) ask(input)
      }}
    >
      <div className={styles.fields}>
        <div className={styles.withTick}>
          <TextField
            label={`Sell, in ${unit}`}
            value={input.isAll ? '' : input.amount}
            placeholder={input.isAll ? 'all of it' : '10'}
            isDisabled={input.isAll}
            change={(amount) => change({ amount })}
            problem={shown.amount}
            hint={`For ${tokenName(buy_token)}.`}
          />
          <Tick
            label="all that the vault has above its reserve"
            isTicked={input.isAll}
            change={(isAll) => change({ isAll })}
          />
        </div>
        <TextField
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
      </div>
      <VenueField id={id} pair={pair} input={input} change={change} problem={shown.venues} />
      <div className={styles.ticks}>
        <Tick
          label="also split over several venues"
          isTicked={input.canSplit}
          change={(canSplit) => change({ canSplit })}
        />
        <Tick
          label="also by way of another token"
          isTicked={input.canHop}
          change={(canHop) => change({ canHop })}
        />
        <Tick
          label="also what a missing leaf costs"
          isTicked={input.withRefused}
          change={(withRefused) => change({ withRefused })}
        />
      </div>
      {isChecked && Object.keys(problems).length > 0 ? (
        <p className={styles.problem} role="alert">
          Some values are missing or do not fit. They are marked.
        </p>
      ) : null}
      <div>
        <Button type="submit" look="primary" disabled={isBusy}>
          {isBusy ? 'Measuring…' : 'Ask for a quote'}
        </Button>
      </div>
    </form>
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
  const venueOf = (route: string) => pair.venues.find((venue) => venue.route === route)!
  const offered = routes.filter((route) => venueOf(route).quoting === 'offered')
  return (
    <fieldset className={styles.venues} aria-describedby={`${id}-venues`}>
      <legend>Venues</legend>
      <div className={styles.ticks}>
        {routes.map((route) => (
          <Tick
            key={route}
            label={`${venueOf(route).venue} (${route})${venueOf(route).state === 'needs_calldata' ? ', needs calldata' : ''}`}
            isTicked={!without.includes(route)}
            change={(isTicked) =>
              change({
                without: isTicked ? without.filter((each) => each !== route) : [...without, route],
              })
            }
          />
        ))}
      </div>
      <p id={`${id}-venues`} className={problem === undefined ? styles.soft : styles.problem}>
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
              <div key={route} className={part.question}>
                <label htmlFor={`${id}-${route}`}>{route}</label>
                <textarea
                  id={`${id}-${route}`}
                  rows={2}
                  spellCheck={false}
                  placeholder="0x…"
                  value={calldata[route] ?? ''}
                  onChange={(event) =>
                    change({ calldata: { ...calldata, [route]: event.target.value } })
                  }
                />
              </div>
            ))}
          </div>
        </details>
      )}
    </fieldset>
  )
}
