import type { ActingStrategist } from '@vaultwright/check'
import { SelectField, TextField, Tick } from '../../part/text/field.tsx'
import type { PairChoice } from '../part/pair-choice.ts'
import { NamedAmount, TokenSelect } from '../part/pair-field.tsx'
import styles from '../part/swap.module.css'
import { SwapForm } from '../part/swap-form.tsx'
import { bareText, ResultLine } from '../quote/least-line.tsx'
import { tokenName } from '../text/amount.ts'
import { leastOf, lifeUnits, type OrderFields, orderProblemsOf } from './order-input.ts'

/** Amount, price and life of an order. */
export function OrderForm(props: {
  readonly place: ActingStrategist
  readonly choice: PairChoice
  readonly input: OrderFields
  readonly change: (input: OrderFields) => void
  readonly isBusy: boolean
  readonly build: () => void
}) {
  const { place, choice, input, change, isBusy, build } = props
  const { pair } = choice
  const problems = orderProblemsOf(input, pair)
  const least = leastOf(input, pair)
  const [sell, buy] = [tokenName(pair.sell_token), tokenName(pair.buy_token)]
  return (
    <SwapForm problems={problems} isBusy={isBusy} action="Build and simulate" submit={build}>
      {(shown) => (
        <>
          <NamedAmount
            place={place}
            choice={choice}
            amount={input.amount}
            change={(amount) => change({ ...input, amount })}
            problem={shown.amount}
            isAll={null}
          />
          <ResultLine
            label="You get at least"
            shown={least === null ? null : bareText(least, pair.buy_token)}
            missing="Give amount and price"
            token={<TokenSelect side="buy_token" choice={choice} />}
          >
            If it fills: nothing is sold for less, and it may not fill.
          </ResultLine>
          <div className={styles.fields}>
            <TextField
              inputMode="decimal"
              label={`Price, in ${buy} for one ${sell}`}
              value={input.price}
              change={(price) => change({ ...input, price })}
              problem={shown.price}
              hint="Never sold for less. What solvers take comes out of what is above it."
            />
            <TextField
              inputMode="decimal"
              label="Valid for"
              value={input.length}
              change={(length) => change({ ...input, length })}
              problem={shown.length}
              hint="From 5 minutes; the policy says how long at most."
            />
            <SelectField
              label="Counted in"
              value={input.unit}
              change={(unit) => change({ ...input, unit: unit as OrderFields['unit'] })}
              options={Object.keys(lifeUnits).map((unit) => [unit, unit])}
            />
            <TextField
              inputMode="numeric"
              label="In how many orders"
              value={input.parts}
              change={(parts) => change({ ...input, parts })}
              problem={shown.parts}
              hint="Equal orders of windows that follow each other, signed at once. A window has an end alone: a solver may fill a later one before it."
            />
          </div>
          <div className={styles.ticks}>
            <Tick
              isTicked={input.isPartiallyFillable}
              change={(isPartiallyFillable) => change({ ...input, isPartiallyFillable })}
            >
              may be filled in parts
            </Tick>
            <Tick isTicked={input.publish} change={(publish) => change({ ...input, publish })}>
              post it to the order book now: nothing can be filled before it is signed on chain
            </Tick>
          </div>
        </>
      )}
    </SwapForm>
  )
}
