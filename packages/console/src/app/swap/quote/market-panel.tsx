import { useMutation } from '@tanstack/react-query'
import type { BuiltCheck } from '@vaultwright/check'
import { plainAmount } from '@vaultwright/check'
import type { MarketTransactionData, SwapCandidateData } from '@vaultwright/wire'
import { useRef, useState } from 'react'
import { Button } from '../../part/button.tsx'
import { Section } from '../../part/page.tsx'
import part from '../../part/part.module.css'
import { Failure, Loading } from '../../part/state.tsx'
import { TextField } from '../../part/text/field.tsx'
import { Term } from '../../part/text/term.tsx'
import { Verdict } from '../../part/verdict.tsx'
import { sessionClient } from '../../session/session-client.ts'
import { BuiltPanel } from '../part/built-panel.tsx'
import styles from '../part/swap.module.css'
import type { ProvenPlace } from '../part/swap-query.ts'
import { type CheckedQuote, requestOf } from '../part/swap-query.ts'
import { amountProblem, amountText, tokenName } from '../text/amount.ts'

type BuiltSwap = { readonly answer: MarketTransactionData; readonly check: BuiltCheck }

/** Builds the transaction of a candidate, and verifies it before anything is handed over. */
export function MarketPanel(
  props: ProvenPlace & { readonly made: CheckedQuote; readonly candidate: SwapCandidateData },
) {
  const { place, trees, made: madeQuote, candidate } = props
  const { quote, check } = madeQuote
  const { buy_token, bound } = quote
  const [minimum, setMinimum] = useState('')
  const [isChecked, setChecked] = useState(false)
  const status = useRef<HTMLDivElement>(null)
  const isOpen = bound === null
  const text = plainAmount(minimum.trim())
  const problem = text === '' && !isOpen ? null : amountProblem(text, buy_token)
  const build = useMutation({
    mutationFn: async (): Promise<BuiltSwap> => {
      const isRaw = buy_token.decimals === null
      const { checkSwap } = await import('../verify/check.ts')
      const { data: answer } = await sessionClient().buildMarketSwap({
        ...requestOf(place),
        quote_id: quote.quote_id,
        candidate: candidate.id,
        ...(text === '' ? {} : isRaw ? { raw_min_buy_amount: text } : { min_buy_amount: text }),
        ...(isOpen ? { accept_unbounded: true } : {}),
        verbose: true,
      })
      const chosen = {
        inputs: check.inputs!,
        candidate,
        bound: bound === null ? null : BigInt(bound.raw_least),
        minBuyAmount: text === '' ? null : rawOf(text, buy_token.decimals ?? 0),
      }
      return { answer, check: checkSwap(answer, { place, trees }, chosen) }
    },
    onSettled: () => requestAnimationFrame(() => status.current?.focus()),
  })
  return (
    <>
      <Section title={`Build ${candidate.id}`}>
        <form
          className={`sheet ${part.card}`}
          noValidate
          onSubmit={(event) => {
            event.preventDefault()
            setChecked(true)
            if (problem === null) build.mutate()
          }}
        >
          {isOpen ? (
            <Verdict tone="look" title="Nothing bounds this swap">
              <p>{quote.fair_reason} Give the minimum output that you accept: it is audited.</p>
            </Verdict>
          ) : null}
          <TextField
            inputMode="decimal"
            label={`Your own minimum, in ${buy_token.decimals === null ? 'base units' : tokenName(buy_token)}`}
            value={minimum}
            change={setMinimum}
            problem={isChecked ? (problem ?? undefined) : undefined}
            hint={isOpen ? '' : 'May be left out. It only raises what the calldata demands.'}
          />
          <div>
            <Button type="submit" look="primary" disabled={build.isPending}>
              Build and simulate
            </Button>
          </div>
        </form>
        <div ref={status} tabIndex={-1} role="status" className={styles.status}>
          {build.isSuccess ? <span className="hidden">The calldata stands below.</span> : null}
          {build.isPending ? <Loading what="the calldata, measured at the newest block" /> : null}
          <Failure title="The swap could not be built" error={build.error} />
        </div>
      </Section>
      {build.data === undefined || build.isPending ? null : (
        <BuiltPanel place={place} result={{ ...build.data, trees }}>
          <MarketFacts answer={build.data.answer} quote={quote} />
        </BuiltPanel>
      )}
    </>
  )
}

function MarketFacts(props: {
  readonly answer: MarketTransactionData
  readonly quote: CheckedQuote['quote']
}) {
  const { answer, quote } = props
  const { buy_token } = quote
  const { least: minimum, raw_least, bound, deadline, approvals_left } = answer
  return (
    <>
      <dt>Minimum output of the calldata</dt>
      <dd className={styles.least}>{amountText({ shown: minimum, raw: raw_least }, buy_token)}</dd>
      <Term name={`Bound at block ${answer.quote.block_number}, as the server says`}>
        {bound === null
          ? 'none'
          : amountText({ shown: bound.least, raw: bound.raw_least }, buy_token)}
      </Term>
      <Term name="May be mined until">{deadline ?? 'any time: no call has a deadline'}</Term>
      <Term name="Allowances left after it, as the server says">
        {approvals_left.length === 0
          ? 'none'
          : approvals_left
              .map(({ token, spender, raw_amount }) => `${raw_amount} of ${token} to ${spender}`)
              .join('; ')}
      </Term>
    </>
  )
}

function rawOf(text: string, decimals: number): bigint {
  const [whole = '', fraction = ''] = text.split('.')
  return BigInt(whole + fraction.padEnd(decimals, '0'))
}
