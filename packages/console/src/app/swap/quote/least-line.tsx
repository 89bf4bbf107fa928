import { printUnits } from '@vaultwright/base'
import type { SwapTokenData } from '@vaultwright/wire'
import type { ReactNode } from 'react'
import { AmountField } from '../../action/amount/amount-field.tsx'
import { groupedNumber, percentOfBps } from '../../part/text/number-text.ts'
import type { PairChoice } from '../part/pair-choice.ts'
import { TokenSelect } from '../part/pair-field.tsx'
import styles from '../part/swap.module.css'
import type { CheckedQuote } from '../part/swap-query.ts'
import { paramText, rawText } from '../text/amount.ts'

/** The result of a form as its largest line: what the vault gets at least, or pays for what it buys. */
export function ResultLine(props: {
  readonly label: string
  readonly aside?: string | null
  /** Display units, or base units where the decimals are not known; null before there is a result. */
  readonly shown: string | null
  /** Stands in its place. */
  readonly missing: string
  readonly token: ReactNode
  readonly children: ReactNode
}) {
  const { label, aside = null, shown, missing, token, children } = props
  const size = shown === null || shown.length < 9 ? undefined : shown.length < 13 ? 'long' : 'very'
  return (
    <AmountField
      label={label}
      aside={aside}
      input={
        <output className={styles.leastOut} data-testid="least" data-long={size}>
          {shown ?? missing}
        </output>
      }
      token={token}
    >
      <span>{children}</span>
    </AmountField>
  )
}

/** Writes base units for the largest line: its token stands beside it. */
export function bareText(raw: string, { decimals }: SwapTokenData): string {
  return decimals === null ? `${raw} base units` : groupedNumber(printUnits(BigInt(raw), decimals))
}

/** The minimum that the best way of a quote brings, or what it sells for what is to be bought, and its split as a bar. */
export function LeastLine(props: {
  /** Null before there is a quote of these values. */
  readonly made: CheckedQuote | null
  readonly choice: PairChoice
  readonly isBuying: boolean
}) {
  const { made: quoteMade, choice, isBuying } = props
  const { sell_token, buy_token } = choice.pair
  const quote = quoteMade?.quote ?? null
  const winner = quote?.candidates.find(({ id }) => id === quote.best) ?? null
  const least = winner?.raw_least ?? null
  const raw = least === null ? null : isBuying ? quote!.raw_sell_amount : least
  const result = isBuying
    ? `buys at least ${least === null ? '' : rawText(least, buy_token)}`
    : `quote ${winner === null ? '' : rawText(winner.raw_buy_amount, buy_token)}`
  return (
    <>
      <ResultLine
        label={isBuying ? 'You pay at most' : 'You get at least'}
        aside={quote === null ? null : `slippage ${percentOfBps(String(quote.slippage_bps))} %`}
        shown={raw === null ? null : bareText(raw, isBuying ? sell_token : buy_token)}
        missing={quote === null ? 'Ask for a quote' : 'Not known'}
        token={<TokenSelect side={isBuying ? 'sell_token' : 'buy_token'} choice={choice} />}
      >
        {quote === null
          ? 'Every way that the tree permits is executed at one block.'
          : winner === null
            ? 'No way to swap may be built.'
            : `${result}, block ${quote.block_number.toLocaleString('en-US')}`}
      </ResultLine>
      {winner === null || winner.legs.length < 2 ? null : (
        <SplitBar legs={winner.legs} sellToken={sell_token.address} />
      )}
    </>
  )
}

type Legs = CheckedQuote['quote']['candidates'][number]['legs']

/** The legs that sell the amount as shares of one bar; each is named below it, and those of a second hop after them. */
function SplitBar(props: { readonly legs: Legs; readonly sellToken: string }) {
  const { legs, sellToken } = props
  const texts = legs.map(({ share_bps, route, params, sell_token }) => {
    const then = sell_token === sellToken ? '' : 'then '
    return `${then}${percentOfBps(String(share_bps))} % ${route} ${paramText(params)}`
  })
  return (
    <div className={styles.split}>
      <div className={styles.splitBar} role="img" aria-label={`Split: ${texts.join(', ')}`}>
        {legs.map(({ share_bps, sell_token }, index) =>
          sell_token === sellToken ? (
            // biome-ignore lint/suspicious/noArrayIndexKey: two legs may be of one venue
            <i key={index} style={{ flexGrow: share_bps }} />
          ) : null,
        )}
      </div>
      <ul>
        {legs.map((leg, index) => (
          // biome-ignore lint/suspicious/noArrayIndexKey: two legs may be of one venue
          <li key={index}>
            <span>{texts[index]}</span>
            <span>{leg.sell_token === sellToken ? soldText(leg) : ''}</span>
          </li>
        ))}
      </ul>
    </div>
  )
}

/** A second hop sells what the first one buys: its amount is not the reader's. */
function soldText({ sell_amount, raw_sell_amount }: Legs[number]): string {
  return sell_amount === null ? `${raw_sell_amount} base units` : groupedNumber(sell_amount)
}
