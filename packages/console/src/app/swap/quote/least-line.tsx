import { printUnits } from '@vaultwright/base'
import { AmountField } from '../../action/amount/amount-field.tsx'
import { groupedNumber, percentOfBps } from '../../part/text/number-text.ts'
import type { PairChoice } from '../part/pair-choice.ts'
import { TokenSelect } from '../part/pair-field.tsx'
import styles from '../part/swap.module.css'
import type { CheckedQuote } from '../part/swap-query.ts'
import { amountText, paramText } from '../text/amount.ts'

/** The minimum that the best way of a quote brings, as the largest line of the form, and its split as a bar. */
export function LeastLine(props: {
  /** Null before there is a quote of these values. */
  readonly made: CheckedQuote | null
  readonly choice: PairChoice
}) {
  const { made: quoteMade, choice } = props
  const { buy_token: token } = choice.pair
  const quote = quoteMade?.quote ?? null
  const winner = quote?.candidates.find(({ id }) => id === quote.best) ?? null
  const least = winner?.raw_least ?? null
  const shown =
    least === null
      ? null
      : token.decimals === null
        ? `${least} base units`
        : groupedNumber(printUnits(BigInt(least), token.decimals))
  return (
    <>
      <AmountField
        label="You get at least"
        aside={quote === null ? null : `slippage ${percentOfBps(String(quote.slippage_bps))} %`}
        input={
          <output
            className={styles.leastOut}
            data-testid="least"
            data-long={
              shown === null || shown.length < 9 ? undefined : shown.length < 13 ? 'long' : 'very'
            }
          >
            {shown ?? (quote === null ? 'Ask for a quote' : 'Not known')}
          </output>
        }
        token={<TokenSelect side="buy_token" choice={choice} />}
      >
        <span>
          {quote === null
            ? 'Every way that the tree permits is executed at one block.'
            : winner === null
              ? 'No way to swap may be built.'
              : `quote ${amountText({ shown: winner.buy_amount, raw: winner.raw_buy_amount }, token)}, block ${quote.block_number.toLocaleString('en-US')}`}
        </span>
      </AmountField>
      {winner === null || winner.legs.length < 2 ? null : <SplitBar legs={winner.legs} />}
    </>
  )
}

type Legs = CheckedQuote['quote']['candidates'][number]['legs']

/** The legs of a split as shares of one bar; each is named below it. */
function SplitBar({ legs }: { readonly legs: Legs }) {
  const texts = legs.map(
    ({ share_bps, route, params }) =>
      `${percentOfBps(String(share_bps))} % ${route} ${paramText(params)}`,
  )
  return (
    <div className={styles.split}>
      <div className={styles.splitBar} role="img" aria-label={`Split: ${texts.join(', ')}`}>
        {legs.map(({ share_bps }, index) => (
          // biome-ignore lint/suspicious/noArrayIndexKey: two legs may be of one venue
          <i key={index} style={{ flexGrow: share_bps }} />
        ))}
      </div>
      <ul>
        {legs.map(({ sell_amount, raw_sell_amount }, index) => (
          <li key={texts[index]}>
            <span>{texts[index]}</span>
            <span>{sell_amount ?? `${raw_sell_amount} base units`}</span>
          </li>
        ))}
      </ul>
    </div>
  )
}
