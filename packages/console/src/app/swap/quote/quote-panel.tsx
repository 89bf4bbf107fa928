import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import type { RequestedQuote } from '@vaultwright/check'
import type { OrderOfferData } from '@vaultwright/wire'
import { lazy, type ReactNode, Suspense, useRef } from 'react'
import { Section } from '../../part/page.tsx'
import { Failure, Loading } from '../../part/state.tsx'
import { sessionClient } from '../../session/session-client.ts'
import type { PairChoice } from '../part/pair-choice.ts'
import styles from '../part/swap.module.css'
import type { ProvenPlace } from '../part/swap-query.ts'
import { type CheckedQuote, requestOf } from '../part/swap-query.ts'
import { QuoteForm } from './quote-form.tsx'
import { type QuoteFields, quoteAsked } from './quote-input.ts'

const QuoteResult = lazy(async () => ({
  default: (await import('./quote-result.tsx')).QuoteResult,
}))

/** Asks for a quote, and shows what this page found about it. */
export function QuotePanel(
  props: ProvenPlace & {
    readonly choice: PairChoice
    readonly kind: ReactNode
    /** Of the quote that the address names. */
    readonly quoteId: string | null
    readonly openQuote: (id: string) => void
    readonly placeOrder: (order: OrderOfferData) => void
  },
) {
  const { place, trees, choice, kind, quoteId, openQuote, placeOrder } = props
  const { pair } = choice
  const queries = useQueryClient()
  const status = useRef<HTMLDivElement>(null)
  const keyOf = (id: string) => ['swap-quote', place.chain, place.vault, place.strategist, id]
  const checked = async (
    quote: CheckedQuote['quote'],
    asked: RequestedQuote | null,
  ): Promise<CheckedQuote> => {
    const { checkQuoteAt } = await import('../verify/check.ts')
    return { quote, asked, check: checkQuoteAt(quote, place, asked) }
  }
  const ask = useMutation({
    mutationFn: async (input: QuoteFields) => {
      const { body, asked: askedQuote } = quoteAsked(input, pair)
      const { data } = await sessionClient().createSwapQuote({ ...requestOf(place), ...body })
      return checked(data, askedQuote)
    },
    onSuccess: (made) => {
      queries.setQueryData(keyOf(made.quote.quote_id), made)
      openQuote(made.quote.quote_id)
    },
    onSettled: () => requestAnimationFrame(() => status.current?.focus()),
  })
  const quote = useQuery({
    queryKey: keyOf(quoteId ?? ''),
    enabled: quoteId !== null && !ask.isPending,
    queryFn: async () => {
      const request = { ...requestOf(place), quote_id: quoteId! }
      return checked((await sessionClient().getSwapQuote(request)).data, null)
    },
    staleTime: Number.POSITIVE_INFINITY,
  })
  const isReading = ask.isPending || (quoteId !== null && quote.isPending)
  const shown = isReading || ask.isError || quoteId === null ? null : (quote.data ?? null)
  return (
    <div className={styles.desk}>
      <Section title="Amount" actions={kind}>
        <QuoteForm
          place={place}
          choice={choice}
          made={shown}
          isBusy={ask.isPending}
          ask={(input) => ask.mutate(input)}
        />
        <div ref={status} tabIndex={-1} role="status" className={styles.status}>
          {shown !== null ? <span className="hidden">The quote stands below.</span> : null}
          {isReading ? <Loading what="every way to swap, measured at one block" /> : null}
          <Failure title="There is no quote" error={ask.error} />
          {quote.isError && !ask.isPending && !ask.isError ? (
            <Failure title="The quote cannot be read" error={quote.error} />
          ) : null}
        </div>
      </Section>
      {shown === null ? null : (
        <Suspense fallback={<Loading what="the quote" />}>
          <QuoteResult
            key={shown.quote.quote_id}
            place={place}
            trees={trees}
            made={shown}
            placeOrder={placeOrder}
          />
        </Suspense>
      )}
    </div>
  )
}
