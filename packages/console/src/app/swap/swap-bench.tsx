import { useQuery } from '@tanstack/react-query'
import { useNavigate, useSearch } from '@tanstack/react-router'
import type { SwapPairData } from '@vaultwright/wire'
import { useState } from 'react'
import { Choice } from '../part/choice.tsx'
import { Section } from '../part/page.tsx'
import { Empty, Failure, Loading } from '../part/state.tsx'
import { Tick } from '../part/text/field.tsx'
import { Verdict } from '../part/verdict.tsx'
import { LimitPanel } from './order/limit-panel.tsx'
import { emptyOrder, type OrderFields, orderFieldsOf } from './order/order-input.ts'
import { OrderSection } from './order/order-section.tsx'
import { PairVenues } from './pair-venues.tsx'
import { type PairChoice, pairOf, swapsAmong } from './part/pair-choice.ts'
import { TokenSelect } from './part/pair-field.tsx'
import styles from './part/swap.module.css'
import { type ProvenPlace, pairsQuery } from './part/swap-query.ts'
import { QuotePanel } from './quote/quote-panel.tsx'
import type { SwapSearch } from './swap-search.ts'

const modes = { market: 'Market swap', limit: 'Limit order' } as const

/** Choosing a pair, asking, and building, on one page. */
export function SwapBench(props: ProvenPlace & { readonly mayBuild: boolean }) {
  const { place, trees, mayBuild } = props
  const search = useSearch({ from: '/session/vaults/$chain/$address/swap/$strategist' })
  const navigate = useNavigate({ from: '/vaults/$chain/$address/swap/$strategist' })
  const pairs = useQuery(pairsQuery(place))
  const [hasDeposits, setHasDeposits] = useState(false)
  const go = (next: SwapSearch) =>
    void navigate({ search: next, replace: true, resetScroll: false })
  if (pairs.isError)
    return (
      <Failure
        title="The routes cannot be read"
        error={pairs.error}
        retry={() => void pairs.refetch()}
      />
    )
  if (pairs.data === undefined) return <Loading what="what may be swapped" />
  if (pairs.data.length === 0)
    return <Empty>The tree permits no swap. A leaf of an exchange would make one.</Empty>
  const swaps = swapsAmong(pairs.data, search)
  const offered = hasDeposits ? pairs.data : swaps.pairs
  const pair = pairOf(offered, search)!
  const mode = search.mode ?? 'market'
  const ofMode: SwapSearch = mode === 'limit' ? { mode } : {}
  const choice = {
    pairs: offered,
    pair,
    choose: (next: SwapPairData) => go({ ...searchOf(next), ...ofMode }),
  }
  return (
    <>
      {mayBuild ? (
        <PairPanel
          key={keyOf(pair)}
          place={place}
          trees={trees}
          choice={choice}
          quoteId={search.quote ?? null}
          mode={mode}
          setMode={(next) => go({ ...searchOf(pair), ...(next === 'limit' ? { mode: next } : {}) })}
          openQuote={(quote) => go({ ...searchOf(pair), quote })}
        />
      ) : (
        <>
          <Verdict tone="look" title="Your role is viewer">
            <p>
              You may look at routes and orders. A strategist, curator or admin asks for quotes.
            </p>
          </Verdict>
          <p className={styles.ticks}>
            <TokenSelect side="sell_token" choice={choice} /> for{' '}
            <TokenSelect side="buy_token" choice={choice} />
          </p>
        </>
      )}
      {swaps.deposits === 0 ? null : (
        <Tick isTicked={hasDeposits} change={setHasDeposits}>
          Deposits into ERC-4626 vaults, too ({swaps.deposits})
        </Tick>
      )}
      <Section title="By which venues">
        <PairVenues pair={pair} root={place.root} leafCount={trees.file.tree.leaves.length} />
      </Section>
      <OrderSection place={place} trees={trees} mayBuild={mayBuild} />
    </>
  )
}

function PairPanel(
  props: ProvenPlace & {
    readonly choice: PairChoice
    readonly quoteId: string | null
    readonly mode: keyof typeof modes
    readonly setMode: (mode: keyof typeof modes) => void
    readonly openQuote: (id: string) => void
  },
) {
  const { mode, setMode, ...benchProps } = props
  const [draft, setDraft] = useState<OrderFields>(emptyOrder)
  const kind = <Choice name="Kind of swap" options={modes} chosen={mode} choose={setMode} />
  return mode === 'market' ? (
    <QuotePanel
      {...benchProps}
      kind={kind}
      placeOrder={(order) => {
        setDraft(orderFieldsOf(order, props.choice.pair))
        setMode('limit')
      }}
    />
  ) : (
    <LimitPanel {...benchProps} kind={kind} draft={draft} />
  )
}

function searchOf({ sell_token, buy_token }: SwapPairData): SwapSearch {
  return { sell: sell_token.address, buy: buy_token.address }
}

function keyOf({ sell_token, buy_token }: SwapPairData): string {
  return `${sell_token.address} ${buy_token.address}`
}
