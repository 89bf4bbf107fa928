import type { SwapPairData } from '@vaultwright/wire'
import { useState } from 'react'
import part from '../part/part.module.css'
import { Empty } from '../part/state.tsx'
import styles from './part/swap.module.css'
import { tokenName } from './text/amount.ts'

/** Every pair of the tree, those that can be quoted first. */
export function PairList(props: {
  readonly pairs: readonly SwapPairData[]
  readonly chosen: SwapPairData | null
  readonly choose: (pair: SwapPairData) => void
}) {
  const { pairs, chosen, choose } = props
  const [query, setQuery] = useState('')
  const words = query.toLowerCase().split(/\s+/).filter(Boolean)
  const matching = pairs.filter((pair) => words.every((word) => textOf(pair).includes(word)))
  const sorted = matching.toSorted((one, other) => readyCount(other) - readyCount(one))
  return (
    <div className={styles.pairs}>
      <div className={part.field}>
        <label htmlFor="pair-search">Search {pairs.length} pairs</label>
        <input
          id="pair-search"
          type="search"
          className={part.input}
          value={query}
          placeholder="WETH USDC, uniswap"
          onChange={(event) => setQuery(event.target.value)}
        />
      </div>
      {sorted.length === 0 ? (
        <Empty>
          No pair has the words "{query}". Clear the search to see all {pairs.length}.
        </Empty>
      ) : null}
      <ul>
        {sorted.map((pair) => (
          <li key={`${pair.sell_token.address} ${pair.buy_token.address}`}>
            <button
              type="button"
              className={styles.pair}
              aria-pressed={pair === chosen}
              onClick={() => choose(pair)}
            >
              <strong>
                {tokenName(pair.sell_token)} <span aria-hidden="true">→</span>
                <span className="hidden"> for </span> {tokenName(pair.buy_token)}
              </strong>
              <small>{countText(pair)}</small>
            </button>
          </li>
        ))}
      </ul>
    </div>
  )
}

function readyCount({ venues }: SwapPairData): number {
  return venues.filter(({ state }) => state === 'ready').length
}

function countText(pair: SwapPairData): string {
  const ready = readyCount(pair)
  const order = pair.limit_order.state === 'ready' ? ' · limit orders' : ''
  return `${ready} of ${pair.venues.length} venues ready${order}`
}

function textOf({ sell_token, buy_token, venues }: SwapPairData): string {
  const tokens = [sell_token, buy_token].map(({ symbol, address }) => `${symbol} ${address}`)
  const names = venues.map(({ route, venue }) => `${route} ${venue}`)
  return [...tokens, ...names].join(' ').toLowerCase()
}
